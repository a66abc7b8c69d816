"""Pacing of bots: no begging, no excess of questions, no long waits, and quick rounds if a person passes.

The games are those of bench/round_time.py, with a person taking two seconds per action, on a simulated clock.
"""

import json
from statistics import mean

import pytest

import round_time as bench
from tests.support.sessions import Driver, setup_of, started_session
from tobean.bots.base import ALL_PEOPLE, Opponents
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, IMPOLITE_PARAMETERS, MerchantParameters
from tobean.games import GAMES, new_game
from tobean.kernel.actions import Action, Call, EndTrading, MakeOffer
from tobean.kernel.cards import name_of
from tobean.kernel.chance import chance_from
from tobean.kernel.events import DECLINED, LAPSED, OFFERED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.table import Table
from tobean.play import Session, Viewer
from tobean.play.answers.bot_deals import BotDealFilter
from tobean.play.bots import pacing
from tobean.play.bots.bot_scheduler import BOT, BotRequest
from tobean.play.bots.fallback_move import fallback_move
from tobean.play.bots.opponents import MAX_OFFERS_A_ROUND, MAX_OFFERS_A_TURN, opponents_of
from tobean.play.session.entries import CLOCK
from tobean.play.wire.shared_state import encode_events
from tobean.view.observation import observe

TURNS = 10
"""Two rounds of four players, and two more turns."""
LONG = 40
"""Turns of a whole game."""
LONGEST = 45.0
"""Maximum seconds of a round."""
NO_ROOM = 0.1
"""Maximum share of offers to a person that would force a harvest."""
BRISK = 30.0
"""Maximum average seconds of the turns of three bots, for a person passing within two seconds."""


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_round_with_a_polite_person(game: str) -> None:
    evening = bench.new_game_with_person(game)
    evening.play(TURNS)
    rounds = evening.rounds[:-1]
    assert rounds
    assert mean(each.seconds - each.own for each in rounds) < BRISK
    assert all(each.asked <= MAX_OFFERS_A_ROUND for each in rounds)
    assert not any(each.begged for each in rounds)
    assert all(each.seconds is not None and each.seconds <= 3.0 for each in evening.questions[:-1])


@pytest.mark.long
@pytest.mark.parametrize(("game", "players", "seed"), [("rabohnzel", 4, 1), ("excalibohn", 5, 0)])
def test_no_round_is_long_for_a_person_who_passes(game: str, players: int, seed: int) -> None:
    """The longest rounds of `bench/round_time.py --players all --person passing`; the person's turn is a third."""
    evening = bench.new_game_with_person(game, seed=seed, players=players, person=bench.PASSING)
    evening.play(LONG)
    assert len(evening.rounds) > 4
    assert all(each.seconds < LONGEST for each in evening.rounds[:-1])


@pytest.mark.long
@pytest.mark.parametrize("game", ["bohnanza", "bohnedikt"])
def test_merchants_offer_people_cards_they_have_room_for(game: str) -> None:
    evening = bench.new_game_with_person(game, seed=2, person=bench.PASSING)
    evening.play(LONG)
    offers = list(evening.offers.values())
    assert len(offers) > 10
    assert sum(map(bool, offers)) <= NO_ROOM * len(offers)


def test_beginner_bots_follow_the_same_pacing() -> None:
    evening = bench.new_game_with_person("bohnanza", bot="sprout")
    evening.play(TURNS)
    assert all(each.asked <= MAX_OFFERS_A_ROUND and not each.begged for each in evening.rounds)


def merchants(parameters: MerchantParameters = DEFAULT_PARAMETERS) -> list[Merchant]:
    bots = [Merchant(parameters) for _ in range(4)]
    for bot in bots:
        bot.opponents = ALL_PEOPLE
    return bots


def deals_of(bots: list[Merchant], turns: int) -> list[tuple[Table, Action]]:
    """Deals of merchants in the first turns of a game, each with the table before it."""
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
    pushy = [action for _, action in deals_of(merchants(IMPOLITE_PARAMETERS), 12) if isinstance(action, MakeOffer)]
    assert any(not action.cards for action in pushy)


