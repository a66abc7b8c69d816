"""Good manners: nobody is begged from, asked too often or kept waiting, and a polite person's round is brisk.

The evenings are those of bench/manners.py, with a person who takes two seconds for each act, on a clock of their own.
"""

from __future__ import annotations

import json
from statistics import mean

import pytest

import manners as bench
from kit_play import Driver, begun, setup_of
from tobean.bots.base import AMONG_PEOPLE, Company
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.temper import PUSHY, USUAL, Temper
from tobean.games import GAMES, new_game
from tobean.kernel.actions import Action, Call, EndTrading, MakeOffer
from tobean.kernel.cards import name_of
from tobean.kernel.chance import chance_from
from tobean.kernel.events import DECLINED, LAPSED, OFFERED
from tobean.kernel.table import Table
from tobean.kernel.values import TABLE
from tobean.play import Session, Viewer
from tobean.play.bots.company import MOST_A_ROUND, MOST_A_TURN, company_of
from tobean.play.bots.manners import BOT, Ask
from tobean.play.bots.safe import safe_move
from tobean.play.bots.tempo import (
    CONSIDERED,
    FIRST_REFUSAL,
    FIRST_WORD,
    FIRST_WORD_OF_LEARNERS,
    LONGEST_PATIENCE,
    PATIENCE,
    PATIENCE_WITH_LEARNERS,
)
from tobean.play.session.entries import CLOCK
from tobean.play.session.quiet import Quiet
from tobean.play.wire.public import told_to
from tobean.view.observation import observe

TURNS = 10
"""Two rounds of four, and a bit."""
LONG = 40
"""Turns of a whole game."""
LONGEST = 45.0
"""The seconds of the longest round."""
NO_ROOM = 0.1
"""The share of offers to a person for which they would have to harvest."""
BRISK = 30.0
"""Seconds that the turns of three bots may take on average for a person who passes within two seconds."""


@pytest.mark.parametrize("game", GAMES)
def test_a_round_with_a_polite_person(game: str) -> None:
    evening = bench.evening(game)
    evening.play(TURNS)
    rounds = evening.rounds[:-1]
    assert rounds
    assert mean(each.seconds - each.own for each in rounds) < BRISK
    assert all(each.asked <= MOST_A_ROUND for each in rounds)
    assert not any(each.begged for each in rounds)
    assert all(each.seconds is not None and each.seconds <= 3.0 for each in evening.questions[:-1])


@pytest.mark.parametrize(("game", "players", "seed"), [("rabohnzel", 4, 1), ("excalibohn", 5, 0)])
def test_no_round_is_long_for_a_person_who_passes(game: str, players: int, seed: int) -> None:
    """The longest rounds of `bench/manners.py --players all --person passing`; the person's own turn takes a third."""
    evening = bench.evening(game, seed=seed, players=players, person=bench.PASSING)
    evening.play(LONG)
    assert len(evening.rounds) > 4
    assert all(each.seconds < LONGEST for each in evening.rounds[:-1])


@pytest.mark.parametrize("game", ["bohnanza", "bohnedikt"])
def test_people_have_room_for_what_merchants_offer(game: str) -> None:
    evening = bench.evening(game, seed=2, person=bench.PASSING)
    evening.play(LONG)
    offers = list(evening.offers.values())
    assert len(offers) > 10
    assert sum(map(bool, offers)) <= NO_ROOM * len(offers)


def test_beginners_have_manners_too() -> None:
    evening = bench.evening("bohnanza", bot="sprout")
    evening.play(TURNS)
    assert all(each.asked <= MOST_A_ROUND and not each.begged for each in evening.rounds)


def merchants(temper: Temper = USUAL) -> list[Merchant]:
    bots = [Merchant(temper) for _ in range(4)]
    for bot in bots:
        bot.company = AMONG_PEOPLE
    return bots


def deals_of(bots: list[Merchant], turns: int) -> list[tuple[Table, Action]]:
    """What merchants do in the first turns of a game, each with the table before it."""
    table = new_game("bohnanza", 4, "manners", talk_limit=8)
    done: list[tuple[Table, Action]] = []
    chance = chance_from("manners")
    while table.turn <= turns:
        seat = table.awaited
        action = bots[seat].choose(observe(table, seat), table.legal_actions(seat), chance)
        done.append((table.clone(), action))
        table.apply(action)
    return done


