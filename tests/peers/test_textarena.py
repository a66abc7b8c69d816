"""Complete games through TextArena's interface, played by a stub model."""

import random
import re

import pytest

from tobean.research.textarena import TableEnv


@pytest.mark.parametrize(("game", "players"), [("bohnanza", 3), ("al-cabohne", 1), ("al-cabohne", 2), ("bohnedikt", 4)])
def test_a_whole_game(game: str, players: int) -> None:
    env, rng = TableEnv(game, talk_limit=1), random.Random(2)
    env.reset(players, seed=5)
    done, steps = False, 0
    while not done:
        player, seen = env.get_observation()
        board = seen[-1][1]
        numbers = re.findall(r"^([0-9]+)\. ", board, re.MULTILINE)
        done, info = env.step(f"I think hard. [{rng.choice(numbers)}]")
        assert info == {"seat": player, "refused": ""}
        steps += 1
    rewards, found = env.close()
    assert steps > 20
    assert set(rewards) == set(range(players))
    assert all("thalers" in found[player] for player in range(players))


def test_repeated_nonsense_leads_to_a_fallback_move() -> None:
    env = TableEnv("bohnanza", talk_limit=1)
    env.reset(3, seed=5)
    plies = [env.text.table.ply]
    for _ in range(3):
        player, _ = env.get_observation()
        _, info = env.step("I would rather not.")
        assert info["refused"]
        plies.append(env.text.table.ply)
    assert plies[0] == plies[1] == plies[2] < plies[3]
    assert env.state.game_info[player]["invalid_move"]
