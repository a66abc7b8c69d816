"""Timing of bots in a trading phase: priority windows of people, deadlines of offers, and correspondence games."""

import pytest

from tests.support.sessions import Driver, front_card, setup_of, started_session
from tobean.games import GAMES
from tobean.kernel.cards import name_of
from tobean.session import Session
from tobean.session.answers.preferences import Preferences
from tobean.session.bots import pacing
from tobean.session.bots.bot_scheduler import BOT
from tobean.session.bots.fallback_move import fallback_move
from tobean.session.log.entries import CLOCK


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


def refusal_by_person(driver: Driver, seat: int = 2) -> None:
    """The active bot makes the person an offer, which the person refuses."""
    letter = "ABCD"[seat]
    offer(driver, f"A offer {letter}: {front_card(driver.session.table)}@1 for Red")
    driver.person_acts(seat, f"{letter} decline {driver.session.table.offers[-1].number}")


def test_a_refusal_leaves_time_for_no_but() -> None:
    def window_over(**more: object) -> Driver:
        driver = bot_in_trading(4, **more)
        driver.bot_scheduler.next(driver.now, {2, 3})
        driver.bot_scheduler.waive_priority(3, driver.session.table.turn, driver.now)
        driver.now += 2 * pacing.PRIORITY_SECONDS * driver.session.tempo / 100
        return driver

    for tempo in (100, 200):
        driver = window_over(tempo=tempo)
        refusal_by_person(driver)
        assert first_of_bots(driver, {2, 3}) == pacing.REFUSAL_SECONDS * tempo / 100
        assert driver.bot_scheduler.window(3, driver.now, {2, 3}) is None  # it was not D who refused
        driver.now += 1.0
        refusal_by_person(driver)  # does not extend it
        assert first_of_bots(driver, {2, 3}) == pacing.REFUSAL_SECONDS * tempo / 100 - 1.0
        assert ends_after(driver, {2, 3}) >= pacing.REFUSAL_SECONDS * tempo / 100 - 1.0

    passed = window_over()
    refusal_by_person(passed)
    passed.bot_scheduler.waive_priority(2, passed.session.table.turn, passed.now)
    assert ends_after(passed, {2, 3}) < 1.0

    typing = window_over()
    refusal_by_person(typing)
    typing.now += pacing.REFUSAL_SECONDS - 0.5
    typing.bot_scheduler.mark_composing(2, typing.now, {2, 3})
    assert first_of_bots(typing, {2, 3}) == pacing.COMPOSING_SECONDS

    late = window_over()
    late.now += pacing.MAX_HOLD_SECONDS
    refusal_by_person(late)
    assert ends_after(late, {2, 3}) < 1.0  # the other person has waited long enough
    alone = window_over()
    alone.bot_scheduler.next(alone.now, {2})
    alone.now += pacing.MAX_HOLD_SECONDS
    refusal_by_person(alone)
    assert first_of_bots(alone, {2}) == pacing.REFUSAL_SECONDS


def test_a_bots_late_refusal_leaves_time_for_another_offer() -> None:
    driver = bot_in_trading()
    driver.person_acts(2, f"C offer A: {name_of(driver.session.table.hands[2][0])}@1 for nothing")
    driver.bot_scheduler.next(driver.now, {2})
    driver.now += 2 * pacing.PRIORITY_SECONDS
    offer(driver, "A decline 1")
    assert first_of_bots(driver, {2}) == pacing.REFUSAL_SECONDS


def test_automatic_refusals_leave_no_time() -> None:
    driver = bot_in_trading(4)
    driver.bot_scheduler.next(driver.now, {2, 3})
    driver.now += 2 * pacing.PRIORITY_SECONDS
    driver.log += driver.session.set_preferences(2, Preferences(keeps="Red"), driver.now)
    offer(driver, f"A offer C: {front_card(driver.session.table)}@1 for Red")
    assert driver.session.table.offers[0].declined == 1 << 2
    assert ends_after(driver, {2, 3}) < 1.0


def test_an_offer_to_a_person_alone_with_bots_has_no_deadline() -> None:
    for to in ("C", "all"):
        driver = bot_in_trading()
        offer(driver, f"A offer {to}: {front_card(driver.session.table)}@1 for Red")
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
            offer(driver, f"A offer {to}: {front_card(driver.session.table)}@1 for Red")
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
        offer(driver, f"A offer C: {front_card(driver.session.table)}@1 for Red")
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
