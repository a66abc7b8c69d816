"""Sessions: a reducer over the log; errors change nothing; stale actions are distinguished from late ones."""

import json
from typing import Any

import msgspec
import pytest

import tobean
from tests.support.engine.tables import VARIANTS, near_miss_action
from tests.support.sessions import play_randomly, session_state, setup_of
from tests.support.sessions import started_session as opened
from tobean.i18n import LANGUAGES
from tobean.kernel.chance import chance_from
from tobean.session import (
    BadLog,
    BadSetup,
    Entry,
    Refused,
    Seat,
    Session,
    Setup,
    Stale,
    Viewer,
    bot_seat,
    entry_text,
    parse_log,
    person_seat,
)
from tobean.session.wire.messages import MAX_EVENTS, chat, encode, hello, update, why

every_variant = pytest.mark.parametrize(("game", "players"), VARIANTS)


def started_session(game: str, players: int, seed: int = 1, **more: Any) -> tuple[Session, list[Entry]]:
    return opened(setup_of(game, players, **more), seed)


@every_variant
def test_a_session_is_rebuilt_from_its_log(game: str, players: int) -> None:
    session, log = started_session(game, players)
    for count, _ in enumerate(play_randomly(session, log, 7)):
        if count == 70:
            read = parse_log([entry_text(entry) for entry in log])
            assert session_state(Session.resume(read)) == session_state(session)
    assert session.state == "over"
    again = Session.resume(parse_log([entry_text(entry) for entry in log]))
    assert session_state(again) == session_state(session)
    assert again.record().final().over


@every_variant
def test_a_refused_action_changes_nothing(game: str, players: int) -> None:
    session, log = started_session(game, players, 3)
    chance = chance_from("refused")
    refused = 0
    for _ in play_randomly(session, log, 3, most=120):
        if session.state != "playing":
            break
        action = near_miss_action(session.table, chance)
        before = session_state(session)
        try:
            session.table.check(action)
        except tobean.Illegal as error:
            with pytest.raises(tobean.Illegal, match=error.rule):
                session.act(action.seat, repr(action), session.version, 1e6, 1)
            answer = why(session, Viewer(action.seat), repr(action))
            assert (answer["legal"], answer["rule"]) == (False, error.rule)
            refused += 1
        other = (action.seat + 1) % max(2, players)
        with pytest.raises(tobean.TobeanError):
            session.act(other, repr(action), session.version, 1e6, 1)
        assert session_state(session) == before
    assert refused > 20


def test_other_peoples_talk_does_not_make_a_click_stale() -> None:
    session, log = started_session("bohnanza", 4, start=0)
    red = session.table.hands[0][0]
    log += session.act(0, f"A plant {tobean.name_of(red)} 1", 0, 1.0, 1)
    log += session.act(0, "A pass", 1, 1.0, 1)
    looked = session.version
    log += session.act(2, "C call: want Red", looked, 1.0, 1)
    log += session.act(1, "B call: want Soy", looked, 1.0, 1)
    log += session.act(0, "A end trading", looked, 1.0, 1)
    before = session_state(session)
    for late in ("B call: want Soy", "A call: want Soy", "C call: have Red"):
        with pytest.raises(Stale):
            session.act("ABC".index(late[0]), late, looked, 1.0, 1)
    with pytest.raises(Stale):
        session.act(3, "D harvest 1", session.version + 1, 1.0, 1)
    assert session_state(session) == before


def test_a_double_click_counts_once() -> None:
    session, log = started_session("bohnanza", 4, start=0)
    front = tobean.name_of(session.table.hands[0][0])
    log += session.act(0, f"A plant {front} 1", 0, 1.0, 1)
    with pytest.raises(Stale):
        session.act(0, f"A plant {front} 1", 0, 1.0, 1)
    log += session.act(0, "A pass", 1, 1.0, 1)
    looked = session.version
    own = tobean.name_of(session.table.hands[0][0])
    log += session.act(0, f"A offer all: {own}@1 for Red", looked, 1.0, 1)
    with pytest.raises(Stale):
        session.act(0, f"A offer all: {own}@1 for Red", looked, 1.0, 1)
    # An answer to one offer does not make the answer to another stale.
    log += session.act(0, f"A offer B: {own}@1 for Soy", looked + 1, 1.0, 1)
    looked = session.version
    log += session.act(1, "B decline 1", looked, 1.0, 1)
    log += session.act(1, "B decline 2", looked, 1.0, 1)


