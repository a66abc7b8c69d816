"""Worker process, in which bots and the coach think and replays are computed.

Requests arrive on standard input, answers go to standard output. A request contains a copy of the table made from what
the bot's seat may know; the table itself stays in the server.
"""

import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from tobean.bots import Bot, builtin_bot
from tobean.bots.coach.review import review
from tobean.bots.coach.review_text import review_text
from tobean.bots.registry import install_bot_entry
from tobean.kernel.errors import BadInput
from tobean.record.record import parse_record
from tobean.server.process.line_process import READY, lower_priority
from tobean.server.workers.replay_frames import ReplayCache
from tobean.session.bots import hints
from tobean.session.bots.bot_requests import STATELESS, run_request
from tobean.session.text import isolated
from tobean.study.daily.bot_games import play_deal
from tobean.study.daily.deals import deal_of
from tobean.study.position_picture import preview_png
from tobean.study.statistics.exported_table import exported_table
from tobean.study.statistics.finished_game import finished_game

MAX_BOTS: Final = 400
"""Number of bots kept with their caches; the least recently used goes first."""


class RequestHandler:
    """Answers requests, with one bot for each seat."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self.replays = ReplayCache()
        self.handlers: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "film": self.replays.answer,
            "record": lambda request: reviewed(str(request["record"]), str(request["language"])),
            "finished": lambda request: {"figures": finished_game(request["finished"], str(request["person"]))},
            "picture": lambda request: preview_png(str(request["picture"])),
            "export": lambda request: exported_table(request["export"], str(request["person"])),
            "deal": lambda request: played_deal(str(request["deal"]), str(request["bot"])),
            "hint": hints.run_request,
        }
        """Handlers of requests by the field that only requests of their kind have. All others are requests to bots."""

    def think(self, line: bytes) -> dict[str, Any]:
        """Answer one request; errors are returned as a fault, not raised."""
        key = None
        try:
            request = msgspec.json.decode(line, type=dict[str, Any])
            for field, handle in self.handlers.items():
                if field in request:
                    return handle(request)
            if request.get(STATELESS):
                return run_request(request)
            key = (str(request["table"]), int(request["seat"]), str(request["bot"]))
            bot = self.bots.pop(key, None) or builtin_bot(key[2])
            found = run_request(request, bot)
        except Exception as error:  # a bot may raise anything; the server plays on without it
            return {"fault": f"{type(error).__name__}: {error}"}
        self.bots[key] = bot
        if len(self.bots) > MAX_BOTS:
            self.bots.popitem(last=False)
        return found


def reviewed(record: str, language: str) -> dict[str, Any]:
    """Review a finished game as text."""
    game = parse_record(record)
    game.players = tuple(isolated(name) for name in game.players)
    return {"review": review_text(review(game), language)}


def played_deal(key: str, bot: str) -> dict[str, Any]:
    """Play a deal of the day with a reference bot."""
    game: dict[str, Any] = msgspec.to_builtins(play_deal(deal_of(key), bot))
    return game


def install_bots(entries: Sequence[str]) -> None:
    """Install the operator's bots. One whose file is broken now fails alone, when it is asked."""
    for entry in entries:
        try:
            install_bot_entry(entry)
        except BadInput as error:
            print(f"tobean: {error}", file=sys.stderr)


def main() -> None:
    lower_priority(*map(int, sys.argv[1:2]))
    install_bots(sys.argv[2:])
    output = sys.stdout.buffer
    # Nothing else may write between the answers.
    sys.stdout = sys.stderr
    handler = RequestHandler()
    output.write(READY)
    output.flush()
    for line in sys.stdin.buffer:
        output.write(msgspec.json.encode(handler.think(line)) + b"\n")
        output.flush()


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        pass  # the server is gone
