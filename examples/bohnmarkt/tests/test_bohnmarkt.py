"""Tests specific to Bohnmarkt; tobean's own tests check that it is a valid game (README.md)."""

import re
from importlib.resources import files
from pathlib import Path

import pytest

import tobean
from tobean.bots import bot_named
from tobean.bots.game_loop import play_to_end
from tobean.kernel.observation.observation import observe
from tobean.record.position_defaults import partial_table
from tobean.record.scenarios.runner import run_scenario
from tobean.record.scenarios.scenario import parse_scenarios
from tobean_bohnmarkt import PayFor
from tobean_bohnmarkt.cards import AWNING, BASKET, SCALES, VALUES
from tobean_bohnmarkt.market import GOODS_TO_END, market_of

SCENARIOS = Path(__file__).parents[1] / "scenarios"
NAMES = ("Timon", "Nina", "Keno")


def test_the_scenarios_hold_and_cite_every_rule() -> None:
    cited: set[str] = set()
    for path in sorted(SCENARIOS.glob("*.scenario")):
        for scenario in parse_scenarios(path.read_text(encoding="utf-8")):
            assert run_scenario(scenario).failures == (), scenario.title
            cited |= set(scenario.rules)
    for language in ("en", "de", "fr"):
        page = (files("tobean_bohnmarkt") / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
        assert set(re.findall(r"\*\*(M\d+)\*\*", page)) == {rule for rule in cited if rule.startswith("M")}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_is_played_to_its_early_end(players: int) -> None:
    game = tobean.Game("bohnmarkt", players, seed=players, talk_limit=3)
    play_to_end(game.table, [bot_named("merchant")] * players, tobean.chance_from(players), game.play)
    table = game.table
    goods = market_of(table).goods
    assert max(len(cards) for cards in goods) == GOODS_TO_END
    assert not table.no_pile
    assert not any(row for rows in table.fields for row in rows)
    assert [worth for _, worth in table.result().parts] == [sum([VALUES[kind] for kind in cards]) for cards in goods]
    *_, (replayed, _, _) = tobean.parse_record(game.record.text()).replay()
    assert replayed.result() == table.result()


def shopping(thalers: str, goods: str = "nothing / nothing / nothing") -> tobean.Table:
    """A table at which Timon shops, with a Basket and an Awning at the market."""
    given = {"game": "bohnmarkt", "players": ", ".join(NAMES), "phase": "4", "market": "Basket, Awning"}
    return partial_table({**given, "goods": goods, "thalers Timon": thalers}, tobean.chance_from(1))[0]


def test_a_table_text_remembers_the_market() -> None:
    table = shopping("6 Red")
    table.apply(PayFor(0, BASKET))
    market = market_of(tobean.parse_table(tobean.table_text(table)))
    assert (market.stalls[0], market.goods) == (AWNING, ((BASKET,), (), ()))


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("market: Basket, Awning", "market: Basket, Awning, Awning", "up to 2 goods"),
        ("market: Basket, Awning", "market: Red", "up to 2 goods"),
        ("goods: nothing / nothing", "goods: 4 Scales / nothing", "up to 3 for each player"),
        ("goods: nothing / nothing / nothing", "goods: nothing / nothing", "up to 3 for each player"),
        ("goods: nothing / nothing", "goods: 3 Basket / 2 Basket", "not that many goods"),
    ],
)
def test_impossible_markets_are_refused(old: str, new: str, error: str) -> None:
    text = tobean.table_text(shopping("6 Red"))
    assert old in text
    with pytest.raises(tobean.BadInput, match=error):
        tobean.parse_table(text.replace(old, new))


def test_refusals_speak_german() -> None:
    table = shopping("3 Red")
    said = []
    for action in (PayFor(0, AWNING), PayFor(0, SCALES), PayFor(1, BASKET)):
        with pytest.raises(tobean.Illegal) as caught:
            table.apply(action)
        said.append(tobean.error_text(caught.value, NAMES, "de", "bohnmarkt"))
    assert said == [
        "Markise kostet 6 Taler. (M2)",
        "Waage steht jetzt nicht zum Verkauf. (M2)",
        "Auf dem Markt kauft jetzt nur Timon. (M2)",
    ]


def test_the_merchant_buys_without_a_judge() -> None:
    table = shopping("7 Red")
    choice = bot_named("merchant").choose(observe(table, 0), table.legal_actions(0), tobean.chance_from(1))
    assert choice == PayFor(0, AWNING)
