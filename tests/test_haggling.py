"""Negotiators: whom merchants believe, whom they help, and when they ask for more."""

from __future__ import annotations

from kit import market
from tobean.bots import PERSONALITIES
from tobean.bots.expertise import judge_for
from tobean.bots.match import play_on
from tobean.bots.merchant.bargaining import Bazaar
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.regard import CREDIBLE, credit, debt, suspicions
from tobean.bots.merchant.temper import SWIFT, USUAL, Temper
from tobean.games import new_game
from tobean.kernel.actions import Accept, Action, Call, Decline, MakeOffer
from tobean.kernel.cards import kind_named
from tobean.kernel.chance import chance_from
from tobean.kernel.places import TURNED
from tobean.kernel.repute import Repute
from tobean.kernel.table import Table
from tobean.lab.exploiters import EXPLOITERS
from tobean.lab.population import player_named
from tobean.view.observation import observe

RED, SOY, STINK, BLUE = (kind_named(name) for name in ("Red", "Soy", "Stink", "Blue"))
NOBODY_YET = (0, 0, 0, 0)


def stall(**other: str) -> Table:
    """A market at which Keno has no Soy beans in the hand."""
    return market(**{"hand_C": "Blue, Green, Red", **other})


def favours(**pairs: int) -> tuple[int, ...]:
    """`BC=3`: Nina has done Keno three favours."""
    found = [0] * 16
    for pair, count in pairs.items():
        found["ABCD".index(pair[0]) * 4 + "ABCD".index(pair[1])] = count
    return tuple(found)


def bazaar_at(table: Table, seat: int, temper: Temper = USUAL) -> Bazaar:
    view = observe(table, seat)
    return Bazaar(view, judge_for(view, temper))


def choice(table: Table, seat: int) -> Action:
    return Merchant().choose(observe(table, seat), table.legal_actions(seat), chance_from(1))


# --- liars -----------------------------------------------------------------------------------------------------


def test_trust_follows_what_proved_true() -> None:
    table = stall()
    assert credit(observe(table, 0), 1) == CREDIBLE
    table.repute = Repute(favours(), (0, 6, 0, 0), (0, 0, 6, 2))
    view = observe(table, 0)
    assert credit(view, 2) < credit(view, 3) < CREDIBLE < credit(view, 1) < 1.0


def test_a_liar_is_believed_no_more_than_somebody_who_says_nothing() -> None:
    table = stall()
    odds = bazaar_at(table, 0).chance_of(3, (RED,))
    table.apply(Call(3, (RED,), ()))
    assert bazaar_at(table, 0).chance_of(3, (RED,)) == CREDIBLE > odds
    table.repute = Repute(favours(), NOBODY_YET, (0, 0, 0, 30))
    assert bazaar_at(table, 0).chance_of(3, (RED,)) == odds


def test_a_seat_whose_calls_come_to_nothing_is_asked_after_those_whose_calls_were_kept() -> None:
    """Nina and Keno look alike and both say that they have Red."""
    for liar, honest in ((1, 2), (2, 1)):
        table = stall()
        for seat in (1, 2):
            table.apply(Call(seat, (RED,), ()))
        refused = [0, 0, 0, 0]
        refused[liar] = 8
        table.repute = Repute(favours(), NOBODY_YET, tuple(refused))
        view = observe(table, 0)
        bazaar = Bazaar(view, judge_for(view, USUAL))
        assert bazaar.chance_of(honest, (RED,)) > bazaar.chance_of(liar, (RED,))


# --- colluders -------------------------------------------------------------------------------------------------


def test_who_does_favours_all_round_is_not_suspected() -> None:
    table = stall()
    assert suspicions(observe(table, 0)) == [0.0] * 4
    table.repute = Repute(favours(BC=2, CB=2, BA=2, BD=2, CA=1, CD=2, DA=3, DB=1), NOBODY_YET, NOBODY_YET)
    assert suspicions(observe(table, 0)) == [0.0] * 4


def test_two_who_do_each_other_all_the_favours_are_suspected_by_the_others() -> None:
    table = stall()
    for done in (favours(BC=4, CB=4, BD=1, DA=1, AD=1), favours(BC=8, BD=1, DA=1, AD=1)):  # one way is enough
        table.repute = Repute(done, NOBODY_YET, NOBODY_YET)
        for seat in (0, 3):
            found = suspicions(observe(table, seat))
            assert found[1] == found[2] > 1.0
            assert found[0] == found[3] == 0.0
        assert suspicions(observe(table, 1)) == suspicions(observe(table, 2)) == [0.0] * 4


