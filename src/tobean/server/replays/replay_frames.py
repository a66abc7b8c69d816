"""Replays as pages ask for them: a part of a game, seen by somebody. This runs in a worker, not in the server."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, Final

import msgspec

from tobean.kernel.errors import GameNotInstalled
from tobean.play.replay import Replay
from tobean.play.session.stand_ins import StandIn
from tobean.play.session.viewer import Viewer
from tobean.record.record import parse_record
from tobean.server.games.page_files import add_files

MOST_TEXT: Final = 1_000_000
"""So many characters of records are kept ready to be shown; played again they take some twenty times as much."""
MOST_FRAMES: Final = 50
MOST_LOG: Final = 200


class ReplayCache:
    """The games that were looked at last."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, tuple[Replay, int]] = OrderedDict()

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """A part of a game as JSON text; `{"unknown": true}`: the record has to come along.

        `{"missing": "chess"}`: it is a record of a game that is not installed here.
        """
        name = str(question["film"])
        if name not in self.kept and question.get("text") is None:
            return {"unknown": True}
        try:
            replay = self.replay(name, question.get("text"), question.get("stand_ins", ()))
        except GameNotInstalled as error:
            return {"missing": error.game}
        return {"data": msgspec.json.encode(shown(replay, question)).decode()}

    def replay(self, name: str, text: str | None, stand_ins: object = ()) -> Replay:
        if name not in self.kept:
            assert text is not None
            self.kept[name] = (Replay(parse_record(text), msgspec.convert(stand_ins, list[StandIn])), len(text))
        self.kept.move_to_end(name)
        while len(self.kept) > 1 and sum(length for _, length in self.kept.values()) > MOST_TEXT:
            self.kept.popitem(last=False)
        return self.kept[name][0]


def shown(replay: Replay, question: dict[str, Any]) -> dict[str, Any]:
    """What is asked for: `about`, `hello`, `table`, `frames` or `log`."""
    part = question["part"]
    record = replay.record
    if part == "about":
        return {"game": record.game, "players": record.players, "plies": replay.plies}
    if part == "table":
        return {"text": replay.text_at(min(int(question["first"]), replay.plies))}
    seat = question["seat"]
    viewer = Viewer(seat, str(question["language"]), open=bool(question["open"]))
    if part == "hello":
        hello = replay.hello(viewer)
        add_files(hello, record.game)
        return hello
    first = min(int(question["first"]), replay.plies + 1)
    most = MOST_LOG if part == "log" else MOST_FRAMES
    last = min(int(question["last"]), first + most - 1)
    if part == "log":
        return {"log": list(replay.log(viewer, first, last))}
    return {"frames": list(replay.frames(viewer, first, last))}
