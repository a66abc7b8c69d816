"""Files of puzzles: what is written is read again, and damaged lines are named."""

import json

import pytest

from tobean.kernel.errors import BadInput
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.puzzle import MAX_LINE, format_puzzles, parse_puzzles

GOOD = collection("bohnanza")[0]


def changed(**fields: object) -> str:
    """The first puzzle as a line, with changed fields."""
    return json.dumps({**json.loads(format_puzzles([GOOD])), **fields})


def test_a_file_is_read_as_it_was_written() -> None:
    puzzles = list(collection("rabohnzel")[:3])
    assert list(parse_puzzles("\n" + format_puzzles(puzzles) + "\n")) == puzzles


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("no puzzle", "not a puzzle"),
        ("{}", "not a puzzle"),
        (changed(best=9), "at least two answers"),
        (changed(answers=[]), "at least two answers"),
        (changed(seat=7), "does not belong to the game"),
        (changed(game="rabohnzel"), "does not belong to the game"),
        (changed(id="0000000000"), "the id does not belong"),
        (changed(position=GOOD.position.replace("hand A", "paw A")), "'hand A' is missing"),
        (changed(position="x" * MAX_LINE), "longer than"),
        (changed(secret=1), "not a puzzle"),
    ],
)
def test_a_damaged_line_is_named(line: str, reason: str) -> None:
    with pytest.raises(BadInput, match="line 2: ") as caught:
        list(parse_puzzles(f"{format_puzzles([GOOD])}{line}\n"))
    assert reason in str(caught.value)


@pytest.mark.parametrize("action", ["A sing", f"{'ABC'[(GOOD.seat + 1) % 3]} end trading"])
def test_an_answer_must_be_an_action_of_the_seat(action: str) -> None:
    answers = [{"action": action, "value": 1.0} for _ in range(2)]
    with pytest.raises(BadInput, match="line 1: "):
        list(parse_puzzles(changed(answers=answers, best=0)))


def test_an_illegal_answer_is_refused() -> None:
    seat = "ABC"[GOOD.seat]
    answers = [{"action": f"{seat} buy field", "value": 1.0}, {"action": f"{seat} harvest 9", "value": 1.0}]
    with pytest.raises(BadInput, match="line 1: "):
        list(parse_puzzles(changed(answers=answers, best=0)))
