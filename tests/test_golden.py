"""Golden games: whatever changes in the course of a game, in its notation or in its telling shows up here."""

from __future__ import annotations

import pytest

import tobean
from golden import FOLDER, golden_texts
from kit import VARIANTS


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_golden_games_are_as_they_were(game: str, players: int) -> None:
    for name, text in golden_texts(game, players).items():
        kept = (FOLDER / name).read_text(encoding="utf-8")
        assert text == kept, f"{name} has changed; if that is meant, run `make golden` and look at the difference"


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_golden_records_replay(game: str, players: int) -> None:
    record = tobean.parse_record((FOLDER / f"{game}-{players}.record").read_text(encoding="utf-8"))
    assert record.final().over
    assert record.text() == (FOLDER / f"{game}-{players}.record").read_text(encoding="utf-8")


def test_every_golden_file_belongs_to_a_game() -> None:
    expected = {name for game, players in VARIANTS for name in golden_texts(game, players)}
    assert {path.name for path in FOLDER.iterdir()} == expected
