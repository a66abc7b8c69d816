"""The position of a puzzle in words has everything that the picture shows."""

import pytest

from tobean.kernel.cards import HIDDEN
from tobean.puzzles.collection import collection
from tobean.puzzles.sheet import PuzzleSheet


def position(game: str, number: int) -> dict[str, str]:
    return dict(PuzzleSheet(collection(game)[number], "en").position())


def test_fields_have_their_numbers_and_empty_ones_are_named() -> None:
    for puzzle in collection("bohnanza"):
        sheet = PuzzleSheet(puzzle, "en")
        view, words = sheet.view, dict(sheet.position())
        for seat in range(view.players):
            farm = words["You" if seat == view.seat else f"Player {'ABCDE'[seat]}"]
            for number, row in enumerate(view.fields[seat], start=1):
                assert f"field {number}: {sheet.namer.label(row) if row else 'nothing'}; " in farm


def test_the_bosses_and_their_thalers_are_told() -> None:
    for number, puzzle in enumerate(collection("al-cabohne")):
        view, words = puzzle.view(), position("al-cabohne", number)
        assert {"Al", "Don"} <= set(words)
        assert view.component is not None
        mafia = view.component.entries()["mafia thalers"]
        assert words["Bean Mafia"].startswith("0") == (mafia == "nothing")


@pytest.mark.parametrize("game", ["rabohnzel", "excalibohn", "bohnedikt"])
def test_cards_before_the_players_are_told_and_hidden_ones_counted(game: str) -> None:
    for number, puzzle in enumerate(collection(game)):
        words, component = position(game, number), puzzle.view().component
        assert component is not None
        for cards in component.card_layout(puzzle.view().options):
            if cards.seat < 0:
                continue
            is_own = cards.seat == puzzle.seat
            value = words["In front of you" if is_own else f"In front of player {'ABCDE'[cards.seat]}"]
            assert (HIDDEN in cards.cards) == ("a card" in value or " cards" in value)
            assert not is_own or HIDDEN not in cards.cards
