"""Merchants among people: offers that can be planted, and answers that stay consistent."""

from tests.support.engine.tables import kinds_in, nina_market
from tests.support.sessions import Driver, setup_of, started_session
from tobean.bots.base import Opponents, Remark
from tobean.bots.game_knowledge import judge_for
from tobean.bots.merchant.merchant import Merchant, counter_remark
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
from tobean.bots.merchant.replies import reply
from tobean.bots.merchant.valuation.deal_value import DealEvaluator
from tobean.bots.merchant.valuation.field_value import EMPTY
from tobean.games import new_game
from tobean.kernel.actions import Accept, Decline, MakeOffer
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer
from tobean.session.answers.preferences import Preferences
from tobean.session.answers.utterances import Utterance
from tobean.session.bots.bot_requests import offer_remark
from tobean.session.bots.opponents import opponents_of
from tobean.session.bots.reply_scheduler import ReplyRequest
from tobean.session.chat.questions import DEAL, Question

TIMON, NINA, KENO = 0, 1, 2
FOUR = 0b1111


def table(**other: str) -> Table:
    return nina_market("guests", **{"hand_A": "Garden, Blue, Stink, Soy", **other})


def evaluator_of(here: Table, seat: int, human_players: int = FOUR, fitting: int = 0) -> DealEvaluator:
    view = observe(here, seat)
    return DealEvaluator(
        view, judge_for(view, DEFAULT_PARAMETERS), Opponents(human_players=human_players, no_harvest_offers=fitting)
    )


# --- offers that fit ---------------------------------------------------------------------------------------------


def offers_made(opponents: Opponents, turns: int = 14) -> list[tuple[Table, MakeOffer]]:
    """Offers made by four merchants, each with the table before it."""
    here = new_game("bohnanza", 4, "guests", talk_limit=8)
    bots = [Merchant() for _ in range(4)]
    found: list[tuple[Table, MakeOffer]] = []
    chance = chance_from("guests")
    for bot in bots:
        bot.opponents = opponents
    while here.turn <= turns:
        seat = here.awaited
        action = bots[seat].choose(observe(here, seat), here.legal_actions(seat), chance)
        if isinstance(action, MakeOffer):
            found.append((here.clone(), action))
        here.apply(action)
    return found


def need_harvest(offers: list[tuple[Table, MakeOffer]]) -> list[MakeOffer]:
    return [
        offer
        for here, offer in offers
        if offer.to >= 0 and evaluator_of(here, offer.seat).lacks_room(offer.to, offer.cards, offer.wants)
    ]


def test_people_are_offered_plantable_cards() -> None:
    without = offers_made(Opponents())
    no_harvest_offers = offers_made(Opponents(human_players=FOUR, no_harvest_offers=FOUR))
    assert need_harvest(without)
    assert no_harvest_offers
    assert not need_harvest(no_harvest_offers)
    usual = offers_made(Opponents(human_players=FOUR))
    assert len(need_harvest(usual)) * len(without) < len(need_harvest(without)) * len(usual)


def test_cards_due_for_planting_take_up_room() -> None:
    here = table(field_A_3="Chili")
    assert not evaluator_of(here, NINA).lacks_room(TIMON, kinds_in("Red"), kinds_in("Soy"))
    assert evaluator_of(here, NINA).lacks_room(TIMON, kinds_in("Blue"), kinds_in("Soy"))
    free = table(turned="Red, Green")
    assert evaluator_of(free, NINA).judge.rows(TIMON).count(EMPTY) == 1
    assert not evaluator_of(free, NINA).lacks_room(TIMON, kinds_in("Blue"), ())
    assert evaluator_of(free, NINA).lacks_room(TIMON, kinds_in("Blue, Stink"), ())


def test_a_preference_restricts_bots_to_fitting_offers() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 3, bots=(1, 2), start=0)))
    assert (opponents_of(driver.session, 1).human_players, opponents_of(driver.session, 1).no_harvest_offers) == (1, 0)
    driver.log += driver.session.set_preferences(0, Preferences(fitting=True), driver.now)
    assert opponents_of(driver.session, 1).no_harvest_offers == 1


# --- consistent answers ------------------------------------------------------------------------------------------


def test_declined_offers_are_not_mentioned_again() -> None:
    here = table(hand_A="Garden, Blue, Blue, Soy")
    offer = reply(observe(here, NINA), TIMON, (), kinds_in("Red"))
    assert isinstance(offer, MakeOffer)
    here.apply(offer)
    assert reply(observe(here, NINA), TIMON, (), kinds_in("Red")) == Remark("offer stands", kinds_in("Red"))
    here.apply(Decline(TIMON, 1))
    again = reply(observe(here, NINA), TIMON, (), kinds_in("Red"))
    assert isinstance(again, MakeOffer) or again.occasion != "offer stands"


