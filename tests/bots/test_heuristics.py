"""Choices of `miser` and `sprout` in the games with special cards."""

import pytest

import tobean
from tobean.bots import bot_named
from tobean.bots.game_loop import play_to_end
from tobean.games.bohnedikt.edicts.use import Invoke
from tobean.games.bohnedikt.sacrifices import Sacrifice
from tobean.games.magic.actions import Cast, Use
from tobean.kernel.actions import Action

GAMES = ("rabohnzel", "excalibohn", "bohnedikt")


def played(game: str, players: int, names: list[str], deal: int) -> tuple[tobean.Table, list[Action]]:
    table = tobean.new_game(game, players=players, seed=deal, talk_limit=8)
    acts: list[Action] = []

    def play(action: Action) -> None:
        acts.append(action)
        table.apply(action)

    play_to_end(table, [bot_named(name) for name in names], tobean.chance_from(deal), play)
    return table, acts


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["miser", "sprout"])
def test_games_are_legal_and_reproducible(name: str, game: str, players: int) -> None:
    one, acts = played(game, players, [name] * players, 4)
    two, again = played(game, players, [name] * players, 4)
    assert one.over
    assert one.thalers == two.thalers
    assert acts == again


def test_sprout_uses_the_special_actions_of_each_game() -> None:
    used: set[type[Action]] = set()
    for game in GAMES:
        for deal in range(3):
            _, acts = played(game, 4, ["sprout", "sprout", "sprout", "random"], deal)
            used.update(type(act) for act in acts if act.seat != 3)
    assert {Use, Cast, Sacrifice, Invoke} <= used


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_each_level_beats_the_one_below(game: str) -> None:
    """A quick check on a few deals; the arena measures strength properly."""
    for hero, rest in (("miser", "random"), ("sprout", "miser")):
        margin = 0.0
        for deal in range(3):
            for seat in range(4):
                names = [rest] * 4
                names[seat] = hero
                thalers = [len(pile) for pile in played(game, 4, names, deal)[0].thalers]
                margin += thalers[seat] - (sum(thalers) - thalers[seat]) / 3
        assert margin > 0, (hero, rest)
