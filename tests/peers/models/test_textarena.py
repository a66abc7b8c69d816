"""Complete games through TextArena's interface, played by a stub model."""

import random
import re
from typing import Any

import pytest
import textarena

import tobean
from tobean.research.environments.textarena import IDS, TableEnv


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


def test_rewards_can_be_chosen() -> None:
    env = TableEnv("al-cabohne", reward="welfare", talk_limit=0)
    env.reset(2, seed=5)
    done = False
    while not done:
        done, _ = env.step("[1]")
    rewards, found = env.close()
    mean = (found[0]["thalers"] + found[1]["thalers"]) / 2
    assert rewards == {0: pytest.approx(mean / 10), 1: pytest.approx(mean / 10)}
    with pytest.raises(tobean.BadInput, match="'fame' is not a reward"):
        TableEnv("al-cabohne", reward="fame")


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


def test_registered_environments_give_text() -> None:
    names = ["Bohnanza", "Rabohnzel", "Excalibohn", "AlCabohne", "Bohnedikt"]
    assert [f"tobean/{name}-v0" for name in names] == IDS
    for suffix in ("", "-train"):
        env = textarena.make(f"tobean/AlCabohne-v0{suffix}", talk_limit=0)
        env.reset(num_players=2, seed=1)
        done, lengths = False, []
        while not done:
            _, observation = env.get_observation()
            assert isinstance(observation, str)
            assert "Write your answers in brackets" in observation
            assert "Answer with one line" in observation
            lengths.append(len(observation))
            done, _ = env.step("[1]")
        assert (max(lengths) > 3 * lengths[0]) == (suffix == "")
    raw = textarena.make("tobean/AlCabohne-v0-raw")
    assert isinstance(raw, TableEnv)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"talk_limit": 101}, "talk_limit is at most 100"),
        ({"language": "xx"}, "unknown language 'xx'"),
        ({"budget": -1}, "a budget is a number of tokens"),
    ],
)
def test_wrong_arguments_are_refused_at_creation(arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(tobean.TobeanError, match=reason):
        TableEnv(**{"game": "bohnanza", **arguments})
