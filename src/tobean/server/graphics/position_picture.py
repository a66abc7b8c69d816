"""Pictures of the positions of a replay. This module runs in a worker process, not in the server."""

from base64 import b64encode
from typing import Final

from tobean.kernel.base.seats import SPECTATOR
from tobean.play.replay import Replay
from tobean.play.viewer import Viewer
from tobean.server.graphics.png import png, preview
from tobean.svg import table as table_picture

SVG: Final = "svg"
PNG: Final = "png"
KINDS: Final = (SVG, PNG)


def position_picture(replay: Replay, ply: int, viewer: Viewer, kind: str) -> dict[str, str]:
    """Draw a position as the viewer sees it; as `svg`, or as `png` in the size of a preview, in base64."""
    table = next(replay.sessions(min(ply, replay.plies))).table
    seat = None if viewer.open else SPECTATOR if viewer.seat is None else viewer.seat
    svg = table_picture(table, seat, names=replay.record.players, language=viewer.language)
    return {PNG: preview_png(svg)} if kind == PNG else {SVG: svg}


def preview_png(svg: str) -> str:
    """Return a picture as PNG in the size of a preview, in base64."""
    return b64encode(png(preview(svg))).decode()
