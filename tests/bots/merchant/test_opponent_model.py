"""Opponent model: which seats merchants believe and help, and when they ask for more."""

from tests.support.engine.tables import trading_table
from tobean.bots import PERSONALITIES
from tobean.bots.game_knowledge import judge_for
from tobean.bots.game_loop import play_until
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.opponent_model import DEFAULT_CREDIBILITY, call_credibility, collusion_suspicions, favour_debt
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, ROLLOUT_PARAMETERS, MerchantParameters
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.games import new_game
from tobean.kernel.actions import Accept, Action, Call, Decline, MakeOffer
from tobean.kernel.cards import kind_named
from tobean.kernel.chance import chance_from
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.kernel.trade.trade_history import TradeHistory
from tobean.research.opponents.exploiters import EXPLOITERS
from tobean.research.opponents.population import lab_bot

RED, SOY, STINK, BLUE = (kind_named(name) for name in ("Red", "Soy", "Stink", "Blue"))
NOBODY_YET = (0, 0, 0, 0)


def market_without_soy(**other: str) -> Table:
    """A trading table at which Keno has no Soy in hand."""
    return trading_table(**{"hand_C": "Blue, Green, Red", **other})


def favours(**pairs: int) -> tuple[int, ...]:
    """`BC=3`: Nina has done Keno three favours."""
    found = [0] * 16
    for pair, count in pairs.items():
        found["ABCD".index(pair[0]) * 4 + "ABCD".index(pair[1])] = count
    return tuple(found)


def evaluator_at(table: Table, seat: int, parameters: MerchantParameters = DEFAULT_PARAMETERS) -> DealEvaluator:
    view = observe(table, seat)
    return DealEvaluator(view, judge_for(view, parameters))


def choice(table: Table, seat: int) -> Action:
    return Merchant().choose(observe(table, seat), table.legal_actions(seat), chance_from(1))


# --- liars -----------------------------------------------------------------------------------------------------


def test_trust_depends_on_kept_and_broken_calls() -> None:
    table = market_without_soy()
    assert call_credibility(observe(table, 0), 1) == DEFAULT_CREDIBILITY
    table.trade_history = TradeHistory(favours(), (0, 6, 0, 0), (0, 0, 6, 2))
    view = observe(table, 0)
    assert call_credibility(view, 2) < call_credibility(view, 3) < DEFAULT_CREDIBILITY < call_credibility(view, 1) < 1.0


def test_calls_of_a_liar_count_as_little_as_silence() -> None:
    table = market_without_soy()
    odds = evaluator_at(table, 0).likelihood_of(3, (RED,))
    table.apply(Call(3, (RED,), ()))
    assert evaluator_at(table, 0).likelihood_of(3, (RED,)) == DEFAULT_CREDIBILITY > odds
    table.trade_history = TradeHistory(favours(), NOBODY_YET, (0, 0, 0, 30))
    assert evaluator_at(table, 0).likelihood_of(3, (RED,)) == odds


def test_seats_that_kept_their_calls_are_asked_first() -> None:
    """Nina and Keno are in equal positions and both call that they have Red."""
    for liar, honest in ((1, 2), (2, 1)):
        table = market_without_soy()
        for seat in (1, 2):
            table.apply(Call(seat, (RED,), ()))
        refused = [0, 0, 0, 0]
        refused[liar] = 8
        table.trade_history = TradeHistory(favours(), NOBODY_YET, tuple(refused))
        view = observe(table, 0)
        evaluator = DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS))
        assert evaluator.likelihood_of(honest, (RED,)) > evaluator.likelihood_of(liar, (RED,))


# --- colluders -------------------------------------------------------------------------------------------------


def test_favours_to_every_player_raise_no_suspicion() -> None:
    table = market_without_soy()
    assert collusion_suspicions(observe(table, 0)) == [0.0] * 4
    table.trade_history = TradeHistory(favours(BC=2, CB=2, BA=2, BD=2, CA=1, CD=2, DA=3, DB=1), NOBODY_YET, NOBODY_YET)
    assert collusion_suspicions(observe(table, 0)) == [0.0] * 4


def test_mutual_favours_of_two_players_raise_suspicion() -> None:
    table = market_without_soy()
    for done in (favours(BC=4, CB=4, BD=1, DA=1, AD=1), favours(BC=8, BD=1, DA=1, AD=1)):  # one direction suffices
        table.trade_history = TradeHistory(done, NOBODY_YET, NOBODY_YET)
        for seat in (0, 3):
            found = collusion_suspicions(observe(table, seat))
            assert found[1] == found[2] > 1.0
            assert found[0] == found[3] == 0.0
        assert collusion_suspicions(observe(table, 1)) == collusion_suspicions(observe(table, 2)) == [0.0] * 4


