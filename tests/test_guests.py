"""Merchants among people: offers that can be planted, and answers that hold."""

from __future__ import annotations

from kit_play import Driver, begun, setup_of
from tobean.bots.base import Company, Remark
from tobean.bots.expertise import judge_for
from tobean.bots.merchant.bargaining import Bazaar
from tobean.bots.merchant.merchant import Merchant, remark_on_counter
from tobean.bots.merchant.replying import reply
from tobean.bots.merchant.temper import USUAL
from tobean.bots.merchant.valuing import EMPTY
from tobean.games import new_game
from tobean.kernel.actions import Accept, Decline, MakeOffer
from tobean.kernel.chance import chance_from
from tobean.kernel.offers import Offer
from tobean.kernel.table import Table
from tobean.kernel.words import parse_cards
from tobean.play.bots.answering import Reply
from tobean.play.bots.company import company_of
from tobean.play.bots.thinking import in_short
from tobean.play.session.answers import Answers
from tobean.play.session.questions import Spoken
from tobean.play.talk.questions import DEAL, Question
from tobean.record.partial import partial_table
from tobean.view.observation import observe

TIMON, NINA, KENO = 0, 1, 2
FOUR = 0b1111


def kinds(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text)) if text else ()


def table(**other: str) -> Table:
    said = {
        "players": "Timon, Nina, Keno",
        "hand A": "Garden, Blue, Stink, Soy",
        "hand B": "Stink, Red, Chili, Green",
        "hand C": "Blue, Green, Soy",
        "field A 1": "2 Red",
        "field A 2": "2 Green",
        "field B 1": "3 Soy",
        "field B 2": "2 Blue",
        "turned": "Soy, Garden",
        **{where.replace("_", " "): cards for where, cards in other.items()},
    }
    return partial_table(said, chance_from("guests"))[0]


def bazaar_of(here: Table, seat: int, guests: int = FOUR, fitting: int = 0) -> Bazaar:
    view = observe(here, seat)
    return Bazaar(view, judge_for(view, USUAL), Company(guests=guests, fitting=fitting))


# --- offers that fit ---------------------------------------------------------------------------------------------


def offers_made(company: Company, turns: int = 14) -> list[tuple[Table, MakeOffer]]:
    """The offers of four merchants, each with the table before it."""
    here = new_game("bohnanza", 4, "guests", talk_limit=8)
    bots = [Merchant() for _ in range(4)]
    found: list[tuple[Table, MakeOffer]] = []
    chance = chance_from("guests")
    for bot in bots:
        bot.company = company
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
        if offer.to >= 0 and bazaar_of(here, offer.seat).lacks_room(offer.to, offer.cards, offer.wants)
    ]


def test_people_are_offered_what_they_can_plant() -> None:
    without = offers_made(Company())
    fitting = offers_made(Company(guests=FOUR, fitting=FOUR))
    assert need_harvest(without)
    assert fitting
    assert not need_harvest(fitting)
    usual = offers_made(Company(guests=FOUR))
    assert len(need_harvest(usual)) * len(without) < len(need_harvest(without)) * len(usual)


def test_room_is_what_is_left_beside_what_is_due() -> None:
    here = table(field_A_3="Chili")
    assert not bazaar_of(here, NINA).lacks_room(TIMON, kinds("Red"), kinds("Soy"))
    assert bazaar_of(here, NINA).lacks_room(TIMON, kinds("Blue"), kinds("Soy"))
    free = table(turned="Red, Green")
    assert bazaar_of(free, NINA).judge.rows(TIMON).count(EMPTY) == 1
    assert not bazaar_of(free, NINA).lacks_room(TIMON, kinds("Blue"), ())
    assert bazaar_of(free, NINA).lacks_room(TIMON, kinds("Blue, Stink"), ())


def test_a_person_says_that_only_fitting_offers_are_wanted() -> None:
    driver = Driver(*begun(setup_of("bohnanza", 3, bots=(1, 2), start=0)))
    assert (company_of(driver.session, 1).guests, company_of(driver.session, 1).fitting) == (1, 0)
    driver.log += driver.session.arrange(0, Answers(fitting=True), driver.now)
    assert company_of(driver.session, 1).fitting == 1


# --- answers that hold -------------------------------------------------------------------------------------------


def test_nobody_is_pointed_to_an_offer_that_they_have_declined() -> None:
    here = table(hand_A="Garden, Blue, Blue, Soy")
    offer = reply(observe(here, NINA), TIMON, (), kinds("Red"))
    assert isinstance(offer, MakeOffer)
    here.apply(offer)
    assert reply(observe(here, NINA), TIMON, (), kinds("Red")) == Remark("offer stands", kinds("Red"))
    here.apply(Decline(TIMON, 1))
    again = reply(observe(here, NINA), TIMON, (), kinds("Red"))
    assert isinstance(again, MakeOffer) or again.occasion != "offer stands"


