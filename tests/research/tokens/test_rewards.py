"""Rewards of all environments: thalers, margin, win and welfare."""

from typing import Any

import gymnasium
import numpy as np
import pytest

import tobean
import tobean.research.environments.gymnasium
from tobean.research.environments import pettingzoo
from tobean.research.environments.parallel import Parallel
from tobean.research.environments.text import TextTable
from tobean.research.tokens.rewards import REWARDS, returns_of
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.token_game import TokenGame


@pytest.mark.parametrize(
    ("reward", "returns"),
    [
        ("thalers", [1.2, 0.9, 0.9]),
        ("margin", [0.3, -0.15, -0.15]),
        ("win", [1.0, 0.0, 0.0]),
        ("welfare", [1.0, 1.0, 1.0]),
    ],
)
def test_returns_of_a_result(reward: str, returns: list[float]) -> None:
    result = tobean.Result(thalers=(12, 9, 9), winners=(0,), ranks=(1, 2, 2))
    assert returns_of(reward, result) == pytest.approx(returns)


def test_a_rival_counts_for_the_margin_only() -> None:
    result = tobean.Result(thalers=(12, 8), winners=(), ranks=(2, 3), rival="boss", rival_thalers=20)
    assert returns_of("margin", result) == pytest.approx([-0.2, -0.8])
    assert returns_of("welfare", result) == [1.0, 1.0]
    assert returns_of("thalers", result) == [1.2, 0.8]
    assert returns_of("win", result) == [0.0, 0.0]


def test_winners_share_a_win() -> None:
    result = tobean.Result(thalers=(12, 12, 5), winners=(0, 1), ranks=(1, 1, 3))
    assert returns_of("win", result) == [0.5, 0.5, 0.0]


def first_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("reward", REWARDS)
def test_every_environment_pays_the_reward(reward: str) -> None:
    arguments: dict[str, Any] = {"players": 2, "talk_limit": 0, "skip_forced": True, "reward": reward}
    env = pettingzoo.al_cabohne_v0.env(**arguments)
    env.reset(seed=1)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, share, over, _, info = env.last()
        paid[agent] += share
        env.step(None if over else first_legal(info["action_mask"]))
    expected = returns_of(reward, env.game.table.result())
    assert any(expected) or reward == "win"  # the bosses win against players that choose the first action
    assert list(paid.values()) == expected

    together = pettingzoo.al_cabohne_v0.parallel_env(**arguments)
    _, infos = together.reset(seed=1)
    while together.agents:
        tokens = {agent: int(info["action_mask"].argmax()) for agent, info in infos.items()}
        _, shares, _, _, infos = together.step(tokens)
    assert list(shares.values()) == expected

    seat = gymnasium.make("tobean/AlCabohne-v0", seat=1, **arguments).unwrapped
    _, info = seat.reset(seed=1)
    over = False
    while not over:
        _, share, over, _, info = seat.step(first_legal(info["action_mask"]))
    assert share == returns_of(reward, seat.game.table.result())[1]

    text = TextTable("al-cabohne", 2, talk_limit=0)
    assert text.returns(reward) == [0.0, 0.0]
    while not text.over:
        text.answer("1")
    assert text.returns(reward) == returns_of(reward, text.table.result())


def test_tables_in_parallel_keep_the_thalers_of_finished_games() -> None:
    setting = Setting("al-cabohne", 2, talk_limit=0, skip_forced=True, reward="welfare")
    tables = Parallel(setting, 2, seed=4)
    alone = [TokenGame(setting, setting.new_table(f"4 {deal}")) for deal in range(2)]
    assert not tables.thalers.any()
    ended: list[tuple[int, list[float]]] = []
    while not ended:
        tokens = tables.masks.argmax(axis=1)
        for game, token in zip(alone, tokens, strict=True):
            game.say(int(token))
        ended = tables.step(tokens)
    for number, returns in ended:
        thalers = list(alone[number].table.result().thalers)
        assert tables.thalers[number].tolist() == thalers
        assert returns == [pytest.approx(sum(thalers) / 20)] * 2


def test_unknown_rewards_are_refused() -> None:
    for make in (
        lambda: Setting("bohnanza", reward="fame"),
        lambda: pettingzoo.bohnanza_v0.env(reward="fame"),
        lambda: gymnasium.make("tobean/Bohnanza-v0", reward="fame"),
        lambda: TextTable("bohnanza", 3).returns("fame"),
    ):
        with pytest.raises(tobean.BadInput, match="'fame' is not a reward; there are: thalers, margin, win, welfare"):
            make()
