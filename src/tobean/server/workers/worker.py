"""The process in which bots and the coach think, and replays are made.

Questions come on standard input, answers go to standard output.

A question brings a twin of the table, made from what the bot's seat may know; the table itself stays in the server.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

import msgspec

from tobean.bots import house_bot
from tobean.bots.coach.chapters import review_text
from tobean.bots.coach.review import review
from tobean.play.bots import hinting
from tobean.play.bots.thinking import answer
from tobean.play.session.text import isolated
from tobean.record.record import parse_record
from tobean.server.tables.films import Films
from tobean.server.workers.process import READY, step_back

if TYPE_CHECKING:
    from tobean.bots import Bot

MOST_BOTS: Final = 400
"""So many bots are kept with what they remember; the one asked longest ago goes first."""


class Workshop:
    """The bots of this process, one for each seat they play."""

    def __init__(self) -> None:
        self.bots: OrderedDict[tuple[str, int, str], Bot] = OrderedDict()
        self.films = Films()

    def think(self, line: bytes) -> dict[str, Any]:
        """The answer to one question; what goes wrong is told, not raised."""
        key = None
        try:
            question = msgspec.json.decode(line, type=dict[str, Any])
            if "film" in question:
                return self.films.answer(question)
            if "record" in question:
                return reviewed(str(question["record"]), str(question["language"]))
            if "hint" in question:
                return hinting.answer(question)
            key = (str(question["table"]), int(question["seat"]), str(question["bot"]))
            bot = self.bots.pop(key, None) or house_bot(key[2])
            found = answer(question, bot)
        except Exception as error:  # a bot may fail in every way there is; the server plays on without it
            return {"fault": f"{type(error).__name__}: {error}"}
        self.bots[key] = bot
        if len(self.bots) > MOST_BOTS:
            self.bots.popitem(last=False)
        return found


def reviewed(record: str, language: str) -> dict[str, Any]:
    """Review of a finished game as text."""
    game = parse_record(record)
    game.players = tuple(isolated(name) for name in game.players)
    return {"review": review_text(review(game), language)}


def main() -> None:
    step_back(*map(int, sys.argv[1:2]))
    output = sys.stdout.buffer
    # Nothing else may write between the answers.
    sys.stdout = sys.stderr
    workshop = Workshop()
    output.write(READY)
    output.flush()
    for line in sys.stdin.buffer:
        output.write(msgspec.json.encode(workshop.think(line)) + b"\n")
        output.flush()


if __name__ == "__main__":
    try:
        main()
    except (KeyboardInterrupt, BrokenPipeError):
        pass  # the server has gone, and nobody waits for the answer
