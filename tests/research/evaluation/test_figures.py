"""Figures of made-up games, and the search for a best response."""

from collections.abc import Sequence

import pytest

from tobean.research.arena.arena_game import Fixture, Outcome
from tobean.research.arena.game_statistics import Flow
from tobean.research.arena.schedule import Pairing
from tobean.research.evaluation.best_response import LEARNING_GAMES, deviation_gain, learn_response
from tobean.research.evaluation.evaluation_round import Round
from tobean.research.evaluation.figures import VariantScore, copy_favour_bias, fairness_of, variant_score
from tobean.research.evaluation.held_out_games import (
    MERCHANT,
    RANDOM,
    complete_deal,
    copies_among_others,
    games_of_round,
    held_out_pairing,
    rotated_fixtures,
    setting_of,
)
from tobean.research.opponents.drawn import FAMILIES, TRADERS
from tobean.research.opponents.population import COMMUNE

ROUND = Round("x", {"0": "hero"}, 4, {}, "seed")
PLAYERS = 3
BASE = {RANDOM: 2, MERCHANT: 12, "hero": 7, COMMUNE: 14, "miser-1": 6, "sharp": 9}
"""Thalers that each bot earns in the made-up games; all others earn 10."""


def made_up(fixture: Fixture, luck: int = 0) -> Outcome:
    """A game in which thalers depend on the bot and the deal. The hero makes three claims, of which one is false."""
    lineup = fixture.lineup
    thalers = tuple(BASE.get(name, 10) + luck * (fixture.deal % 2) * (name == "hero") for name in lineup)
    winners = tuple(seat for seat, own in enumerate(thalers) if own == max(thalers))
    heroes = tuple(int(name == "hero") for name in lineup)
    flows = [
        Flow(giver, receiver, favours=3 if lineup[receiver] == "hero" else 1)
        for giver in range(len(lineup))
        for receiver in range(len(lineup))
        if giver != receiver and lineup[giver] == "hero"
    ]
    return Outcome(
        fixture, thalers, thalers, winners, calls=heroes, claims=tuple(3 * one for one in heroes),
        true_claims=tuple(2 * one for one in heroes), honoured_calls=heroes, refused_calls=(0,) * len(lineup),
        flows=tuple(flows),
    )  # fmt: skip


def played(luck: int = 0, bot: str = "hero") -> dict[Fixture, Outcome]:
    fixtures = games_of_round((bot,), ROUND, PLAYERS)
    fixtures += rotated_fixtures(Pairing("sharp", bot), ROUND.deals, PLAYERS)
    return {fixture: made_up(fixture, luck) for fixture in fixtures}


def score(outcomes: dict[Fixture, Outcome], bot: str = "hero") -> VariantScore:
    return variant_score(bot, ("bohnanza", PLAYERS), ROUND, "sharp", outcomes, {})


def test_random_has_0_and_the_merchant_1() -> None:
    for bot, expected in [(RANDOM, 0.0), (MERCHANT, 1.0), ("hero", 0.5)]:
        found = score(played(bot=bot), bot).score
        assert found is not None
        assert found.value == pytest.approx(expected)
        assert found.low < found.value < found.high


def test_no_family_dominates() -> None:
    """Against traders the merchant leads by ten times as much; the family still counts a quarter."""
    outcomes = played()
    for deal in range(ROUND.deals):
        for name, thalers in [(RANDOM, -90), ("hero", 10), (MERCHANT, 110)]:
            pairing = held_out_pairing(name, TRADERS, ROUND, deal, PLAYERS)
            for seat, lineup in enumerate(pairing.lineups(PLAYERS)):
                own = tuple(thalers if other == seat else 10 for other in range(PLAYERS))
                outcomes[Fixture(deal, lineup)] = Outcome(
                    Fixture(deal, lineup), own, own, (seat,), claims=(0, 0, 0), true_claims=(0, 0, 0),
                    honoured_calls=(0, 0, 0), refused_calls=(0, 0, 0),
                )  # fmt: skip
    found = score(outcomes)
    assert found.score is not None
    assert found.score.value == pytest.approx(0.5)


