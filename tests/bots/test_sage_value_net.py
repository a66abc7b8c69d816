"""Value networks of the sage: they match their features, use observations only, and tell won games from lost ones."""

import json

import pytest

import tobean
from tobean.bots import bot_named
from tobean.bots.game_knowledge import judge_for
from tobean.bots.game_loop import play_to_end, play_until
from tobean.bots.mendel.value_net import WIN_VALUE
from tobean.bots.merchant.lookahead import table_lead
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.sage.features import features_of
from tobean.bots.sage.value_net import NETS, Net, estimated_margin, net_for
from tobean.games.registry import game_folder

GAMES = ("bohnanza", "rabohnzel", "excalibohn", "bohnedikt")


def table_after_turns(game: str, players: int, turns: int, seed: int = 3) -> tobean.Table:
    table = tobean.new_game(game, players=players, seed=seed, talk_limit=8)
    sprouts = [bot_named("sprout") for _ in range(players)]
    play_until(table, sprouts, tobean.chance_from(seed), table.apply, turns)
    return table


def features(table: tobean.Table, seat: int) -> list[float]:
    return features_of(judge_for(tobean.observe(table, seat), DEFAULT_PARAMETERS))


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("game", GAMES)
def test_every_trading_game_has_a_net_that_fits(game: str, players: int) -> None:
    net = net_for(game)
    assert net is not None
    table = table_after_turns(game, players, 6)
    for seat in range(players):
        assert len(features(table, seat)) == len(net.skip) - 1 == len(net.inner) - 1
    assert all(len(row) == len(net.outer) for row in net.inner)


@pytest.mark.parametrize("game", GAMES)
def test_features_depend_only_on_the_observation(game: str) -> None:
    table = table_after_turns(game, 4, 9)
    for seed in range(5):
        other = tobean.determinize(tobean.observe(table, 1), tobean.chance_from(seed))
        assert features(other, 1) == features(table, 1)


def test_answers_are_sums_of_weights() -> None:
    net = Net(
        skip=[[1.0, 0.0], [0.0, 0.5], [0.25, 0.125]],
        inner=[[1.0, -1.0], [0.0, 2.0], [0.5, -3.0]],
        outer=[[2.0, 0.0], [100.0, 100.0]],
    )
    # By hand: 3 + 0.25 and 0.5 + 0.125; the first hidden unit is 3.5, the second is negative and cut to 0.
    assert net.predict([3.0, 1.0]) == (3.25 + 7.0, 0.625)


@pytest.mark.parametrize("game", GAMES)
def test_thalers_are_predicted_as_an_advantage(game: str) -> None:
    table = table_after_turns(game, 4, 12)
    rich = table.clone()
    rich.thalers[2] = (*rich.thalers[2], *rich.thalers[2][:1] * 4, *rich.discard[:4])
    assert estimated_margin(rich, 2, DEFAULT_PARAMETERS) > estimated_margin(table, 2, DEFAULT_PARAMETERS) + 1.0
    assert estimated_margin(rich, 0, DEFAULT_PARAMETERS) < estimated_margin(table, 0, DEFAULT_PARAMETERS)


def test_a_finished_game_has_its_result_as_value() -> None:
    table = tobean.new_game("bohnanza", players=3, seed=5, talk_limit=8)
    play_to_end(table, [bot_named("miser") for _ in range(3)], tobean.chance_from(5))
    result = table.result()
    seat = result.winners[0]
    margin = result.thalers[seat] - (sum(result.thalers) - result.thalers[seat]) / 2
    assert estimated_margin(table, seat, DEFAULT_PARAMETERS) == pytest.approx(
        margin + WIN_VALUE * (1 / len(result.winners) - 1 / 3)
    )


def test_without_a_net_the_merchant_evaluates(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_after_turns("bohnanza", 3, 6)
    with_net = estimated_margin(table, 1, DEFAULT_PARAMETERS)
    monkeypatch.setitem(NETS, "bohnanza", None)
    assert estimated_margin(table, 1, DEFAULT_PARAMETERS) == table_lead(table, 1, DEFAULT_PARAMETERS) != with_net


def test_nets_are_plain_text() -> None:
    for game in GAMES:
        text = (game_folder(game) / "bots" / "net.json").read_text(encoding="utf-8")
        assert set(json.loads(text)) == {"skip", "inner", "outer"}
