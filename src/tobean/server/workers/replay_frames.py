"""Parts of a replay as one viewer sees them. This module runs in a worker process, not in the server."""

from collections import OrderedDict
from typing import Any, Final

import msgspec

from tobean.i18n.error_messages import error_text
from tobean.kernel.errors import BadInput, GameNotInstalled, Illegal
from tobean.record.record import parse_record
from tobean.server.games.page_files import add_files
from tobean.session.errors import Refused
from tobean.session.replay import Replay
from tobean.session.stand_ins import StandIn
from tobean.session.text import isolated
from tobean.session.viewer import Viewer
from tobean.study import replay_study as study
from tobean.study.position_picture import SVG, position_picture

MAX_TEXT: Final = 1_000_000
"""Most characters of records whose replays are cached; a replay takes some twenty times as much memory."""
MAX_FRAMES: Final = 50
MAX_LOG: Final = 200


class ReplayCache:
    """Cache of the replays that were requested last."""

    def __init__(self) -> None:
        self.replays: OrderedDict[str, tuple[Replay, int]] = OrderedDict()

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Return a part of a replay as JSON text in `data`.

        `{"unknown": true}`: the replay is not cached, and the request has to be repeated with the text of the record.
        `{"missing": "chess"}`: the record is one of a game that is not installed here.
        `{"refused": "..."}`: the variation is not possible, and why.
        """
        name = str(request["film"])
        if name not in self.replays and request.get("text") is None:
            return {"unknown": True}
        try:
            replay = self.replay(name, request.get("text"), request.get("stand_ins", ()))
        except GameNotInstalled as error:
            return {"missing": error.game}
        try:
            part = requested_part(replay, request)
        except (Illegal, Refused, BadInput) as error:
            if not request.get("line"):
                raise
            players = tuple(isolated(name) for name in replay.record.players)
            return {"refused": error_text(error, players, str(request["language"]), replay.record.game)}
        return {"data": msgspec.json.encode(part).decode()}

    def replay(self, name: str, text: str | None, stand_ins: object = ()) -> Replay:
        if name not in self.replays:
            assert text is not None
            self.replays[name] = (Replay(parse_record(text), msgspec.convert(stand_ins, list[StandIn])), len(text))
        self.replays.move_to_end(name)
        while len(self.replays) > 1 and sum(length for _, length in self.replays.values()) > MAX_TEXT:
            self.replays.popitem(last=False)
        return self.replays[name][0]


def requested_part(replay: Replay, request: dict[str, Any]) -> dict[str, Any]:
    """Return the part of a replay named by `part`.

    Parts of the replay are `about`, `hello`, `table`, `frames` and `log`; those of the study are `curve`, `variation`
    and `actions`.
    """
    part = request["part"]
    record = replay.record
    if part == "about":
        return {"game": record.game, "players": record.players, "plies": replay.plies}
    if part == "table":
        return {"text": replay.text_at(min(int(request["first"]), replay.plies))}
    seat = request["seat"]
    viewer = Viewer(seat, str(request["language"]), open=bool(request["open"]))
    if part == SVG:
        return position_picture(replay, int(request["first"]), viewer)
    if part == "hello":
        hello = replay.hello(viewer)
        add_files(hello, record.game)
        return hello
    if part == "curve":
        return study.curve(replay, viewer, int(request["first"]))
    if part == "variation":
        return study.variation(replay, viewer, min(int(request["first"]), replay.plies), request["line"])
    if part == "actions":
        decider = request["decider"]
        return study.actions(replay, viewer, decider, min(int(request["first"]), replay.plies), request["line"])
    first = min(int(request["first"]), replay.plies + 1)
    most = MAX_LOG if part == "log" else MAX_FRAMES
    last = min(int(request["last"]), first + most - 1)
    if part == "log":
        return {"log": list(replay.log(viewer, first, last))}
    return {"frames": list(replay.frames(viewer, first, last))}
