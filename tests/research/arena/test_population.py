"""The reference population is frozen, plays every game, and its unusual bots behave as their names say."""

import hashlib

import pytest

from tests.support.engine.tables import VARIANTS
from tobean.bots.merchant.parameters import PARAMETER_NAMES
from tobean.kernel.actions import Action
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import observe
from tobean.research.arena.arena_game import ArenaSetting, Fixture, play_fixture
from tobean.research.arena.schedule import Pairing, fixtures
from tobean.research.opponents.population import POPULATION, POPULATION_VERSION, lab_bot, reference_names
from tobean.research.opponents.reference.merchant import FIRST_PARAMETERS
from tobean.research.statistics.summary import Summary, summarize

NAMES = list(POPULATION)
TABLES = [("bohnanza", 4), ("rabohnzel", 3), ("al-cabohne", 2), ("bohnedikt", 4)]


def choices(game: str, players: int, name: str) -> str:
    """A digest of all actions at a table where every other seat is this bot's.

    Seats are asked here and not by `play_out`, so that the digest does not depend on the order of the driver.
    """
    table = ArenaSetting(game, players, "frozen", {"talk_limit": 6}).table(1)
    bots = [lab_bot("sprout-1" if seat % 2 else name) for seat in range(players)]
    chance = chance_from("frozen")
    lines: list[str] = []

    def take(action: Action) -> None:
        table.apply(action)
        lines.append(repr(action))

    while not table.over:
        for seat, bot in enumerate(bots):
            if seat != table.active and table.may_talk(seat) and not table.offers and not table.talk[seat]:
                word = bot.volunteer(observe(table, seat), table.legal_actions(seat), chance)
                if word is not None:
                    take(word)
        seat = table.awaited
        take(bots[seat].choose(observe(table, seat), table.legal_actions(seat), chance))
    return hashlib.blake2b("\n".join(lines).encode(), digest_size=4).hexdigest()


FROZEN = {
    "random-1": "56a454cb 5e1293fe 2a753b4c 7825d183",
    "miser-1": "6320d701 3c56d41c 825ce9fe 244be371",
    "sprout-1": "ea5dc16b 1bde8398 825ce9fe 04fc8550",
    "merchant-1": "781b6246 7a55ce8d be79cc2c 18571876",
    "merchant-2": "0149d4c9 85c6a3fc be79cc2c f361e72b",
    "generous-1": "03d5987f 7f5b8141 825ce9fe 56c6f9ab",
    "spiteful-1": "c2f4f8ec eb141b5d 825ce9fe 4edfdc0d",
    "greedy-1": "c19dbf82 587ccd1b 825ce9fe 0cba8134",
    "stonewall-1": "bc9cf224 2e2c427a 825ce9fe 4f2af9ea",
    "colluder-1": "2ae7ca3c 652ed884 825ce9fe 10652066",
}


FROZEN_PARAMETERS = {
    "horizon": 5.0,
    "supply_horizon": 30.0,
    "empty_field_value": 0.2,
    "extra_field_value": 3.0,
    "harvestable_share": 0.0,
    "next_turn_weight": 0.0,
    "first_card_weight": 0.25,
    "second_card_weight": 0.2,
    "third_card_weight": 0.2,
    "later_card_share": 0.1,
    "margin": 0.15,
    "kindness": 0.25,
    "envy": 0.1,
    "min_partner_gain": -0.1,
    "partner_match_share": 0.6,
    "partner_discard_gain": 0.1,
    "max_stakes": 12,
    "max_offers": 6,
    "max_calls": 0,
    "asks_people_for_gifts": True,
    "max_offers_per_person": 99,
    "max_counter_offers": 99,
    "min_likelihood": 0.02,
    "waits_for_answers": False,
    "allows_unsuitable_table_offers": True,
    "counters_before_accepting": False,
    "checks_credibility": False,
    "collusion_weight": 0.0,
    "solidarity_weight": 0.0,
}


@pytest.mark.long
def test_the_population_is_frozen() -> None:
    """On failure: raise POPULATION_VERSION if a rule was corrected; otherwise undo the change of the choices."""
    assert POPULATION_VERSION == 2
    assert {name: " ".join(choices(game, players, name) for game, players in TABLES) for name in NAMES} == FROZEN


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_all_reference_bots_play_every_game(game: str, players: int) -> None:
    setting = ArenaSetting(game, players, "all", {"talk_limit": 3})
    for first in range(0, len(NAMES), players):
        lineup = tuple(NAMES[(first + seat) % len(NAMES)] for seat in range(players))
        assert play_fixture(setting, Fixture(first, lineup)).fault == ""


def test_reference_bots_have_their_registered_names() -> None:
    assert [lab_bot(name).name for name in POPULATION] == list(POPULATION)
    assert lab_bot("colluder-1") is not lab_bot("colluder-1")


def test_the_constants_of_the_merchant_are_frozen() -> None:
    constants = [getattr(FIRST_PARAMETERS, name) for name in FROZEN_PARAMETERS]
    assert dict(zip(FROZEN_PARAMETERS, constants, strict=True)) == FROZEN_PARAMETERS
    assert set(PARAMETER_NAMES) == set(FROZEN_PARAMETERS), "a new constant needs the value that has no effect"


def test_the_population_as_opponents() -> None:
    assert reference_names("sprout", 4) == ("sprout",)
    for players, company in [
        (2, "colluder-1"),
        (3, "colluder-1+colluder-1"),
        (5, "colluder-1+colluder-1+sprout-1+sprout-1"),
    ]:
        assert company in reference_names("population", players)
        assert len(reference_names("population", players)) == len(POPULATION)


def measured(hero: str, against: str, deals: int) -> Summary:
    setting, pair = ArenaSetting("bohnanza", 4, "strangers", {"talk_limit": 8}), Pairing(hero, against)
    games = [play_fixture(setting, fixture) for fixture in fixtures((pair,), 4, deals)]
    return summarize(setting, [pair], {game.fixture: game for game in games})


def test_biased_traders_behave_as_named() -> None:
    strangers = ("generous-1", "greedy-1", "stonewall-1", "spiteful-1")
    bots = {name: measured("sprout-1", name, 1).bots[1] for name in strangers}
    assert bots["generous-1"].gifts > 3 * bots["spiteful-1"].gifts
    assert bots["greedy-1"].offers > 1.5 * bots["spiteful-1"].offers
    assert bots["greedy-1"].gifts == 0
    assert (bots["stonewall-1"].deals, bots["stonewall-1"].offers) == (0, 0)
    assert bots["stonewall-1"].calls > 20


def test_colluding_bots_give_each_other_more_gifts() -> None:
    found = measured("sprout-1", "colluder-1+colluder-1+sprout-1", 2)
    favours = {(flow.giver, flow.receiver): flow.favours for flow in found.flows}
    assert favours["colluder-1", "colluder-1"] > 4 * favours["colluder-1", "sprout-1"]
    assert found.pairs[0].margin.value < 0


def test_a_colluder_among_strangers_trades_like_a_sprout() -> None:
    setting = ArenaSetting("bohnanza", 4, "alone", {"talk_limit": 8})
    games = [play_fixture(setting, Fixture(0, (name, *["sprout-1"] * 3))) for name in ("sprout-1", "colluder-1")]
    assert games[0].thalers == games[1].thalers
    assert games[1].calls == (1, 0, 0, 0)