def test_seats_left_alone_get_no_offers() -> None:
    table = new_game("bohnanza", 4, "manners", talk_limit=8)
    chance = chance_from("manners")
    bots = merchants()
    while not (table.decision.is_trading and table.awaited == table.active):
        seat = table.awaited
        table.apply(bots[seat].choose(observe(table, seat), table.legal_actions(seat), chance))
    active = table.active
    bots[active].opponents = Opponents(left_alone=0b1111)
    chosen = bots[active].choose(observe(table, active), table.legal_actions(active), chance)
    assert isinstance(chosen, (Call, EndTrading))


def test_kept_kinds_are_not_requested() -> None:
    bots = merchants()
    every = tuple(bean.kind for bean in GAMES["bohnanza"].beans)
    for bot in bots:
        bot.opponents = Opponents(kept_kinds=((), every, every, every))
    offers = [action for _, action in deals_of(bots, 8) if isinstance(action, MakeOffer)]
    assert offers
    assert all(not action.wants or action.to == 0 for action in offers)


def test_offers_to_people_are_counted() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 3, bots=(0, 1), start=0)))
    session = driver.session
    while not session.table.decision.is_trading:
        driver.step()
    assert opponents_of(session, 0).people == 0b100
    for number in range(MAX_OFFERS_A_TURN):
        assert opponents_of(session, 0).left_alone == 0
        session.act(0, f"A offer C: {held(session.table)}@1 for Red", session.version, driver.now, number, "bot")
        session.act(2, f"C decline {number + 1}", session.version, driver.now, number)
    assert opponents_of(session, 0).left_alone == 0b100
    assert opponents_of(session, 1).left_alone == 0


def held(table: Table) -> str:
    return name_of(table.hands[0][0])


def test_deals_among_bots_are_marked() -> None:
    """A deal between bots is one quiet line for every viewer; events that concern people are not quiet."""
    evening = bench.new_game_with_person("bohnanza")
    evening.play(6)
    session = evening.session
    heard = json.loads(encode_events(Viewer(0, "en"), session.feed, session.rules, session.isolated_names))
    deals = [event for event in heard if event["name"] == "traded"]
    assert deals
    for event in deals:
        assert event.get("quiet", False) == (0 not in (event["seat"], event["partner"]))
    offers = [event for event in heard if event["name"] == "offered"]
    for event in offers:
        assert event.get("quiet", False) == (event["seat"] != 0 and event["to"] not in (0, TABLE))
    assert {event["name"] for event in heard if event.get("quiet")} >= {"offered", "declined", "traded"}
    assert not [event for event in heard if event.get("quiet") and event["seat"] == 0]
    assert [feed_event.between_bots for feed_event in Session.resume(evening.log).feed] == [
        feed_event.between_bots for feed_event in session.feed
    ]


def test_refusals_to_people_are_explained_and_those_among_bots_are_not() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 3, bots=(1, 2), start=0)))
    session = driver.session
    card = name_of(session.table.hands[0][0])
    driver.person_acts(0, f"A plant {card} 1")
    driver.person_acts(0, "A pass")
    said = {"occasion": "too little", "kinds": "Red"}
    for number in (1, 2):
        driver.person_acts(0, f"A offer B: {name_of(session.table.hands[0][0])}@1 for nothing")
        ask = BotRequest(1, "merchant", "choose", driver.now, session.version)
        driver.bot_scheduler.play(ask, f"B decline {number}", driver.now, 1)
        assert driver.bot_scheduler.bot_chat.remark(ask.seat, ask.bot, said, driver.now)
    driver.person_acts(0, "A end trading")
    while not (session.table.decision.is_trading and session.table.active == 1):
        if not driver.step():
            seat = session.table.awaited
            driver.log += session.take(fallback_move(session.table, seat), session.version, driver.now, 1)
    driver.bot_scheduler.bot_chat.quiet_until.clear()
    ask = BotRequest(1, "merchant", "choose", driver.now, session.version)
    driver.bot_scheduler.play(ask, f"B offer C: {name_of(session.table.hands[1][0])}@1 for nothing", driver.now, 1)
    assert (
        driver.bot_scheduler.bot_chat.remark(ask.seat, ask.bot, {"occasion": "gift", "kinds": "Red"}, driver.now) == []
    )


