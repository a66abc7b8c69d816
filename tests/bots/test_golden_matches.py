"""Bots of every level choose the same actions as in the golden file, in each build."""

import pytest

from tests.tools import golden_matches
from tests.tools.pickles_across_builds import is_compiled

FEWEST = {
    game: min(players for each, players, _ in golden_matches.MATCHES if each == game)
    for game in golden_matches.BUILTIN_GAMES
}
ONE_SEARCH = {"rabohnzel": "", "excalibohn": "", "bohnedikt": "sage@0.02"}
"""The searching bot of games whose search is that of Bohnanza with other parameters, if it plays here."""
QUICK = ("bohnanza", "al-cabohne")
"""Games in which the interpreted build plays every level that does not search; in the others a sprout and merchants."""


def is_played(game: str, players: int, level: str) -> bool:
    """Whether this build plays this match.

    Matches of searching bots take many seconds each: the compiled build plays some with the fewest players, the
    interpreted build none and fewer of the others. Every wheel plays all of them (`make test-wheel`).
    """
    if level in golden_matches.SEARCHING:
        return is_compiled() and players == FEWEST[game] and ONE_SEARCH.get(game, level) == level
    return is_compiled() or (players == FEWEST[game] and (game in QUICK or level == "sprout"))


MATCHES = [match for match in golden_matches.MATCHES if is_played(*match)]


@pytest.mark.long
@pytest.mark.parametrize(("game", "players", "level"), MATCHES)
def test_every_level_plays_its_golden_match(game: str, players: int, level: str) -> None:
    assert golden_matches.match_line(game, players, level) == golden_matches.golden_lines()[game, players, level]


def test_the_golden_file_has_every_match() -> None:
    assert list(golden_matches.golden_lines()) == golden_matches.MATCHES