def test_merchants_do_not_beg_and_counter_once() -> None:
    for table, action in deals_of(merchants(), 12):
        if isinstance(action, MakeOffer):
            assert action.cards
            own = [offer for offer in table.offers if offer.seat == action.seat and offer.is_for(action.to)]
            assert not [offer for offer in own if offer.cards == action.cards and offer.wants == action.wants]
            if action.answers:
                answered = next(offer for offer in table.offers if offer.number == action.answers)
                assert not answered.answers
                assert not [offer for offer in own if offer.answers]
    pushy = [action for _, action in deals_of(merchants(PUSHY), 12) if isinstance(action, MakeOffer)]
    assert any(not action.cards for action in pushy)


def test_who_has_been_asked_often_enough_is_spared() -> None:
    table = new_game("bohnanza", 4, "manners", talk_limit=8)
    chance = chance_from("manners")
    bots = merchants()
    while not (table.decision.trades and table.awaited == table.active):
        seat = table.awaited
        table.apply(bots[seat].choose(observe(table, seat), table.legal_actions(seat), chance))
    active = table.active
    bots[active].company = Company(spared=0b1111)
    chosen = bots[active].choose(observe(table, active), table.legal_actions(active), chance)
    assert isinstance(chosen, (Call, EndTrading))


def test_nobody_is_asked_for_what_they_keep() -> None:
    bots = merchants()
    every = tuple(bean.kind for bean in GAMES["bohnanza"].beans)
    for bot in bots:
        bot.company = Company(kept=((), every, every, every))
    offers = [action for _, action in deals_of(bots, 8) if isinstance(action, MakeOffer)]
    assert offers
    assert all(not action.wants or action.to == 0 for action in offers)


def test_offers_to_people_are_counted() -> None:
    driver = Driver(*begun(setup_of("bohnanza", 3, bots=(0, 1), start=0)))
    session = driver.session
    while not session.table.decision.trades:
        driver.step()
    assert company_of(session, 0).people == 0b100
    for number in range(MOST_A_TURN):
        assert company_of(session, 0).spared == 0
        session.act(0, f"A offer C: {held(session.table)}@1 for Red", session.version, driver.now, number, "bot")
        session.act(2, f"C decline {number + 1}", session.version, driver.now, number)
    assert company_of(session, 0).spared == 0b100
    assert company_of(session, 1).spared == 0


def held(table: Table) -> str:
    return name_of(table.hands[0][0])


def test_what_concerns_bots_alone_is_marked() -> None:
    """A deal among bots is one quiet line, whoever reads it; what concerns people is not quiet."""
    evening = bench.evening("bohnanza")
    evening.play(6)
    session = evening.session
    heard = json.loads(told_to(Viewer(0, "en"), session.told, session.rules, session.spoken_names))
    deals = [event for event in heard if event["name"] == "traded"]
    assert deals
    for event in deals:
        assert event.get("quiet", False) == (0 not in (event["seat"], event["partner"]))
    offers = [event for event in heard if event["name"] == "offered"]
    for event in offers:
        assert event.get("quiet", False) == (event["seat"] != 0 and event["to"] not in (0, TABLE))
    assert {event["name"] for event in heard if event.get("quiet")} >= {"offered", "declined", "traded"}
    assert not [event for event in heard if event.get("quiet") and event["seat"] == 0]
    assert [told.quiet for told in Session.resume(evening.log).told] == [told.quiet for told in session.told]


