"""Environments with the interfaces of other libraries, without their test suites (`make test-research`)."""

from typing import Any

import gymnasium
import numpy as np
import pettingzoo as farama_pettingzoo
import pytest

import tobean
from tobean.research.environments import pettingzoo
from tobean.research.environments.gymnasium import IDS
from tobean.research.environments.parallel import Parallel
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.vocabulary import BadToken


def test_arrays_match_the_tables() -> None:
    setting = Setting("rabohnzel", 3)
    tables = Parallel(setting, 4, seed=1)
    rng = np.random.default_rng(1)
    ended = []
    for _ in range(1500):
        assert tables.views.shape == (4, setting.size)
        tokens = tables.random_tokens(rng)
        assert (tables.masks[np.arange(4), tokens] == 1).all()
        ended += tables.step(tokens)
    assert ended
    game = tables.batch.games[2]
    assert tables.seats[2] == game.seat
    assert bytes(tables.views[2][: setting.layout.size]) == bytes(
        setting.layout.dense(tobean.observe(game.table, game.seat))
    )


def played(env: Any, seed: int) -> tuple[int, dict[str, float]]:
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    steps, rewards = 0, dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        rewards[agent] += reward
        if over or cut:
            assert "thalers" in info
            env.step(None)
            continue
        mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
        steps += 1
    return steps, rewards


def test_a_whole_game_in_the_cycle_of_agents() -> None:
    first = played(pettingzoo.bohnanza_v0.env(players=3), 5)
    assert first == played(pettingzoo.bohnanza_v0.env(players=3, mask_in_observation=True), 5)
    assert first[0] > 200
    assert sum(first[1].values()) == pytest.approx(0)
    assert any(first[1].values())


def test_every_game_has_an_environment() -> None:
    for game in tobean.GAMES:
        name = game.replace("-", "_") + "_v0"
        assert name in dir(pettingzoo)
        assert getattr(pettingzoo, name).raw_env(volunteers=True).metadata["name"] == name
    with pytest.raises(AttributeError, match="chess_v0"):
        _ = pettingzoo.chess_v0


def test_environments_are_found_in_the_registry_of_pettingzoo() -> None:
    assert pettingzoo.IDS[0] == "tobean/bohnanza-v0"
    assert len(pettingzoo.IDS) == len(tobean.GAMES)
    env = farama_pettingzoo.make("aec", "tobean/al_cabohne_v0", players=2)
    assert (type(env), env.setting.players) == (pettingzoo.TableEnv, 2)
    together = farama_pettingzoo.make("parallel", "tobean/al_cabohne_v0", players=1, max_cycles=7)
    assert (type(together), together.setting.players, together.max_cycles) == (pettingzoo.ParallelTableEnv, 1, 7)


def test_a_wrong_token_is_refused() -> None:
    env = pettingzoo.bohnanza_v0.raw_env(players=3, render_mode="ansi")
    with pytest.raises(BadToken, match="has to be reset"):
        env.observe("seat_0")
    env.reset(seed=1)
    before = env.render()
    assert before.startswith("tobean table 1")
    with pytest.raises(BadToken):
        env.step(env.setting.grammar.end)
    assert env.render() == before
    together = pettingzoo.bohnanza_v0.parallel_env(players=3)
    together.reset(seed=1)
    asked = together.possible_agents[together.game.seat]
    *_, infos = together.step(dict.fromkeys(together.possible_agents, together.setting.grammar.end))
    assert infos[asked]["refused"]
    assert together.game.table.ply == 0


@pytest.mark.parametrize("token", [0.5, "0", None, np.float32(3), np.array([1, 2])])
def test_only_whole_numbers_are_tokens(token: Any) -> None:
    """Nothing is rounded, because the result would be another move."""
    env = pettingzoo.bohnanza_v0.raw_env(players=3)
    together = pettingzoo.bohnanza_v0.parallel_env(players=3)
    seat = gymnasium.make("tobean/Bohnanza-v0", players=3).unwrapped
    for each in (env, together, seat):
        each.reset(seed=1)
    tables = Parallel(Setting("bohnanza", 3), 2)
    games = [env.game, together.game, seat.game, *tables.batch.games]
    before = [(game.table.ply, game.said_tokens.copy()) for game in games]
    for step in (env.step, lambda given: together.step(dict.fromkeys(together.agents, given)), seat.step):
        with pytest.raises(BadToken, match="a token is a whole number"):
            step(token)
    with pytest.raises(BadToken, match="2 tokens are needed"):
        tables.step([token, token])
    assert [(game.table.ply, game.said_tokens) for game in games] == before


