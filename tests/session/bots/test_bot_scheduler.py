"""Bots among people: bots act in their turn, people may answer first, and a failure costs a move and not the table."""

import itertools
import json
from typing import Any

import pytest

import tobean
from tests.support.engine.tables import VARIANTS, random_walk
from tests.support.sessions import Driver, setup_of, started_session
from tobean.games.magic.magic_phase import MagicPhase
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import observe
from tobean.kernel.phases.turn import LastChance
from tobean.record.table_text import restore
from tobean.session import Session
from tobean.session.bots.bot_requests import MAX_BOT_TALK, VOLUNTEER, build_request, determinized_table, run_request
from tobean.session.bots.fallback_move import fallback_move
from tobean.session.bots.pacing import RESERVE_SECONDS
from tobean.session.log.entries import Acted, Said, entry_text, parse_entry
from tobean.session.wire.messages import chat
from tobean.session.wire.remarks import chat_text

every_variant = pytest.mark.parametrize(("game", "players"), VARIANTS)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "players", "bot"),
    [
        *[(game, players, "sprout") for game, players in VARIANTS if players == max(tobean.GAMES[game].players)],
        ("bohnanza", 3, "sprout"),
        ("al-cabohne", 1, "sprout"),
        ("al-cabohne", 1, "random"),
    ],
)
def test_bots_play_a_whole_game(game: str, players: int, bot: str) -> None:
    setup = setup_of(game, players, bots=tuple(range(players)), bot=bot, tempo=0)
    driver = Driver(*started_session(setup))
    driver.until_people()
    assert driver.session.state == "over"
    assert not [entry for entry in driver.log if isinstance(entry, Acted) and entry.fault]
    assert driver.session.record().final().over
    assert Session.resume(driver.log).record().text() == driver.session.record().text()


@every_variant
def test_the_determinized_table_has_the_same_observation(game: str, players: int) -> None:
    chance = chance_from("twins")
    for ply, table in enumerate(random_walk(game, players, 3)):
        if ply % 29 or table.over:
            continue
        seat = chance.randbelow(players)
        twin = restore(json.loads(json.dumps(determinized_table(table, seat, ply))))
        assert observe(twin, seat) == observe(table, seat)
        assert [repr(action) for action in twin.legal_actions(seat)] == [
            repr(action) for action in table.legal_actions(seat)
        ]


@every_variant
def test_a_fallback_move_always_exists(game: str, players: int) -> None:
    for table in random_walk(game, players, 5):
        if not table.over:
            table.check(fallback_move(table, table.awaited))


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "replies", "fault"),
    [
        ("bohnanza", ("A harvest 9", "B pass", "nonsense", None), "illegal"),
        ("al-cabohne", (), "crash"),
        ("bohnedikt", (), "crash"),
    ],
)
def test_a_failing_bot_loses_only_its_move(game: str, replies: tuple[str | None, ...], fault: str) -> None:
    """Every reply of a bot in turn is one of these, or an error if there are none."""
    given = itertools.cycle(replies)
    requests = 0

    def think(request: dict[str, object]) -> dict[str, object]:
        nonlocal requests
        if request["seat"] != 0:
            return run_request(request)
        requests += 1
        if not replies:
            raise ZeroDivisionError
        return {"do": next(given)}

    players = tobean.GAMES[game].players[-1]
    driver = Driver(*started_session(setup_of(game, players, bots=tuple(range(players)), tempo=0)), think=think)
    driver.until_people()
    assert driver.session.state == "over"
    faults = [entry for entry in driver.log if isinstance(entry, Acted) and entry.fault]
    assert requests > len(replies)
    assert len(faults) > len(replies)
    assert all(entry.fault == fault and entry.do.startswith("A ") for entry in faults)


def in_trading(bots: tuple[int, ...], **more: Any) -> Driver:
    """A (seat 0) is active and trading has begun."""
    driver = Driver(*started_session(setup_of("bohnanza", 4, bots=bots, start=0, **more)))
    front = tobean.name_of(driver.session.table.hands[0][0])
    driver.person_acts(0, f"A plant {front} 1")
    driver.person_acts(0, "A pass")
    return driver