def test_a_no_to_a_person_says_why_each_time_and_bots_do_not_chatter_about_each_other() -> None:
    driver = Driver(*begun(setup_of("bohnanza", 3, bots=(1, 2), start=0)))
    session = driver.session
    card = name_of(session.table.hands[0][0])
    driver.person_acts(0, f"A plant {card} 1")
    driver.person_acts(0, "A pass")
    said = {"occasion": "too little", "kinds": "Red"}
    for number in (1, 2):
        driver.person_acts(0, f"A offer B: {name_of(session.table.hands[0][0])}@1 for nothing")
        ask = Ask(1, "merchant", "choose", driver.now, session.version)
        driver.manners.play(ask, f"B decline {number}", driver.now, 1)
        assert driver.manners.talking.remark(ask.seat, ask.bot, said, driver.now)
    driver.person_acts(0, "A end trading")
    while not (session.table.decision.trades and session.table.active == 1):
        if not driver.step():
            seat = session.table.awaited
            driver.log += session.take(safe_move(session.table, seat), session.version, driver.now, 1)
    driver.manners.talking.quiet_until.clear()
    ask = Ask(1, "merchant", "choose", driver.now, session.version)
    driver.manners.play(ask, f"B offer C: {name_of(session.table.hands[1][0])}@1 for nothing", driver.now, 1)
    assert driver.manners.talking.remark(ask.seat, ask.bot, {"occasion": "gift", "kinds": "Red"}, driver.now) == []


def test_a_no_to_a_person_is_heard_where_a_bot_had_the_same_number_in_the_turn_before() -> None:
    session, _ = begun(setup_of("bohnanza", 3, bots=(1, 2), start=0))
    quiet = Quiet()
    for owner, to, heard in ((1, 2, False), (0, 2, True), (2, 1, False)):
        offered = OFFERED.of(seat=owner, to=to, offer=1, answers=0, cards=(0,), places=(0,), wants=())
        assert quiet.is_quiet(offered, session.seats) is not heard
        for name in (DECLINED, LAPSED):
            told = name.of(seat=to if name is DECLINED else owner, offer=1)
            assert quiet.is_quiet(told, session.seats) is not heard


# --- when -----------------------------------------------------------------------------------------------------


def bot_in_trading(players: int = 3, **more: object) -> Driver:
    """A, a bot, trades. B is a bot, too; C and those after it are people."""
    driver = Driver(*begun(setup_of("bohnanza", players, bots=(0, 1), bot="miser", start=0, **more)))
    for seat in driver.session.learners:
        driver.log += driver.session.learn(seat, driver.now, away=True)  # bots wait until a lesson is read
    while not driver.session.table.decision.trades:
        assert driver.step()
    return driver


def ends_after(driver: Driver, present: set[int] | None) -> float:
    """How long the trading of the active bot stays open."""
    began = driver.now
    while driver.session.table.decision.trades:
        ask = driver.manners.next(driver.now, present)
        assert ask is not None
        driver.now = max(driver.now, ask.at)
        driver.log += driver.manners.play(ask, "A end trading" if ask.seat == 0 else None, driver.now, 1)
    return driver.now - began


def first_of_bots(driver: Driver, present: set[int]) -> float:
    """After how many seconds a bot begins something of its own."""
    ask = driver.manners.next(driver.now, present)
    assert ask is not None
    return round(ask.at - driver.now, 6)


def offer(driver: Driver, do: str) -> None:
    driver.log += driver.session.act(0, do, driver.session.version, driver.now, 1, "bot")


def test_people_who_are_there_have_the_first_word() -> None:
    for players, present in ((3, {2}), (4, {2, 3}), (4, {3})):
        assert first_of_bots(bot_in_trading(players), present) == FIRST_WORD
        assert ends_after(bot_in_trading(players), present) >= FIRST_WORD
    assert ends_after(bot_in_trading(), set()) < FIRST_WORD
    assert ends_after(bot_in_trading(pace="days"), set()) < FIRST_WORD
    assert ends_after(bot_in_trading(tempo=0), {2}) == 0.0
    assert first_of_bots(bot_in_trading(tempo=200), {2}) == 2 * FIRST_WORD
    assert first_of_bots(bot_in_trading(learning=True), {2}) == FIRST_WORD_OF_LEARNERS


def test_the_page_is_told_how_long_the_first_word_lasts() -> None:
    driver = bot_in_trading(4)
    manners, turn = driver.manners, driver.session.table.turn
    assert manners.window(2, driver.now, {2, 3}) == {"turn": turn, "left": FIRST_WORD, "offers": []}
    assert manners.window(2, driver.now + 1.0, {2, 3}) == {"turn": turn, "left": FIRST_WORD - 1.0, "offers": []}
    assert manners.window(2, driver.now + FIRST_WORD, {2, 3}) is None
    assert manners.window(2, driver.now, {3}) is None  # away
    assert manners.window(0, driver.now, {2, 3}) is None  # the bot itself