def test_all_figures() -> None:
    found = score(played())
    values = {name: getattr(found, name).value for name in ("margin", "wins", "welfare", "surplus", "fairness")}
    assert values == pytest.approx({"margin": -3.0, "wins": 0.0, "welfare": 27 / 32, "surplus": 1 / 8, "fairness": 1.0})
    assert found.best_response is not None
    assert found.best_response.value == 2.0
    assert found.collusion is not None
    assert found.collusion.value == 2.0
    assert found.truth is not None
    assert found.truth.value == pytest.approx(2 / 3)
    assert found.honoured is not None
    assert found.honoured.value == 1.0
    assert found.claims == 3 * ROUND.deals * len(FAMILIES) * PLAYERS
    assert set(found.families) == set(FAMILIES)
    for name in ("score", "margin", "wins", "welfare", "surplus", "fairness", "best_response", "collusion", "truth"):
        interval = getattr(found, name)
        assert interval.low <= interval.value <= interval.high, name
        assert interval.low < interval.high, name


def test_varying_deals_widen_the_interval() -> None:
    even, uneven = score(played()).score, score(played(luck=6)).score
    assert even is not None
    assert uneven is not None
    assert uneven.high - uneven.low > 2 * (even.high - even.low)


def test_aborted_games_leave_no_figure() -> None:
    outcomes = {
        fixture: Outcome(fixture, culprit="hero", fault="crash") if "hero" in fixture.lineup else outcome
        for fixture, outcome in played().items()
    }
    found = score(outcomes)
    assert found.score is None
    assert found.best_response is None
    assert found.wins is None
    assert found.faults == found.games > 0


def test_two_players_cannot_collude() -> None:
    assert copies_among_others("hero", 2) is None
    assert copies_among_others("hero", 4) == Pairing("hero", f"hero+{MERCHANT}+{MERCHANT}")


def test_fairness_is_1_for_equals_and_0_for_one_who_has_all() -> None:
    assert fairness_of((5, 5, 5)) == 1.0
    assert fairness_of((0, 9, 0)) == pytest.approx(0.0)
    assert fairness_of((0, 0)) == 1.0
    assert fairness_of((4, 8, 6)) == pytest.approx(1 - 16 / 72)


def test_favours_are_compared_by_pair_of_seats() -> None:
    game = made_up(Fixture(0, ("hero", "hero", MERCHANT, MERCHANT)))
    assert copy_favour_bias([game], "hero") == 2.0


def test_gain_of_a_deviation() -> None:
    copies = made_up(Fixture(0, ("hero",) * PLAYERS))
    games = complete_deal(Pairing("sharp", "hero"), 0, PLAYERS, played())
    assert games is not None
    assert deviation_gain(games, copies) == 2.0


def test_settings_have_a_talk_limit_and_the_seed() -> None:
    setting = setting_of(("bohnanza", 4), "abc")
    assert (setting.game, setting.players, setting.seed, setting.options["talk_limit"]) == ("bohnanza", 4, "abc", 8)


# --- best response -----------------------------------------------------------------------------------------


def test_the_search_finds_the_best_lineage() -> None:
    """Number 6 is the best of the first generation, and mutants are better than their parents."""
    counted: list[Fixture] = []

    def play(fixtures: Sequence[Fixture]) -> dict[Fixture, Outcome]:
        counted.extend(fixtures)
        return {fixture: game_of(fixture) for fixture in fixtures}

    def game_of(fixture: Fixture) -> Outcome:
        worth = {
            name: 10 + 5 * (name.split(":")[2].startswith("6")) + name.count(".")
            for name in fixture.lineup
            if name.startswith("responder")
        }
        thalers = tuple(worth.get(name, 8) for name in fixture.lineup)
        return Outcome(fixture, thalers, thalers, (0,))

    assert learn_response("hero", "s", 3, play) == "responder:s:6.0.8"
    assert len(counted) == len(set(counted)) == LEARNING_GAMES
    assert {fixture.lineup.count("hero") for fixture in counted} == {2}


def test_a_bot_that_aborts_all_games_gets_the_first_responder() -> None:
    def play(fixtures: Sequence[Fixture]) -> dict[Fixture, Outcome]:
        return {fixture: Outcome(fixture, culprit="hero", fault="crash") for fixture in fixtures}

    assert learn_response("hero", "s", 3, play) == "responder:s:0"
