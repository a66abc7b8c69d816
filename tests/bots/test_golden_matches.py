"""Bots of every level choose the same actions as in the golden file, in each build."""

import pytest

from tests.tools import golden_matches
from tests.tools.pickles_across_builds import is_compiled

FEWEST = {
    game: min(players for each, players, _ in golden_matches.MATCHES if each == game)
    for game in golden_matches.BUILTIN_GAMES
}
QUICK_GAMES = ("bohnanza", "al-cabohne")
"""Games in which the interpreted `mendel` plays its match in a few seconds."""
ONE_SEARCH = {"rabohnzel": "sage@0.02", "excalibohn": "mendel@0.02", "bohnedikt": "sage@0.02"}
"""The searching bot of games whose search is that of Bohnanza with other parameters."""
MATCHES = [
    (game, players, level)
    for game, players, level in golden_matches.MATCHES
    if players == FEWEST[game] or (is_compiled() and level not in golden_matches.SEARCHING)
    if is_compiled() or (level not in golden_matches.SEARCHING and (level != "mendel" or game in QUICK_GAMES))
    if level not in golden_matches.SEARCHING or ONE_SEARCH.get(game, level) == level
]
"""Matches of searching bots take many seconds each: the compiled build plays some with the fewest players, the
interpreted build none and fewer of the others. Every wheel plays all of them (`make test-wheel`)."""


@pytest.mark.long
@pytest.mark.parametrize(("game", "players", "level"), MATCHES)
def test_every_level_plays_its_golden_match(game: str, players: int, level: str) -> None:
    assert golden_matches.played(game, players, level) == golden_matches.kept()[game, players, level]


def test_the_golden_file_has_every_match() -> None:
    assert list(golden_matches.kept()) == golden_matches.MATCHES