def test_a_late_reply_does_not_mention_a_closed_offer() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 3, bots=(1, 2), start=0)))
    session = driver.session
    session.act(0, f"A plant {parse_name(session.table, 0)} 1", session.version, driver.now, 1)
    spoken = Utterance(7, 0, driver.now, "Who has Red?", len(session.feed))
    asked = ReplyRequest(1, "merchant", driver.now, spoken, Question(DEAL), session.version - 1)
    stands = {"do": None, "remark": {"occasion": "offer stands", "kinds": "Red"}}
    assert driver.bot_scheduler.reply(asked, stands, driver.now, 1) == []
    current = ReplyRequest(1, "merchant", driver.now, spoken, Question(DEAL), session.version)
    assert driver.bot_scheduler.reply(current, stands, driver.now, 1)


def parse_name(here: Table, seat: int) -> str:
    return repr(here.legal_actions(seat)[0]).split()[2]


def test_a_price_remark_names_the_requested_cards() -> None:
    asked = Offer(1, TIMON, NINA, kinds_in("Blue"), (1,), kinds_in("Red"), 0, 0)
    same = MakeOffer(NINA, TIMON, kinds_in("Red"), (1,), kinds_in("Soy"), 1)
    other = MakeOffer(NINA, TIMON, kinds_in("Chili"), (2,), kinds_in("Blue"), 1)
    assert counter_remark(same, asked) == Remark("counter", kinds_in("Soy"))
    assert counter_remark(other, asked) == Remark("other cards", kinds_in("Chili"))
    assert offer_remark(MakeOffer(NINA, TIMON, kinds_in("Red"), (1,), kinds_in("Soy")), kinds_in("Soy")) == Remark(
        "my bid", kinds_in("Red")
    )
    assert offer_remark(MakeOffer(NINA, TIMON, kinds_in("Red"), (1,), kinds_in("Garden")), kinds_in("Soy")) == Remark(
        "my price", kinds_in("Garden")
    )


def test_a_countered_offer_is_not_accepted_while_the_counter_offer_is_open() -> None:
    here = table()
    here.apply(MakeOffer(TIMON, NINA, kinds_in("Soy"), (-1,), kinds_in("Red")))
    actions = here.legal_actions(NINA)
    assert isinstance(evaluator_of(here, NINA).best_answer(actions)[0], Accept)
    here.apply(MakeOffer(NINA, TIMON, kinds_in("Red"), (1,), kinds_in("Soy, Blue"), 1))
    actions = here.legal_actions(NINA)
    assert any(isinstance(action, Accept) for action in actions)
    assert isinstance(evaluator_of(here, NINA, human_players=0).best_answer(actions)[0], Accept)
    assert evaluator_of(here, NINA).best_answer(actions)[0] is None
    here.apply(Decline(TIMON, 2))
    assert isinstance(evaluator_of(here, NINA).best_answer(here.legal_actions(NINA))[0], Accept)


def test_a_gift_is_not_requested_by_two_bots() -> None:
    here = table()
    first = reply(observe(here, KENO), TIMON, kinds_in("Stink"), ())
    here.apply(MakeOffer(NINA, TIMON, (), (), kinds_in("Stink")))
    second = reply(observe(here, KENO), TIMON, kinds_in("Stink"), ())
    assert isinstance(first, (MakeOffer, Remark))
    assert not isinstance(second, MakeOffer) or second.cards


def test_a_gift_that_wastes_a_field_is_declined() -> None:
    here = table(field_B_1="Soy", field_B_2="Blue", field_B_3="Stink")
    assert evaluator_of(here, NINA).wastes_field(kinds_in("Garden"))
    assert not evaluator_of(here, NINA).wastes_field(kinds_in("Soy"))
    gift = Offer(1, TIMON, NINA, kinds_in("Garden"), (0,), (), 0, 0)
    assert evaluator_of(here, NINA).is_confusing_to_accept(gift)
    assert not evaluator_of(here, NINA, human_players=0).is_confusing_to_accept(gift)
    rich = table(field_B_1="3 Soy", field_B_2="4 Blue", field_B_3="Stink")
    assert not evaluator_of(rich, NINA).is_confusing_to_accept(gift)


def test_a_bot_that_refuses_to_bid_accepts_no_such_deal() -> None:
    """A no to "what would you give me for a Stink?" means no to every deal of one card for one."""
    here = new_game("bohnanza", 4, "asked", talk_limit=8)
    bot, chance = Merchant(), chance_from("asked")
    asked = 0
    while here.turn <= 16:
        if here.decision.is_trading and here.awaited == here.active and not here.offers and not here.deals:
            for seat in range(4):
                for place in range(len(here.hands[here.active]) if seat != here.active else 0):
                    asked += 1
                    assert_answer_holds(here, seat, place)
        seat = here.awaited
        here.apply(bot.choose(observe(here, seat), here.legal_actions(seat), chance))
    assert asked > 50


def assert_answer_holds(here: Table, seat: int, place: int) -> None:
    """Asks a seat for a bid on a hand card and, after a refusal, makes every offer that the seat could pay."""
    asker, card = here.active, here.hands[here.active][place]
    answer = reply(observe(here, seat), asker, (card,), ())
    if isinstance(answer, MakeOffer):
        assert card in answer.wants
        return
    for wanted in sorted(set(here.hands[seat]) - {card}):
        trial = here.clone()
        trial.apply(MakeOffer(asker, seat, (card,), (place,), (wanted,)))
        yes, _ = evaluator_of(trial, seat).best_answer(trial.legal_actions(seat))
        assert yes is None, (answer, yes)
