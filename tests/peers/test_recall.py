"""Information states of thousands of games: no two decisions have the same text and different legal tokens."""

import pytest

from tests.support.engine.tables import ALL_VARIANTS
from tests.support.recall import count_clashes
from tobean.research.tokens.setting import Setting

GAMES = 80
"""Games of each variant, with and without seats that are asked out of turn."""


@pytest.mark.parametrize("volunteers", [False, True])
@pytest.mark.parametrize(("game", "players"), ALL_VARIANTS)
def test_no_clashes(game: str, players: int, volunteers: bool) -> None:
    setting = Setting(game, players, talk_limit=1, volunteers=volunteers)
    count, repeated, clashes = count_clashes(setting, GAMES, f"peers {volunteers}")
    print(f"{game}, {players} players: {count} decisions, {repeated} repeated, {clashes} clashes")
    assert count > 150 * GAMES
    assert repeated > 0
    assert clashes == 0