def offered(driver: Driver) -> None:
    card = tobean.name_of(driver.session.table.hands[0][0])
    driver.person_acts(0, f"A offer all: {card}@1 for nothing")


def test_people_may_answer_before_bots() -> None:
    driver = in_trading(bots=(1, 2))
    offered(driver)
    made = driver.now
    driver.step()
    assert driver.now >= made + RESERVE_SECONDS
    # Once the only other person has declined, bots need not wait.
    driver = in_trading(bots=(1, 2))
    offered(driver)
    made = driver.now
    driver.bot_scheduler.next(driver.now)
    driver.person_acts(3, "D decline 1")
    ask = driver.next_request()
    assert ask.at < made + RESERVE_SECONDS
    # They do not wait for an absent person either.
    driver = in_trading(bots=(1, 2))
    offered(driver)
    ask = driver.next_request({0})
    assert ask.at < driver.now + RESERVE_SECONDS


def test_a_silent_person_blocks_neither_bots_nor_the_active_player() -> None:
    driver = in_trading(bots=(2, 3))
    offered(driver)
    assert driver.session.table.awaited == 1  # Nina does not answer
    driver.until_people()
    assert {entry.do[0] for entry in driver.log if isinstance(entry, Acted) and entry.by == "bot"} >= {"C"}
    driver.person_acts(0, "A end trading")


def test_the_delay_of_a_bot_does_not_depend_on_its_answer() -> None:
    """The time of an answer is set before the bot computes it (I3)."""
    times = []
    for seed in range(8):
        driver = Driver(*started_session(setup_of("bohnanza", 4, bots=(1, 2), start=0), seed))
        front = tobean.name_of(driver.session.table.hands[0][0])
        driver.person_acts(0, f"A plant {front} 1")
        driver.person_acts(0, "A pass")
        offered(driver)
        ask = driver.next_request()
        times.append((ask.seat, ask.at))
    assert len(set(times)) == 1


def test_an_active_bot_waits_for_people_for_a_limited_time() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 3, bots=(0,), start=0)))
    for _ in range(200):
        if not driver.step() or driver.session.table.active != 0:
            break
    assert driver.session.table.active == 1  # its turn ended without an answer


def test_an_active_bot_answers_a_person_while_others_are_silent() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 3, bots=(0,), start=0)))
    table = driver.session.table
    while not table.offers:
        assert driver.step()
    assert table.offers[0].seat == 0
    card = tobean.name_of(table.hands[1][0])
    driver.person_acts(1, f"B counter {table.offers[0].number} to A: {card}@1 for nothing")
    assert not table.offers[0].declined >> 2 & 1  # Keno has said nothing yet
    ask = driver.next_request()
    assert (ask.seat, ask.mode) == (0, "choose")
    assert ask.at < driver.now + 4


def test_bots_continue_trading_while_a_person_considers_an_offer() -> None:
    driver = in_trading(bots=(1, 2, 3))
    card = tobean.name_of(driver.session.table.hands[1][0])
    driver.log += driver.session.act(
        1, f"B offer A: {card}@1 for nothing", driver.session.version, driver.now, 1, "bot"
    )
    ask = driver.next_request()
    assert (ask.seat, ask.mode) in ((2, "volunteer"), (3, "volunteer"))
    driver.until_people()
    assert driver.session.table.offers


def test_a_fallback_move_is_played_when_time_is_up() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 3, start=0, clock=30)))
    for _ in range(400):
        if not driver.step():
            break
    assert driver.session.state == "over"  # every person was absent
    acted = [entry for entry in driver.log if isinstance(entry, Acted)]
    assert {entry.by for entry in acted} == {"clock"}
    assert driver.session.clock_plies == set(range(len(acted)))
    assert Session.resume(driver.log).clock_plies == driver.session.clock_plies
    assert not [entry for entry in acted if " offer " in entry.do or " accept " in entry.do]
    assert driver.now >= 30 * (len(acted) - 1)


def test_a_bot_plays_for_a_leaver_who_can_return() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 3, bots=(1, 2), start=0, tempo=0)))
    assert driver.bot_scheduler.next(driver.now) is None
    driver.log += driver.session.leave(0, driver.now)
    for _ in range(40):
        assert driver.step()
    driver.log += driver.session.reclaim(0, "key of Timon", driver.now)
    driver.until_people()
    assert driver.session.table.awaited == 0 or driver.session.table.offers