def test_a_refusal_is_explained_despite_an_equal_offer_number_in_the_last_turn() -> None:
    session, _ = started_session(setup_of("bohnanza", 3, bots=(1, 2), start=0))
    between_bots = BotDealFilter()
    for owner, to, heard in ((1, 2, False), (0, 2, True), (2, 1, False)):
        offered = OFFERED.of(seat=owner, to=to, offer=1, answers=0, cards=(0,), places=(0,), wants=())
        assert between_bots.is_between_bots(offered, session.seats) is not heard
        for name in (DECLINED, LAPSED):
            feed_event = name.of(seat=to if name is DECLINED else owner, offer=1)
            assert between_bots.is_between_bots(feed_event, session.seats) is not heard


# --- timing ---------------------------------------------------------------------------------------------------


def bot_in_trading(players: int = 3, **more: object) -> Driver:
    """Seat A, a bot, trades. B is a bot, too; C and later seats are people."""
    driver = Driver(*started_session(setup_of("bohnanza", players, bots=(0, 1), bot="miser", start=0, **more)))
    for seat in driver.session.learners:
        driver.log += driver.session.learn(seat, driver.now, away=True)  # bots wait until a lesson is read
    while not driver.session.table.decision.is_trading:
        assert driver.step()
    return driver


def ends_after(driver: Driver, present: set[int] | None) -> float:
    """Seconds for which the trading phase of the active bot stays open."""
    began = driver.now
    while driver.session.table.decision.is_trading:
        ask = driver.next_request(present)
        driver.now = max(driver.now, ask.at)
        driver.log += driver.bot_scheduler.play(ask, "A end trading" if ask.seat == 0 else None, driver.now, 1)
    return driver.now - began


def first_of_bots(driver: Driver, present: set[int]) -> float:
    """Seconds until a bot starts an action of its own."""
    ask = driver.next_request(present)
    return round(ask.at - driver.now, 6)


def offer(driver: Driver, do: str) -> None:
    driver.log += driver.session.act(0, do, driver.session.version, driver.now, 1, "bot")


def test_people_who_are_present_get_a_priority_window() -> None:
    for players, present in ((3, {2}), (4, {2, 3}), (4, {3})):
        assert first_of_bots(bot_in_trading(players), present) == pacing.PRIORITY_SECONDS
        assert ends_after(bot_in_trading(players), present) >= pacing.PRIORITY_SECONDS
    assert ends_after(bot_in_trading(), set()) < pacing.PRIORITY_SECONDS
    assert ends_after(bot_in_trading(pace="days"), set()) < pacing.PRIORITY_SECONDS
    assert ends_after(bot_in_trading(tempo=0), {2}) == 0.0
    assert first_of_bots(bot_in_trading(tempo=200), {2}) == 2 * pacing.PRIORITY_SECONDS
    assert first_of_bots(bot_in_trading(learning=True), {2}) == pacing.LEARNER_PRIORITY_SECONDS


def test_the_page_receives_the_priority_window() -> None:
    driver = bot_in_trading(4)
    bot_scheduler, turn = driver.bot_scheduler, driver.session.table.turn
    assert bot_scheduler.window(2, driver.now, {2, 3}) == {"turn": turn, "left": pacing.PRIORITY_SECONDS, "offers": []}
    assert bot_scheduler.window(2, driver.now + 1.0, {2, 3}) == {
        "turn": turn,
        "left": pacing.PRIORITY_SECONDS - 1.0,
        "offers": [],
    }
    assert bot_scheduler.window(2, driver.now + pacing.PRIORITY_SECONDS, {2, 3}) is None
    assert bot_scheduler.window(2, driver.now, {3}) is None  # away
    assert bot_scheduler.window(0, driver.now, {2, 3}) is None  # the bot itself


def test_passing_the_priority_window_releases_the_bots() -> None:
    driver = bot_in_trading(4)
    bot_scheduler, turn = driver.bot_scheduler, driver.session.table.turn
    assert first_of_bots(driver, {2, 3}) == pacing.PRIORITY_SECONDS
    bot_scheduler.waive_priority(2, turn - 1, driver.now)  # belongs to the previous turn
    assert bot_scheduler.window(2, driver.now, {2, 3}) is not None
    bot_scheduler.waive_priority(2, turn, driver.now)
    assert bot_scheduler.window(2, driver.now, {2, 3}) is None
    assert first_of_bots(driver, {2, 3}) == pacing.PRIORITY_SECONDS  # the other person has not spoken
    bot_scheduler.waive_priority(3, turn, driver.now)
    assert first_of_bots(driver, {2, 3}) < 1.0
    assert ends_after(driver, {2, 3}) < pacing.PRIORITY_SECONDS