def test_a_step_out_of_order_is_refused() -> None:
    env = pettingzoo.al_cabohne_v0.raw_env(players=2)
    with pytest.raises(BadToken, match="has to be reset"):
        env.step(0)
    together = pettingzoo.al_cabohne_v0.parallel_env(players=2, max_cycles=1)
    together.reset(seed=1)
    with pytest.raises(BadToken, match="is asked, and has said nothing"):
        together.step({})
    together.step(dict.fromkeys(together.agents, 0))
    with pytest.raises(BadToken, match="the game is over"):
        together.step({})


@pytest.mark.parametrize("token", [-1, 10**6, 2**70])
def test_one_wrong_token_changes_no_table(token: int) -> None:
    tables = Parallel(Setting("bohnanza", 3), 3, seed=1)
    before = bytes(tables.views), bytes(tables.masks)
    tokens = [int(each) for each in tables.random_tokens(np.random.default_rng(1))]
    with pytest.raises(BadToken):
        tables.step([*tokens[:2], token])
    with pytest.raises(BadToken, match="table 2: 'end' cannot be said here"):
        tables.step([*tokens[:2], tables.setting.grammar.end])
    assert (bytes(tables.views), bytes(tables.masks)) == before
    assert [game.said_tokens for game in tables.batch.games] == [[], [], []]


def test_one_seat_against_bots() -> None:
    rng = np.random.default_rng(1)
    env = gymnasium.make("tobean/Bohnanza-v0", players=3, bots=["sprout", "miser"])
    for _ in range(2):
        view, info = env.reset(seed=3, options={"deal": 7})
        first = bytes(view)
        steps, over = 0, False
        while not over:
            view, reward, over, cut, info = env.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
            assert not info["refused"]
            steps += 1
        assert steps > 50
        assert {"thalers", "won"} <= set(info)
        assert reward != 0
    view, info = env.reset(options={"deal": 7})
    assert bytes(view) == first
    _, reward, over, cut, info = env.step(0 if not info["action_mask"][0] else env.action_space.n - 1)
    assert (reward, over, cut, info["refused"]) == (0, False, False, True)


def test_a_step_after_the_end_is_refused() -> None:
    env = gymnasium.make("tobean/AlCabohneSolo-v0").unwrapped
    _, info = env.reset(seed=1)
    rewards, over = [], False
    while not over:
        _, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        rewards.append(reward)
    assert any(rewards)
    _, reward, over, _, info = env.step(0)
    assert (reward, over, info["refused"]) == (0, True, True)


def test_the_state_has_what_all_seats_see() -> None:
    env = pettingzoo.bohnanza_v0.env(players=3)
    together = pettingzoo.bohnanza_v0.parallel_env(players=3)
    env.reset(seed=2)
    together.reset(seed=2)
    rng = np.random.default_rng(2)
    for _ in range(60):
        game, setting = env.game, env.setting
        state = env.state()
        assert env.state_space.contains(state)
        assert bytes(together.state()) == bytes(state)
        size = setting.layout.size
        for seat in range(3):
            assert bytes(state[seat * size : (seat + 1) * size]) == game.features(seat)
        partial_action = state[3 * size : 3 * size + setting.tokens + 1]
        assert bytes(partial_action) == game.view(game.seat)[size:]
        assert state[-3:].tolist() == [seat == game.seat for seat in range(3)]
        token = int(rng.choice(game.next_tokens))
        env.step(token)
        together.step(dict.fromkeys(together.agents, token))
    turns = pettingzoo.bohnanza_v0.env(players=3, max_cycles=10)
    turns.reset(seed=2)
    assert turns.state_space.contains(turns.state())


def test_the_mask_is_where_maskable_algorithms_look_for_it() -> None:
    env = gymnasium.make("tobean/Bohnanza-v0", players=3)
    _, info = env.reset(seed=1)
    for _ in range(30):
        masks = env.get_wrapper_attr("action_masks")()
        assert masks.dtype == np.bool_
        assert masks.tolist() == info["action_mask"].astype(bool).tolist()
        _, _, _, _, info = env.step(int(np.flatnonzero(masks)[-1]))


def test_every_game_is_registered_in_gymnasium() -> None:
    assert IDS == [
        "tobean/Bohnanza-v0",
        "tobean/Rabohnzel-v0",
        "tobean/Excalibohn-v0",
        "tobean/AlCabohne-v0",
        "tobean/AlCabohneSolo-v0",
        "tobean/Bohnedikt-v0",
    ]
    assert gymnasium.make("tobean/AlCabohneSolo-v0").unwrapped.setting.players == 1
    assert gymnasium.spec("tobean/Bohnanza-v0").entry_point == "tobean.research.environments.gymnasium:SeatEnv"
    assert "tobean/Bohnanza-v0" in gymnasium.make("tobean/Bohnanza-v0", players=3).spec.to_json()
    with pytest.raises(tobean.BadInput, match="Bohnanza: seat is a whole number from 0 to 2, not 3"):
        gymnasium.make("tobean/Bohnanza-v0", players=3, seat=3)
