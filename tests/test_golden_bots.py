"""Bots of every level choose as they did, in each build."""

from __future__ import annotations

import pytest

import golden_bots
from across_builds import is_compiled

FEWEST = {
    game: min(players for each, players, _ in golden_bots.MATCHES if each == game) for game in golden_bots.BUILTIN_GAMES
}
MATCHES = [
    (game, players, level)
    for game, players, level in golden_bots.MATCHES
    if is_compiled() or (players == FEWEST[game] and level not in golden_bots.SEARCHING)
]
"""Interpreted, fewer matches and no searching bots: those take many seconds each."""


@pytest.mark.parametrize(("game", "players", "level"), MATCHES)
def test_every_level_plays_its_golden_match(game: str, players: int, level: str) -> None:
    assert golden_bots.played(game, players, level) == golden_bots.kept()[game, players, level]


def test_the_golden_file_has_every_match() -> None:
    assert list(golden_bots.kept()) == golden_bots.MATCHES