def test_nothing_from_me_lets_the_bots_go_on_at_once() -> None:
    driver = bot_in_trading(4)
    manners, turn = driver.manners, driver.session.table.turn
    assert first_of_bots(driver, {2, 3}) == FIRST_WORD
    manners.pass_word(2, turn - 1, driver.now)  # meant for the turn before
    assert manners.window(2, driver.now, {2, 3}) is not None
    manners.pass_word(2, turn, driver.now)
    assert manners.window(2, driver.now, {2, 3}) is None
    assert first_of_bots(driver, {2, 3}) == FIRST_WORD  # the other person has not spoken
    manners.pass_word(3, turn, driver.now)
    assert first_of_bots(driver, {2, 3}) < 1.0
    assert ends_after(driver, {2, 3}) < FIRST_WORD


def test_two_people_off_turn() -> None:
    """Each sees the own window, typing holds the table, and the bots go on as soon as both have passed."""
    driver = bot_in_trading(4)
    manners, turn, began = driver.manners, driver.session.table.turn, driver.now
    both = {2, 3}

    def left(seat: int) -> object:
        window = manners.window(seat, driver.now, both)
        return None if window is None else window["left"]

    assert (left(2), left(3)) == (FIRST_WORD, FIRST_WORD)
    driver.now = began + 1.0
    manners.pass_word(2, turn, driver.now)
    assert (left(2), left(3)) == (None, FIRST_WORD - 1.0)
    driver.now = began + FIRST_WORD - 1.0
    manners.consider(3, driver.now, both)
    driver.now = began + FIRST_WORD + 2.0
    assert (left(2), left(3)) == (None, CONSIDERED - 3.0)
    assert first_of_bots(driver, both) == CONSIDERED - 3.0
    manners.pass_word(3, turn, driver.now)
    assert (left(2), left(3)) == (None, None)
    assert first_of_bots(driver, both) < 1.0


def test_a_word_of_a_person_is_answered_and_gives_them_time_again() -> None:
    driver = bot_in_trading(4)
    driver.manners.window(2, driver.now, {2, 3})
    driver.manners.pass_word(2, driver.session.table.turn, driver.now)
    driver.now += 1.0
    driver.person_acts(2, f"C offer A: {name_of(driver.session.table.hands[2][0])}@1 for nothing")
    assert driver.manners.window(2, driver.now, {2, 3}) is not None
    ask = driver.manners.next(driver.now, {2, 3})
    assert ask is not None
    assert (ask.seat, ask.mode) == (0, "choose")
    assert ask.at < driver.now + 2.0  # though D still has the word
    driver.now += 1.0
    driver.log += driver.session.say(3, "Eiko", "Who has Soy?", driver.now)
    window = driver.manners.window(3, driver.now, {2, 3})
    assert window is not None
    assert window["left"] == FIRST_WORD


def test_a_deal_that_is_put_together_holds_the_bots() -> None:
    for players, present in ((3, {2}), (4, {2, 3})):
        driver = bot_in_trading(players)
        began = driver.now
        driver.manners.next(began, present)
        ask = driver.manners.next(began, present)
        assert ask is not None
        for seconds in range(0, 40, 2):
            driver.manners.consider(2, began + seconds, present)
        driver.now = began + 39.0
        assert driver.manners.play(ask, None, driver.now, 1) == []  # it was thought of before
        assert first_of_bots(driver, present) > 0.0
        assert driver.manners.window(2, driver.now, present) is not None
        driver.manners.pass_word(2, driver.session.table.turn, driver.now)
        assert first_of_bots(driver, present) < 1.0


