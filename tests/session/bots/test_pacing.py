"""Pacing of bots: no begging, no excess of questions, no long waits, and quick rounds if a person passes.

The games are those of bench/round_time.py, with a person taking two seconds per action, on a simulated clock.
"""

import json
from statistics import mean

import pytest

import round_time as bench
from tests.support.sessions import Driver, front_card, setup_of, started_session
from tobean.bots.base import ALL_PEOPLE, Opponents
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, IMPOLITE_PARAMETERS, MerchantParameters
from tobean.games import GAMES, new_game
from tobean.kernel.actions import Action, Call, EndTrading, MakeOffer
from tobean.kernel.cards import name_of
from tobean.kernel.chance import chance_from
from tobean.kernel.events import DECLINED, LAPSED, OFFERED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.session import Session, Viewer
from tobean.session.answers.bot_deals import BotDealFilter
from tobean.session.bots.bot_scheduler import BotRequest
from tobean.session.bots.fallback_move import fallback_move
from tobean.session.bots.opponents import MAX_OFFERS_PER_ROUND, MAX_OFFERS_PER_TURN, opponents_of
from tobean.session.wire.shared_state import encode_events

TURNS = 10
"""Two rounds of four players, and two more turns."""
WHOLE_GAME_TURNS = 40
"""Turns of a whole game."""
MAX_ROUND_SECONDS = 45.0
"""Maximum seconds of a round."""
MAX_NO_ROOM_SHARE = 0.1
"""Maximum share of offers to a person that would force a harvest."""
MAX_MEAN_BOT_SECONDS = 30.0
"""Maximum average seconds of the turns of three bots, for a person passing within two seconds."""


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_round_with_a_polite_person(game: str) -> None:
    game_run = bench.new_game_with_person(game)
    game_run.play(TURNS)
    rounds = game_run.rounds[:-1]
    assert rounds
    assert mean(each.seconds - each.own for each in rounds) < MAX_MEAN_BOT_SECONDS
    assert all(each.asked <= MAX_OFFERS_PER_ROUND for each in rounds)
    assert not any(each.begged for each in rounds)
    assert all(each.seconds is not None and each.seconds <= 3.0 for each in game_run.questions[:-1])


@pytest.mark.long
@pytest.mark.parametrize(("game", "players", "seed"), [("rabohnzel", 4, 1), ("excalibohn", 5, 0)])
def test_no_round_is_long_for_a_person_who_passes(game: str, players: int, seed: int) -> None:
    """The longest rounds of `bench/round_time.py --players all --person passing`; the person's turn is a third."""
    game_run = bench.new_game_with_person(game, seed=seed, players=players, person=bench.PASSING)
    game_run.play(WHOLE_GAME_TURNS)
    assert len(game_run.rounds) > 4
    assert all(each.seconds < MAX_ROUND_SECONDS for each in game_run.rounds[:-1])


@pytest.mark.long
@pytest.mark.parametrize("game", ["bohnanza", "bohnedikt"])
def test_merchants_offer_people_cards_they_have_room_for(game: str) -> None:
    game_run = bench.new_game_with_person(game, seed=2, person=bench.PASSING)
    game_run.play(WHOLE_GAME_TURNS)
    offers = list(game_run.offers.values())
    assert len(offers) > 10
    assert sum(map(bool, offers)) <= MAX_NO_ROOM_SHARE * len(offers)


def test_beginner_bots_follow_the_same_pacing() -> None:
    game_run = bench.new_game_with_person("bohnanza", bot="sprout")
    game_run.play(TURNS)
    assert all(each.asked <= MAX_OFFERS_PER_ROUND and not each.begged for each in game_run.rounds)


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
    assert opponents_of(session, 0).treated_as_human == 0b100
    for number in range(MAX_OFFERS_PER_TURN):
        assert opponents_of(session, 0).left_alone == 0
        session.act(0, f"A offer C: {front_card(session.table)}@1 for Red", session.version, driver.now, number, "bot")
        session.act(2, f"C decline {number + 1}", session.version, driver.now, number)
    assert opponents_of(session, 0).left_alone == 0b100
    assert opponents_of(session, 1).left_alone == 0


def test_deals_among_bots_are_marked() -> None:
    """A deal between bots is one quiet line for every viewer; events that concern people are not quiet."""
    game_run = bench.new_game_with_person("bohnanza")
    game_run.play(6)
    session = game_run.session
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
    assert [feed_event.between_bots for feed_event in Session.resume(game_run.log).feed] == [
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