def test_two_people_off_turn_have_separate_priority_windows() -> None:
    """Each has a separate window, typing holds the table, and the bots continue as soon as both have passed."""
    driver = bot_in_trading(4)
    bot_scheduler, turn, began = driver.bot_scheduler, driver.session.table.turn, driver.now
    both = {2, 3}

    def left(seat: int) -> object:
        window = bot_scheduler.window(seat, driver.now, both)
        return None if window is None else window["left"]

    assert (left(2), left(3)) == (pacing.PRIORITY_SECONDS, pacing.PRIORITY_SECONDS)
    driver.now = began + 1.0
    bot_scheduler.waive_priority(2, turn, driver.now)
    assert (left(2), left(3)) == (None, pacing.PRIORITY_SECONDS - 1.0)
    driver.now = began + pacing.PRIORITY_SECONDS - 1.0
    bot_scheduler.mark_composing(3, driver.now, both)
    driver.now = began + pacing.PRIORITY_SECONDS + 2.0
    assert (left(2), left(3)) == (None, pacing.COMPOSING_SECONDS - 3.0)
    assert first_of_bots(driver, both) == pacing.COMPOSING_SECONDS - 3.0
    bot_scheduler.waive_priority(3, turn, driver.now)
    assert (left(2), left(3)) == (None, None)
    assert first_of_bots(driver, both) < 1.0


def test_chat_of_a_person_is_answered_and_extends_the_priority_window() -> None:
    driver = bot_in_trading(4)
    driver.bot_scheduler.window(2, driver.now, {2, 3})
    driver.bot_scheduler.waive_priority(2, driver.session.table.turn, driver.now)
    driver.now += 1.0
    driver.person_acts(2, f"C offer A: {name_of(driver.session.table.hands[2][0])}@1 for nothing")
    assert driver.bot_scheduler.window(2, driver.now, {2, 3}) is not None
    ask = driver.next_request({2, 3})
    assert (ask.seat, ask.mode) == (0, "choose")
    assert ask.at < driver.now + 2.0  # although D still has priority
    driver.now += 1.0
    driver.log += driver.session.say(3, "Eiko", "Who has Soy?", driver.now)
    window = driver.bot_scheduler.window(3, driver.now, {2, 3})
    assert window is not None
    assert window["left"] == pacing.PRIORITY_SECONDS


def test_composing_a_deal_delays_the_bots() -> None:
    for players, present in ((3, {2}), (4, {2, 3})):
        driver = bot_in_trading(players)
        began = driver.now
        driver.bot_scheduler.next(began, present)
        ask = driver.bot_scheduler.next(began, present)
        assert ask is not None
        for seconds in range(0, 40, 2):
            driver.bot_scheduler.mark_composing(2, began + seconds, present)
        driver.now = began + 39.0
        assert driver.bot_scheduler.play(ask, None, driver.now, 1) == []  # it was computed before
        assert first_of_bots(driver, present) > 0.0
        assert driver.bot_scheduler.window(2, driver.now, present) is not None
        driver.bot_scheduler.waive_priority(2, driver.session.table.turn, driver.now)
        assert first_of_bots(driver, present) < 1.0