def test_no_player_is_flooded_with_offers() -> None:
    driver = in_trading(bots=(1, 2, 3))
    table = driver.session.table
    table.talk[1] = MAX_BOT_TALK
    table.set_talk_limit(-1)
    ask = next(ask for ask in driver.bot_scheduler.volunteer_requests(driver.now) if ask.seat == 1)
    assert driver.bot_scheduler.play(ask, "B call: want Red", driver.now, 1) == []
    assert not table.calls
    request = build_request(table, 1, "sprout", "volunteer", 1)
    assert not observe(restore(request["twin"]), 1).may_talk


def test_a_late_answer_is_not_an_error() -> None:
    driver = in_trading(bots=(1,))
    offered(driver)
    ask = driver.next_request()
    assert ask.seat == 1
    driver.person_acts(0, "A withdraw 1")
    assert driver.bot_scheduler.play(ask, "B decline 1", driver.now, 1) == []
    driver.person_acts(0, "A end trading")
    assert driver.bot_scheduler.play(ask, "B decline 1", driver.now, 1) == []
    assert not [entry for entry in driver.log if isinstance(entry, Acted) and entry.fault]


def test_bots_chat_at_a_limited_rate() -> None:
    driver = in_trading(bots=(1, 2))
    ask = driver.next_request()
    said = driver.bot_scheduler.bot_chat.remark(ask.seat, ask.bot, {"occasion": "thanks", "kinds": "Red"}, driver.now)
    assert len(said) == 1
    assert (
        driver.bot_scheduler.bot_chat.remark(ask.seat, ask.bot, {"occasion": "thanks", "kinds": "Red"}, driver.now)
        == []
    )
    assert driver.session.chat[-1][1].bot


def test_remarks_of_bots_are_in_the_language_of_each_viewer() -> None:
    driver = in_trading(bots=(1, 2))
    ask = driver.next_request()
    [entry] = driver.bot_scheduler.bot_chat.remark(
        ask.seat, ask.bot, {"occasion": "no room", "kinds": "Red"}, driver.now
    )
    number = driver.session.chat[-1][0]
    assert "Red" in str(chat(number, driver.session, "en")["text"])
    assert "Rote Bohne" in str(chat(number, driver.session, "de")["text"])
    assert parse_entry(entry_text(entry)) == entry
    driver.session.say(0, "Ada", "Good morning", driver.now)
    assert chat(driver.session.chat[-1][0], driver.session, "de")["text"] == "Good morning"
    old = parse_entry(b'{"entry":"said","at":1.0,"seat":1,"name":"Otto","text":"Gladly.","bot":true}')
    assert isinstance(old, Said)
    assert chat_text(old, driver.session, "de") == "Gladly."


def test_chatty_bots_talk_more_than_quiet_ones() -> None:
    silence: dict[str, int] = {}
    for personality in ("chatty", "fair", "quiet"):
        driver = in_trading(bots=(1, 2))
        ask = driver.next_request()
        driver.bot_scheduler.bot_chat.remark(
            ask.seat, f"merchant/{personality}", {"occasion": "thanks", "kinds": "Red"}, driver.now
        )
        silence[personality] = driver.bot_scheduler.bot_chat.quiet_until[ask.seat] - driver.session.version
    assert silence["chatty"] < silence["fair"] < silence["quiet"]


def test_bots_are_asked_whether_they_harvest_before_the_pile_runs_out_and_before_an_attack() -> None:
    for game, steps in (("bohnanza", LastChance), ("rabohnzel", MagicPhase)):
        driver = Driver(*started_session(setup_of(game, 3, bots=(0, 1, 2), bot="sprout", tempo=0)))
        asked: list[int] = []
        while driver.session.state == "playing" and len(asked) < 2:
            ask = driver.next_request()
            if isinstance(driver.session.table.decision, steps) and ask.mode == VOLUNTEER:
                asked.append(ask.seat)
            driver.step()
        assert len(set(asked)) == 2, game