def test_one_person_does_not_hold_others_for_ever() -> None:
    late = bot_in_trading(4)
    began = late.now
    late.manners.next(began, {2, 3})
    late.now = began + 2 * LONGEST_PATIENCE
    late.manners.consider(2, late.now, {2, 3})
    assert late.manners.window(2, late.now, {2, 3}) is None
    assert ends_after(late, {2, 3}) < 2.0
    alone = bot_in_trading()
    alone.manners.next(alone.now, {2})
    alone.now += 2 * LONGEST_PATIENCE
    alone.manners.consider(2, alone.now, {2})
    assert alone.manners.window(2, alone.now, {2}) is not None
    early = Driver(*Session.open(setup_of("bohnanza", 3), 100.0))
    early.manners.consider(2, early.now)  # before the game begins that says nothing
    early.manners.pass_word(2, 1, early.now)
    assert early.manners.window(2, early.now, {2}) is None
    away = bot_in_trading()
    away.manners.consider(0, away.now)  # the bot itself is none of them
    assert ends_after(away, set()) < FIRST_WORD


def test_an_offer_waits_for_a_person_alone_with_bots() -> None:
    for to in ("C", "all"):
        driver = bot_in_trading()
        offer(driver, f"A offer {to}: {held(driver.session.table)}@1 for Red")
        assert driver.manners.next(driver.now, {2}) is None
        assert driver.manners.next(driver.now + 3600.0, {2}) is None
        window = driver.manners.window(2, driver.now, {2})
        assert window is not None
        assert window["offers"] == []  # it does not run down
        assert driver.manners.next(driver.now, set()) is not None  # away
        driver.person_acts(2, "C decline 1")
        assert driver.manners.next(driver.now, {2}) is not None


def test_with_others_an_offer_waits_for_a_while_and_the_page_is_told() -> None:
    for to, patience in (("C", PATIENCE), ("all", FIRST_REFUSAL)):
        for learning in (False, True):
            driver = bot_in_trading(4, learning=learning)
            least = PATIENCE_WITH_LEARNERS if learning else patience
            offer(driver, f"A offer {to}: {held(driver.session.table)}@1 for Red")
            window = driver.manners.window(2, driver.now, {2, 3})
            assert window is not None
            assert window["offers"] == [{"offer": 1, "left": least}]
            assert first_of_bots(driver, {2, 3}) == least
            driver.manners.consider(2, driver.now + least - 1.0, {2, 3})
            assert first_of_bots(driver, {2, 3}) > least or learning
            assert ends_after(driver, {2, 3}) >= least


def test_a_bot_does_not_wait_for_people_who_are_away() -> None:
    for pace in ("live", "days"):
        driver = bot_in_trading(pace=pace)
        offer(driver, f"A offer C: {held(driver.session.table)}@1 for Red")
        assert ends_after(driver, set()) <= 4.0


def test_a_bot_that_was_about_to_end_goes_on_when_somebody_offers_something() -> None:
    driver = bot_in_trading()
    for _ in range(2):
        card = name_of(driver.session.table.hands[2][0])
        driver.person_acts(2, f"C offer A: {card}@1 for nothing")
        ask = driver.manners.next(driver.now, {2})
        assert ask is not None
        assert (ask.seat, ask.mode) == (0, "choose")
        driver.now = ask.at
        assert driver.manners.play(ask, "A end trading", driver.now, 1) == []  # C still has the word


@pytest.mark.parametrize("game", GAMES)
def test_over_days_nobody_waits_for_a_bot_or_because_of_one(game: str) -> None:
    """People look in every few hours and do what is theirs to do. In between bots need moments, and no answers."""
    players = min(4, max(GAMES[game].players))
    setup = setup_of(game, players, bots=tuple(range(1, players, 2)), bot="merchant", pace="days", clock=86_400)
    driver = Driver(*begun(setup))
    session, table = driver.session, driver.session.table
    acted = driver.now
    bots_turns = 0
    while session.state == "playing" and table.turn <= 3 * players:
        ask = driver.manners.next(driver.now, present=())
        assert ask is not None
        if ask.by == CLOCK:
            assert not table.decision.trades or table.active == table.awaited  # nobody has to answer an offer
            assert driver.now - acted <= 20.0 * players
            driver.now = acted = driver.now + 3 * 3600.0
            driver.person_acts(table.awaited, repr(safe_move(table, table.awaited)))
        else:
            bots_turns += ask.by == BOT
            driver.answered(ask)
    assert bots_turns > players