def test_one_person_delays_others_for_a_limited_time() -> None:
    late = bot_in_trading(4)
    began = late.now
    late.bot_scheduler.next(began, {2, 3})
    late.now = began + 2 * pacing.MAX_HOLD_SECONDS
    late.bot_scheduler.mark_composing(2, late.now, {2, 3})
    assert late.bot_scheduler.window(2, late.now, {2, 3}) is None
    assert ends_after(late, {2, 3}) < 2.0
    alone = bot_in_trading()
    alone.bot_scheduler.next(alone.now, {2})
    alone.now += 2 * pacing.MAX_HOLD_SECONDS
    alone.bot_scheduler.mark_composing(2, alone.now, {2})
    assert alone.bot_scheduler.window(2, alone.now, {2}) is not None
    early = Driver(*Session.open(setup_of("bohnanza", 3), 100.0))
    early.bot_scheduler.mark_composing(2, early.now)  # has no effect before the game begins
    early.bot_scheduler.waive_priority(2, 1, early.now)
    assert early.bot_scheduler.window(2, early.now, {2}) is None
    away = bot_in_trading()
    away.bot_scheduler.mark_composing(0, away.now)  # the bot itself is not included
    assert ends_after(away, set()) < pacing.PRIORITY_SECONDS


def test_an_offer_to_a_person_alone_with_bots_has_no_deadline() -> None:
    for to in ("C", "all"):
        driver = bot_in_trading()
        offer(driver, f"A offer {to}: {held(driver.session.table)}@1 for Red")
        assert driver.bot_scheduler.next(driver.now, {2}) is None
        assert driver.bot_scheduler.next(driver.now + 3600.0, {2}) is None
        window = driver.bot_scheduler.window(2, driver.now, {2})
        assert window is not None
        assert window["offers"] == []  # it does not expire
        assert driver.bot_scheduler.next(driver.now, set()) is not None  # away
        driver.person_acts(2, "C decline 1")
        assert driver.bot_scheduler.next(driver.now, {2}) is not None


def test_with_other_people_an_offer_has_a_deadline_that_the_page_receives() -> None:
    for to, patience in (("C", pacing.ANSWER_SECONDS), ("all", pacing.RESERVE_SECONDS)):
        for learning in (False, True):
            driver = bot_in_trading(4, learning=learning)
            least = pacing.LEARNER_ANSWER_SECONDS if learning else patience
            offer(driver, f"A offer {to}: {held(driver.session.table)}@1 for Red")
            window = driver.bot_scheduler.window(2, driver.now, {2, 3})
            assert window is not None
            assert window["offers"] == [{"offer": 1, "left": least}]
            assert first_of_bots(driver, {2, 3}) == least
            driver.bot_scheduler.mark_composing(2, driver.now + least - 1.0, {2, 3})
            assert first_of_bots(driver, {2, 3}) > least or learning
            assert ends_after(driver, {2, 3}) >= least


def test_a_bot_does_not_wait_for_people_who_are_away() -> None:
    for pace in ("live", "days"):
        driver = bot_in_trading(pace=pace)
        offer(driver, f"A offer C: {held(driver.session.table)}@1 for Red")
        assert ends_after(driver, set()) <= 4.0


def test_a_new_offer_keeps_a_bot_from_ending_the_trading() -> None:
    driver = bot_in_trading()
    for _ in range(2):
        card = name_of(driver.session.table.hands[2][0])
        driver.person_acts(2, f"C offer A: {card}@1 for nothing")
        ask = driver.next_request({2})
        assert (ask.seat, ask.mode) == (0, "choose")
        driver.now = ask.at
        assert driver.bot_scheduler.play(ask, "A end trading", driver.now, 1) == []  # C still has priority


@pytest.mark.parametrize("game", GAMES)
def test_in_correspondence_games_bots_cause_no_delay(game: str) -> None:
    """People return every few hours and act. In between, bots need only moments, and no answers of people."""
    players = min(4, max(GAMES[game].players))
    setup = setup_of(game, players, bots=tuple(range(1, players, 2)), bot="merchant", pace="days", clock=86_400)
    driver = Driver(*started_session(setup))
    session, table = driver.session, driver.session.table
    acted = driver.now
    bots_turns = 0
    while session.state == "playing" and table.turn <= 3 * players:
        ask = driver.bot_scheduler.next(driver.now, present=())
        assert ask is not None
        if ask.by == CLOCK:
            assert not table.decision.is_trading or table.active == table.awaited  # an offer requires no answer
            assert driver.now - acted <= 20.0 * players
            driver.now = acted = driver.now + 3 * 3600.0
            driver.person_acts(table.awaited, repr(fallback_move(table, table.awaited)))
        else:
            bots_turns += ask.by == BOT
            driver.run_bot_request(ask)
    assert bots_turns > players