def test_seats_are_taken_left_and_reclaimed() -> None:
    setup = Setup("bohnanza", (person_seat("Ada", "a"), Seat(), Seat()))
    session, log = Session.open(setup, 0.0)
    with pytest.raises(Refused, match="open"):
        session.start(1.0, 1)
    log += session.sit(1, "Ben", "b", 1.0)
    with pytest.raises(Refused, match="taken"):
        session.sit(1, "Cleo", "c", 1.0)
    with pytest.raises(BadSetup, match="looks like"):
        session.sit(2, "Ben", "c", 1.0)
    log += session.fill(2, "Robin", "sprout", 1.0)
    log += session.leave(1, 2.0)
    assert session.seats[1].kind == "open"
    log += session.sit(1, "Ben", "b", 2.0)
    log += session.start(3.0, 1)
    log += session.leave(1, 4.0)
    assert (session.seats[1].kind, session.seats[1].bot, session.seats[1].name) == ("bot", "merchant", "Ben")
    assert session.seats_of("b") == []
    with pytest.raises(Refused):
        session.reclaim(1, "a", 5.0)
    log += session.reclaim(1, "b", 5.0)
    assert session.seats_of("b") == [1]
    assert session_state(Session.resume(log)) == session_state(session)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"game": "skat"}, "not installed here: skat"),
        ({"options": {"wind": True}}, "no option"),
        ({"cards": "{"}, "not JSON"),
        ({"pace": "slow"}, "pace"),
        ({"clock": 1}, "clock"),
        ({"tempo": 9999}, "tempo"),
        ({"start": 9}, "one of the seats"),
        ({"seats": ()}, "players"),
    ],
)
def test_an_impossible_table_is_not_opened(change: dict[str, object], text: str) -> None:
    with pytest.raises(BadSetup, match=text):
        Session.open(msgspec.structs.replace(setup_of("bohnanza", 3), **change), 0.0)


def test_only_builtin_bots_get_a_seat() -> None:
    for wish in ("evil.py", "os.py:system", "nobody"):
        with pytest.raises(BadSetup):
            bot_seat("Eve", wish)


def test_a_damaged_log_is_named() -> None:
    session, log = started_session("bohnanza", 3)
    list(play_randomly(session, log, 1, most=30))
    lines = [entry_text(entry) for entry in log]
    with pytest.raises(BadLog, match="empty"):
        Session.resume([])
    with pytest.raises(BadLog, match="entry 4"):
        parse_log([*lines[:4], b'{"entry":"stolen"}'])
    with pytest.raises(BadLog, match="entry 1"):
        Session.resume([log[0], *log[2:]])
    with pytest.raises(BadLog, match="entry 0"):
        Session.resume(log[1:])
    with pytest.raises(BadLog, match="twice"):
        Session.resume([log[0], log[0]])


@every_variant
def test_hello_and_update_are_json(game: str, players: int) -> None:
    session, log = started_session(game, players, 5)
    for count, _ in enumerate(play_randomly(session, log, 5)):
        if count % 150 and session.state == "playing":
            continue
        for seat in (None, *range(players)):
            for language in LANGUAGES:
                viewer = Viewer(seat, language)
                data = json.loads(update(session, viewer, 0))
                assert data["version"] == session.version
                assert [event["n"] for event in data["events"]] == list(range(len(session.feed)))[-MAX_EVENTS:]
                kinds = {
                    kind["id"]
                    for group in json.loads(encode(hello(session, viewer)))["catalogue"].values()
                    for kind in group
                    if isinstance(kind, dict)
                }
                for owner in data["view"]["seats"]:
                    assert set(owner["hand"]) <= kinds | {-1}


def test_chat_is_numbered_for_all_and_kept_short() -> None:
    session, log = started_session("bohnanza", 3)
    for line in range(220):
        log += session.say(None if line % 2 else 1, "Nina", f"  line\n {line} ", 200.0)
        log += session.order(0, ["want Red"], 200.0)
    number, said = session.chat[-1]
    assert (said.text, len(session.chat)) == ("line 219", 200)
    assert (chat(number, session, "en")["seq"], chat(number, session, "en")["seat"]) == (219, None)
    assert session_state(Session.resume(log)) == session_state(session)
    for bad in ("", "   ", "x" * 401):
        with pytest.raises(Refused):
            session.say(0, "Timon", bad, 200.0)
