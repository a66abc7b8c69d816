"""A puzzle and its file format: one JSON object per line."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from tobean.bots.merchant.lookahead import is_special
from tobean.kernel.actions import Accept, Action, Decline, EndTrading, Harvest, MakeOffer, Plant
from tobean.kernel.errors import BadInput, TobeanError
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.table import Table
from tobean.record.notation import parse_action
from tobean.record.table_text import parse_table

ID_DIGITS: Final = 10
LAST_CARDS: Final = 10
"""Largest draw pile at which a decision about fields belongs to the end of the game."""
COMMON_THEMES: Final = ("offer", "answer", "stop trading", "harvest", "plant", "wait", "last cards")
"""Themes of all games. The others are the verbs of actions that only some games have."""
MAX_LINE: Final = 20_000
"""Maximum length of a puzzle in a file, in characters."""


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer, in notation, and its value."""

    action: str
    value: float
    """Expected final thalers of the seat."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position seen by one seat, with one clearly best answer."""

    id: str
    game: str
    theme: str
    seat: int
    position: str
    """The table text. The hands of others are in it, but the solver sees the seat's observation."""
    answers: tuple[Answer, ...]
    best: int
    """Index of the best answer."""
    near: tuple[str, ...]
    """Actions that are not proven to be worse than the best answer: they are not shown, but count as solutions."""
    gap: float
    """Thalers between the best answer and the next one shown."""
    trials: int
    """Sampled tables on which each answer was tried."""
    solved_by: tuple[str, ...]
    """Bots that choose the best answer."""

    def table(self) -> Table:
        return parse_table(self.position)

    def view(self) -> Observation:
        return observe(self.table(), self.seat)

    def actions(self) -> list[Action]:
        return [parse_action(answer.action) for answer in self.answers]


def puzzle_id(position: str, seat: int) -> str:
    """Return an id that depends on the position only, so that a position is in a collection once."""
    return hashlib.sha256(f"{seat} {position}".encode()).hexdigest()[:ID_DIGITS]


def theme_of(view: Observation, answers: Sequence[Action], best: Action) -> str:
    """Return the theme: what is decided."""
    if isinstance(best, MakeOffer):
        return "offer"
    for action in (best, *answers):
        if is_special(action) and not isinstance(action, MakeOffer):
            return action.VERB
    if any(isinstance(action, (Accept, Decline)) for action in answers):
        return "answer"
    if any(isinstance(action, EndTrading) for action in answers):
        return "stop trading"
    if view.draw_size <= LAST_CARDS:
        return "last cards"
    return "harvest" if isinstance(best, Harvest) else "plant" if isinstance(best, Plant) else "wait"


# --- files -----------------------------------------------------------------------------------------------------------


def format_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Format puzzles as the content of a file."""
    return "".join(msgspec.json.encode(puzzle).decode() + "\n" for puzzle in puzzles)


def decode_trusted(text: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a trusted file, without checking their positions."""
    for line in text.splitlines():
        yield msgspec.json.decode(line, type=Puzzle)


def parse_puzzles(text: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a file. Raises `BadInput` with the number of the line that is wrong."""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            if len(line) > MAX_LINE:
                raise BadInput("the line is longer than {most} characters", most=MAX_LINE)
            puzzle = msgspec.json.decode(line, type=Puzzle)
            check_puzzle(puzzle)
        except (msgspec.DecodeError, UnicodeEncodeError) as error:
            raise BadInput("line {line}: not a puzzle: {reason}", line=number, reason=str(error)) from error
        except TobeanError as error:
            raise BadInput("line {line}: {reason}", line=number, reason=error) from error
        yield puzzle


def check_puzzle(puzzle: Puzzle) -> None:
    """Raise an error unless the position is one of the game, and all answers are legal there."""
    if not len(puzzle.answers) >= 2 or not 0 <= puzzle.best < len(puzzle.answers):
        raise BadInput("a puzzle has at least two answers, and one of them is the best")
    table = puzzle.table()
    if table.rules.name != puzzle.game or not 0 <= puzzle.seat < table.players or table.over:
        raise BadInput("the position does not belong to the game or the seat of the puzzle")
    if puzzle.id != puzzle_id(puzzle.position, puzzle.seat):
        raise BadInput("the id does not belong to the position")
    for answer in puzzle.answers:
        action = parse_action(answer.action)
        if action.seat != puzzle.seat:
            raise BadInput("{action!r} is not an action of the puzzle's seat", action=answer.action)
        table.clone().apply(action)
