"""The text description of a puzzle has everything that its picture shows."""

import pytest

from tobean.kernel.cards import HIDDEN
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.sheet import PuzzleSheet


def position(game: str, number: int) -> dict[str, str]:
    return dict(PuzzleSheet(collection(game)[number], "en").position())


def test_fields_have_their_numbers_and_empty_ones_are_named() -> None:
    for puzzle in collection("bohnanza"):
        sheet = PuzzleSheet(puzzle, "en")
        view, descriptions = sheet.view, dict(sheet.position())
        for seat in range(view.players):
            farm = descriptions["You" if seat == view.seat else f"Player {'ABCDE'[seat]}"]
            for number, row in enumerate(view.fields[seat], start=1):
                assert f"field {number}: {sheet.namer.label(row) if row else 'nothing'}; " in farm


def test_the_bosses_and_their_thalers_are_described() -> None:
    for number, puzzle in enumerate(collection("al-cabohne")):
        view, descriptions = puzzle.view(), position("al-cabohne", number)
        assert {"Al", "Don"} <= set(descriptions)
        assert view.component is not None
        mafia = view.component.entries()["mafia thalers"]
        assert descriptions["Bean Mafia"].startswith("0") == (mafia == "nothing")


@pytest.mark.parametrize("game", ["rabohnzel", "excalibohn", "bohnedikt"])
def test_cards_in_front_of_players_are_described_and_hidden_ones_counted(game: str) -> None:
    for number, puzzle in enumerate(collection(game)):
        descriptions, component = position(game, number), puzzle.view().component
        assert component is not None
        for cards in component.card_layout(puzzle.view().options):
            if cards.seat < 0:
                continue
            is_own = cards.seat == puzzle.seat
            value = descriptions["In front of you" if is_own else f"In front of player {'ABCDE'[cards.seat]}"]
            assert (HIDDEN in cards.cards) == ("a card" in value or " cards" in value)
            assert not is_own or HIDDEN not in cards.cards