def test_an_offer_that_is_gone_by_the_time_of_the_answer_is_not_spoken_of() -> None:
    driver = Driver(*begun(setup_of("bohnanza", 3, bots=(1, 2), start=0)))
    session = driver.session
    session.act(0, f"A plant {parse_name(session.table, 0)} 1", session.version, driver.now, 1)
    spoken = Spoken(7, 0, driver.now, "Who has Red?", len(session.told))
    asked = Reply(1, "merchant", driver.now, spoken, Question(DEAL), session.version - 1)
    stands = {"do": None, "remark": {"occasion": "offer stands", "kinds": "Red"}}
    assert driver.manners.reply(asked, stands, driver.now, 1) == []
    current = Reply(1, "merchant", driver.now, spoken, Question(DEAL), session.version)
    assert driver.manners.reply(current, stands, driver.now, 1)


def parse_name(here: Table, seat: int) -> str:
    return repr(here.legal_actions(seat)[0]).split()[2]


def test_a_price_names_the_card_that_it_is_for() -> None:
    asked = Offer(1, TIMON, NINA, kinds("Blue"), (1,), kinds("Red"), 0, 0)
    same = MakeOffer(NINA, TIMON, kinds("Red"), (1,), kinds("Soy"), 1)
    other = MakeOffer(NINA, TIMON, kinds("Chili"), (2,), kinds("Blue"), 1)
    assert remark_on_counter(same, asked) == Remark("counter", kinds("Soy"))
    assert remark_on_counter(other, asked) == Remark("other cards", kinds("Chili"))
    assert in_short(MakeOffer(NINA, TIMON, kinds("Red"), (1,), kinds("Soy")), kinds("Soy")) == Remark(
        "my bid", kinds("Red")
    )
    assert in_short(MakeOffer(NINA, TIMON, kinds("Red"), (1,), kinds("Garden")), kinds("Soy")) == Remark(
        "my price", kinds("Garden")
    )


def test_an_offer_that_was_countered_is_not_accepted_behind_the_counter_offer() -> None:
    here = table()
    here.apply(MakeOffer(TIMON, NINA, kinds("Soy"), (-1,), kinds("Red")))
    actions = here.legal_actions(NINA)
    assert isinstance(bazaar_of(here, NINA).best_answer(actions)[0], Accept)
    here.apply(MakeOffer(NINA, TIMON, kinds("Red"), (1,), kinds("Soy, Blue"), 1))
    actions = here.legal_actions(NINA)
    assert any(isinstance(action, Accept) for action in actions)
    assert isinstance(bazaar_of(here, NINA, guests=0).best_answer(actions)[0], Accept)
    assert bazaar_of(here, NINA).best_answer(actions)[0] is None
    here.apply(Decline(TIMON, 2))
    assert isinstance(bazaar_of(here, NINA).best_answer(here.legal_actions(NINA))[0], Accept)


def test_one_request_for_a_gift_is_enough() -> None:
    here = table()
    first = reply(observe(here, KENO), TIMON, kinds("Stink"), ())
    here.apply(MakeOffer(NINA, TIMON, (), (), kinds("Stink")))
    second = reply(observe(here, KENO), TIMON, kinds("Stink"), ())
    assert isinstance(first, (MakeOffer, Remark))
    assert not isinstance(second, MakeOffer) or second.cards


def test_a_gift_that_costs_a_field_without_a_yield_is_declined() -> None:
    here = table(field_B_1="Soy", field_B_2="Blue", field_B_3="Stink")
    assert bazaar_of(here, NINA).wastes(kinds("Garden"))
    assert not bazaar_of(here, NINA).wastes(kinds("Soy"))
    gift = Offer(1, TIMON, NINA, kinds("Garden"), (0,), (), 0, 0)
    assert bazaar_of(here, NINA).is_off(gift)
    assert not bazaar_of(here, NINA, guests=0).is_off(gift)
    rich = table(field_B_1="3 Soy", field_B_2="4 Blue", field_B_3="Stink")
    assert not bazaar_of(rich, NINA).is_off(gift)


def test_what_a_bot_would_accept_it_offers_when_it_is_asked() -> None:
    """A no to "what would you give me for a Stink?" means no to every deal of one card for one."""
    here = new_game("bohnanza", 4, "asked", talk_limit=8)
    bot, chance = Merchant(), chance_from("asked")
    asked = 0
    while here.turn <= 16:
        if here.decision.trades and here.awaited == here.active and not here.offers and not here.deals:
            for seat in range(4):
                for place in range(len(here.hands[here.active]) if seat != here.active else 0):
                    asked += 1
                    assert_answer_holds(here, seat, place)
        seat = here.awaited
        here.apply(bot.choose(observe(here, seat), here.legal_actions(seat), chance))
    assert asked > 50


def assert_answer_holds(here: Table, seat: int, place: int) -> None:
    """The active player asks a seat for a bid on a hand card, and on a no makes all offers that the seat could pay."""
    asker, card = here.active, here.hands[here.active][place]
    answer = reply(observe(here, seat), asker, (card,), ())
    if isinstance(answer, MakeOffer):
        assert card in answer.wants
        return
    for wanted in sorted(set(here.hands[seat]) - {card}):
        trial = here.clone()
        trial.apply(MakeOffer(asker, seat, (card,), (place,), (wanted,)))
        yes, _ = bazaar_of(trial, seat).best_answer(trial.legal_actions(seat))
        assert yes is None, (answer, yes)
