"""Pictures of positions. The functions run in worker processes, not in the server."""

from base64 import b64encode
from typing import Final

from tobean.kernel.base.seats import SPECTATOR
from tobean.pictures import table as table_picture
from tobean.pictures.png import png, preview
from tobean.session.replay import Replay
from tobean.session.viewer import Viewer

SVG: Final = "svg"
PNG: Final = "png"


def position_picture(replay: Replay, ply: int, viewer: Viewer) -> dict[str, str]:
    """Draw a position of a replay as the viewer sees it, as SVG."""
    table = next(replay.sessions(min(ply, replay.plies))).table
    seat = None if viewer.open else SPECTATOR if viewer.seat is None else viewer.seat
    return {SVG: table_picture(table, seat, names=replay.record.players, language=viewer.language)}


def preview_png(svg: str) -> dict[str, str]:
    """Draw a picture as PNG in the size of a preview, in base64. It takes a hundred times as long as the SVG."""
    return {PNG: b64encode(png(preview(svg))).decode()}