def test_colluders_get_no_help() -> None:
    """A Red for a Soy brings Timon and Nina about as much. That is a good deal, unless Nina plays for Keno."""
    fair, foul = stall(), stall()
    foul.repute = Repute(favours(BC=6, CB=6, DA=1, AD=1), NOBODY_YET, NOBODY_YET)
    for table in fair, foul:
        table.apply(MakeOffer(1, 0, (RED,), (0,), (SOY,)))
    accept = Accept(0, 1, (SOY,), (3,))
    own, other = bazaar_at(fair, 0).accept_gain(fair.offers[0], accept)
    assert USUAL.margin < own < 1.2 * other
    assert bazaar_at(fair, 0).best_answer([accept])[0] is accept
    assert bazaar_at(foul, 0).best_answer([accept])[0] is None
    # Those who are left stand together: Eiko gets better terms than before.
    assert bazaar_at(foul, 0).agreeable(3, own, other) > bazaar_at(fair, 0).agreeable(3, own, other)
    foul.repute = Repute(favours(BC=6, CB=6, DA=1, AD=2), NOBODY_YET, NOBODY_YET)  # ... unless nothing comes back
    assert bazaar_at(foul, 0).agreeable(3, own, other) == bazaar_at(fair, 0).agreeable(3, own, other)
    # merchant-2 and its like are frozen: they notice nothing.
    assert bazaar_at(foul, 0, SWIFT).best_answer([accept])[0] is accept


def test_who_takes_more_favours_than_they_give_gets_worse_terms() -> None:
    fair, owing = stall(), stall()
    fair.repute = Repute(favours(AB=2, BA=2, CB=2, BC=2, DB=2, BD=2), NOBODY_YET, NOBODY_YET)
    owing.repute = Repute(favours(AB=2, CB=2, DB=2), NOBODY_YET, NOBODY_YET)
    assert debt(observe(fair, 0), 1) == 0.0
    assert 0.0 < debt(observe(owing, 0), 1) < 1.0
    assert debt(observe(owing, 0), 0) == 0.0
    assert bazaar_at(owing, 0).agreeable(1, 1.0, 1.0) < bazaar_at(fair, 0).agreeable(1, 1.0, 1.0)
    assert bazaar_at(owing, 0).agreeable(3, 1.0, 1.0) == bazaar_at(fair, 0).agreeable(3, 1.0, 1.0)


def test_two_colluders_are_found_out_by_what_they_give_each_other() -> None:
    table = new_game("bohnanza", 4, 2, talk_limit=8)
    names = ("sprout", "colluder", "colluder", "sprout")
    play_on(table, [player_named(name) for name in names], chance_from(1), table.apply, 10)
    assert max(suspicions(observe(table, 0))) > 1.0


# --- asking for more -------------------------------------------------------------------------------------------


def test_who_could_get_more_asks_for_it_once_and_then_takes_what_there_is() -> None:
    """Nina gives two Red for a Soy, which is worth a lot to her: she may have a Blue to spare as well."""
    table = stall(turned="Soy, Blue")
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


def test_an_offer_that_still_stands_is_taken_up_when_there_is_a_moment() -> None:
    table = stall(turned="Soy, Blue")
    table.apply(MakeOffer(0, 1, (SOY,), (TURNED,), (RED,)))
    table.apply(Decline(1, 1))
    taken = Merchant().volunteer(observe(table, 1), table.legal_actions(1), chance_from(1))
    assert isinstance(taken, Accept)
    table.apply(taken)


def test_nobody_haggles_over_a_gift_or_about_a_counter_offer() -> None:
    table = stall(turned="Soy, Blue")
    table.apply(MakeOffer(0, 1, (SOY,), (TURNED,), ()))
    assert isinstance(choice(table, 1), Accept)
    table = stall(turned="Soy, Blue")
    table.apply(MakeOffer(1, 0, (STINK,), (2,), (SOY,)))
    table.apply(MakeOffer(0, 1, (SOY,), (TURNED,), (RED,), 1))
    assert isinstance(choice(table, 1), Accept)


# --- who repeats, who asks last --------------------------------------------------------------------------------


def test_no_personality_is_worn_down_by_repeating_or_by_asking_last() -> None:
    """What is refused at first is refused again, and when there is nothing more to say."""
    for personality in (None, *PERSONALITIES.values()):
        merchant = Merchant()
        merchant.personality = personality
        table = stall()
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


def test_exploiters_play_by_the_rules() -> None:
    table = new_game("bohnanza", 5, "tricks", talk_limit=8)
    names = list(EXPLOITERS)
    told: set[type[Action]] = set()

    def act(action: Action) -> None:
        told.add(type(action))
        table.apply(action)

    bots = [player_named(name) for name in names[:5]]
    play_on(table, bots, chance_from(1), act, 2)
    assert {Call, MakeOffer, Accept} <= told