def test_colluders_get_no_help() -> None:
    """A Red for a Soy gains Timon and Nina about the same: a good deal, unless Nina colludes with Keno."""
    fair, foul = market_without_soy(), market_without_soy()
    foul.trade_history = TradeHistory(favours(BC=6, CB=6, DA=1, AD=1), NOBODY_YET, NOBODY_YET)
    for table in fair, foul:
        table.apply(MakeOffer(1, 0, (RED,), (0,), (SOY,)))
    accept = Accept(0, 1, (SOY,), (3,))
    own, other = evaluator_at(fair, 0).accept_gain(fair.offers[0], accept)
    assert DEFAULT_PARAMETERS.margin < own < 1.2 * other
    assert evaluator_at(fair, 0).best_answer([accept])[0] is accept
    assert evaluator_at(foul, 0).best_answer([accept])[0] is None
    # The remaining seats cooperate: Eiko gets better terms than before.
    assert evaluator_at(foul, 0).acceptance_margin(3, own, other) > evaluator_at(fair, 0).acceptance_margin(
        3, own, other
    )
    foul.trade_history = TradeHistory(
        favours(BC=6, CB=6, DA=1, AD=2), NOBODY_YET, NOBODY_YET
    )  # ... unless Eiko returns no favours
    assert evaluator_at(foul, 0).acceptance_margin(3, own, other) == evaluator_at(fair, 0).acceptance_margin(
        3, own, other
    )
    # merchant-2 and its siblings are frozen: they have no opponent model.
    assert evaluator_at(foul, 0, ROLLOUT_PARAMETERS).best_answer([accept])[0] is accept


def test_takers_of_favours_get_worse_terms() -> None:
    fair, owing = market_without_soy(), market_without_soy()
    fair.trade_history = TradeHistory(favours(AB=2, BA=2, CB=2, BC=2, DB=2, BD=2), NOBODY_YET, NOBODY_YET)
    owing.trade_history = TradeHistory(favours(AB=2, CB=2, DB=2), NOBODY_YET, NOBODY_YET)
    assert favour_debt(observe(fair, 0), 1) == 0.0
    assert 0.0 < favour_debt(observe(owing, 0), 1) < 1.0
    assert favour_debt(observe(owing, 0), 0) == 0.0
    assert evaluator_at(owing, 0).acceptance_margin(1, 1.0, 1.0) < evaluator_at(fair, 0).acceptance_margin(1, 1.0, 1.0)
    assert evaluator_at(owing, 0).acceptance_margin(3, 1.0, 1.0) == evaluator_at(fair, 0).acceptance_margin(3, 1.0, 1.0)


def test_colluders_are_detected_by_their_gifts() -> None:
    table = new_game("bohnanza", 4, 2, talk_limit=8)
    names = ("sprout", "colluder", "colluder", "sprout")
    play_until(table, [lab_bot(name) for name in names], chance_from(1), table.apply, 10)
    assert max(collusion_suspicions(observe(table, 0))) > 1.0


# --- asking for more -------------------------------------------------------------------------------------------


def test_a_better_deal_is_asked_for_once_before_accepting() -> None:
    """Nina gives two Red for a Soy, which is worth a lot to her: she may be willing to add a Blue."""
    table = market_without_soy(turned="Soy, Blue")
    table.apply(MakeOffer(1, 0, (RED, RED), (0, 1), (SOY,)))
    counter = choice(table, 0)
    assert isinstance(counter, MakeOffer)
    assert (counter.to, counter.cards, counter.answers) == (1, (SOY,), 1)
    assert set(counter.wants) > {RED}
    table.apply(counter)
    table.apply(Decline(1, 2))
    taken = choice(table, 0)
    assert isinstance(taken, Accept)
    assert taken.number == 1


def test_an_open_offer_is_accepted_later() -> None:
    table = market_without_soy(turned="Soy, Blue")
    table.apply(MakeOffer(0, 1, (SOY,), (TURNED,), (RED,)))
    table.apply(Decline(1, 1))
    taken = Merchant().volunteer(observe(table, 1), table.legal_actions(1), chance_from(1))
    assert isinstance(taken, Accept)
    table.apply(taken)


def test_gifts_and_counter_offers_are_not_countered() -> None:
    table = market_without_soy(turned="Soy, Blue")
    table.apply(MakeOffer(0, 1, (SOY,), (TURNED,), ()))
    assert isinstance(choice(table, 1), Accept)
    table = market_without_soy(turned="Soy, Blue")
    table.apply(MakeOffer(1, 0, (STINK,), (2,), (SOY,)))
    table.apply(MakeOffer(0, 1, (SOY,), (TURNED,), (RED,), 1))
    assert isinstance(choice(table, 1), Accept)


# --- repeated and last offers ----------------------------------------------------------------------------------


def test_repeated_or_late_requests_do_not_soften_any_personality() -> None:
    """An offer refused once is refused again, even when it is repeated as the last word."""
    for personality in (None, *PERSONALITIES.values()):
        merchant = Merchant()
        merchant.personality = personality
        table = market_without_soy()
        table.apply(MakeOffer(1, 0, (STINK,), (2,), (SOY,)))
        for number in range(1, 5):
            said = merchant.choose(observe(table, 0), table.legal_actions(0), chance_from(number))
            assert not isinstance(said, Accept)
            table.apply(Decline(0, number))
            table.apply(MakeOffer(1, 0, (STINK,), (2,), (SOY,)))
        table.talk[0] = 8
        table.apply(Call(0, (SOY,), ()))
        said = merchant.choose(observe(table, 0), table.legal_actions(0), chance_from(5))
        assert isinstance(said, Decline)


def test_exploiters_play_legally() -> None:
    table = new_game("bohnanza", 5, "tricks", talk_limit=8)
    names = list(EXPLOITERS)
    seen_types: set[type[Action]] = set()

    def act(action: Action) -> None:
        seen_types.add(type(action))
        table.apply(action)

    bots = [lab_bot(name) for name in names[:5]]
    play_until(table, bots, chance_from(1), act, 2)
    assert {Call, MakeOffer, Accept} <= seen_types
