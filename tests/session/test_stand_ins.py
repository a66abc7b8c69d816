"""People leaving a running game, returning, or being absent: messages to the others, and the text of the result."""

import json
from typing import Any

import msgspec
import pytest

from tests.support.sessions import Driver, play_randomly, setup_of, started_session
from tobean.session import Entry, Refused, Session, Viewer
from tobean.session.bots.bot_scheduler import BotScheduler
from tobean.session.log.entries import Said, entry_text, parse_log
from tobean.session.page.game_summary import game_summary
from tobean.session.replay import Replay
from tobean.session.stand_ins import StandIn, stand_in_sentences
from tobean.session.wire import messages

NINA = 1
KEY = "key of Nina"


def sentences_since(session: Session, since: int, language: str = "en", seat: int | None = 0) -> list[str]:
    """Sentences that a viewer reads from this event on."""
    update = json.loads(messages.update(session, Viewer(seat, language), since))
    return [event["text"] for event in update["events"]]


@pytest.mark.parametrize(
    ("language", "left", "returned", "away", "back", "stands_in"),
    [
        (
            "en",
            "Nina has left the table. A bot plays on.",
            "Nina is back and plays again.",
            "Nina is away.",
            "Nina is back.",
            "A bot plays on for Nina.",
        ),
        (
            "de",
            "Nina hat den Tisch verlassen. Ein Bot spielt weiter.",
            "Nina ist zurück und spielt wieder selbst.",
            "Nina ist gerade nicht da.",
            "Nina ist wieder da.",
            "Für Nina spielt ein Bot weiter.",
        ),
    ],
)
def test_joining_and_leaving_is_announced_to_all(
    language: str, left: str, returned: str, away: str, back: str, stands_in: str
) -> None:
    session, log = started_session(setup_of("bohnanza", 3))
    since = len(session.feed)
    log += session.leave(NINA, 110.0)
    log += session.reclaim(NINA, KEY, 111.0)
    log += session.note_presence(NINA, False, 200.0)
    log += session.note_presence(NINA, True, 210.0)
    log += session.note_presence(NINA, False, 300.0)
    log += session.leave(NINA, 301.0)
    for seat in (0, 2, None):
        assert sentences_since(session, since, language, seat) == [left, returned, away, back, away, stands_in]
    again = Session.resume(parse_log([entry_text(entry) for entry in log]))
    assert sentences_since(again, since, language) == sentences_since(session, since, language)
    assert [each.number for each in session.feed] == list(range(len(session.feed)))


def test_presence_is_noted_once_and_only_of_people_in_a_running_game() -> None:
    waiting, _ = Session.open(setup_of("bohnanza", 3, bots=(2,)), 1.0)
    assert waiting.note_presence(0, False, 2.0) == []
    session, _ = started_session(setup_of("bohnanza", 3, bots=(2,)))
    assert session.note_presence(0, True, 102.0) == []
    assert session.note_presence(0, False, 103.0)
    assert session.note_presence(0, False, 104.0) == []
    assert session.note_presence(2, False, 104.0) == []
    assert session.leave(0, 105.0)
    assert session.note_presence(0, True, 106.0) == []
    assert not session.seats[0].away


def test_a_person_who_takes_the_seat_of_a_bot_is_announced() -> None:
    session, _ = started_session(setup_of("bohnanza", 3, bots=(2,)))
    since = len(session.feed)
    session.sit(2, "Ada", "key of Ada", 110.0)
    assert sentences_since(session, since) == ["A person now plays for Keno, until now a bot."]
    assert sentences_since(session, since, "de") == ["Für Keno, bisher ein Bot, spielt jetzt ein Mensch."]


def test_an_old_log_with_leavers_is_read() -> None:
    """Old entries have no `ends`, and old seats no `away`."""
    session, log = started_session(setup_of("bohnanza", 3))
    log += session.leave(NINA, 110.0)
    lines = [entry_text(entry).decode() for entry in log]
    assert not [line for line in lines if '"ends"' in line or '"away"' in line or '"stand_in"' in line]
    assert Session.resume(parse_log(lines)).state == "playing"


# --- stand-in bots ------------------------------------------------------------------------------------------


def test_actions_of_a_stand_in_are_labelled_and_those_of_the_person_are_not() -> None:
    session, log = started_session(setup_of("bohnanza", 3, start=NINA))
    since = len(session.feed)
    for _ in zip(range(4), play_randomly(session, log, 1), strict=False):
        pass
    by_person = sentences_since(session, since)
    session.leave(NINA, 200.0)
    at = len(session.feed)
    assert sentences_since(session, since)[: len(by_person)] == by_person, (
        "her own actions are not attributed to the bot"
    )
    assert not any("(bot)" in line for line in by_person)
    while session.table.active == NINA:
        next(play_randomly(session, log, 2))
    news = [
        event for event in json.loads(messages.update(session, Viewer(0), at))["events"] if event.get("seat") == NINA
    ]
    assert news
    assert all("Nina (bot)" in event["text"] for event in news)
    back = len(session.feed)
    session.reclaim(NINA, KEY, 300.0)
    for _ in play_randomly(session, log, 3):
        pass
    assert not any(
        "(bot)" in line for line in sentences_since(session, max(back, len(session.feed) - messages.MAX_EVENTS))
    )


def test_questions_buttons_and_refusals_name_the_stand_in() -> None:
    session, _ = started_session(setup_of("bohnanza", 3, start=NINA))
    for viewer in (Viewer(0, "en"), Viewer(None, "de")):
        before = json.loads(messages.update(session, viewer))["asked"]["text"]
        assert "Nina" in before
        assert "ot)" not in before
    session.leave(NINA, 110.0)
    assert "Nina (bot)" in json.loads(messages.update(session, Viewer(0, "en")))["asked"]["text"]
    assert "Nina (Bot)" in json.loads(messages.update(session, Viewer(None, "de")))["asked"]["text"]
    session.reclaim(NINA, KEY, 111.0)
    assert "(bot)" not in json.loads(messages.update(session, Viewer(0, "en")))["asked"]["text"]


def test_chat_of_a_stand_in_is_labelled() -> None:
    session, log = started_session(setup_of("bohnanza", 3, bots=(2,), bot="merchant", start=0))
    session.leave(NINA, 110.0)
    driver = Driver(session, log)
    driver.until_people()
    while session.table.decision.name != "trading":
        driver.person_acts(0, repr(session.table.legal_actions(0)[0]))
    said = driver.ask_bots(0, "Who has a Red?")
    lines = {entry.seat: entry for entry in said}
    assert set(lines) == {NINA, 2}
    assert (lines[NINA].name, lines[NINA].stand_in, lines[2].stand_in) == ("Nina", True, False)
    for language, name in (("en", "Nina (bot)"), ("de", "Nina (Bot)")):
        heard = {chat["seat"]: chat for chat in (chat_line(session, entry, language) for entry in said)}
        assert heard[NINA]["name"] == name
        assert heard[2]["name"] == "Keno"


def chat_line(session: Session, said: Said, language: str) -> dict[str, Any]:
    number = next(number for number, line in session.chat if line is said)
    return messages.chat(number, session, language)


def result_after_leaving(session: Session, log: list[Entry], *, back: bool) -> dict[str, Any]:
    """Nina leaves for a while, or permanently; returns the result."""
    for _ in zip(range(30), play_randomly(session, log, 1), strict=False):
        pass
    log += session.leave(NINA, 500.0)
    moves = play_randomly(session, log, 2)
    for _ in zip(range(40), moves, strict=False):
        pass
    if back:
        log += session.reclaim(NINA, KEY, 600.0)
    for _ in moves:
        pass
    result: dict[str, Any] = json.loads(messages.view(session, Viewer(0)))["result"]
    return result


@pytest.mark.parametrize("back", [False, True])
def test_the_result_and_the_replay_say_when_a_bot_played(back: bool) -> None:
    session, log = started_session(setup_of("bohnanza", 3))
    result = result_after_leaving(session, log, back=back)
    (stretch,) = session.stand_ins
    assert (stretch.seat, stretch.ply, stretch.until_ply) == (NINA, 30, 70 if back else -1)
    end = f"turn {stretch.until_turn}" if back else "the end"
    sentence = f"A bot played for Nina from turn {stretch.turn} to {end}."
    assert result["stand_ins"] == [sentence]
    record = session.record()
    assert record.players == ("Timon", "Nina", "Keno")
    told_story: dict[str, Any] = game_summary(record, "en", session.stand_ins)
    assert json.loads(json.dumps(told_story["result"])) == result
    for deal in told_story["deals"]:
        if NINA in (deal["seat"], deal["other"]):
            assert ("Nina (bot)" in deal["text"]) == stretch.covers(deal["ply"] - 1)
    replay = Replay(record, msgspec.convert(msgspec.to_builtins(session.stand_ins), list[StandIn]))
    frames = list(replay.frames(Viewer(None, "en", open=True)))
    pages = [
        frame
        for first in range(0, replay.plies + 1, 50)
        for frame in replay.frames(Viewer(None, "en", open=True), first, first + 49)
    ]
    assert msgspec.json.encode(frames) == msgspec.json.encode(pages)
    shown = [json.loads(msgspec.json.encode(frame)) for frame in frames]
    texts = [[event["text"] for event in frame["events"]] for frame in shown]
    assert "A bot plays on for Nina." in texts[30]
    assert ("Nina is back and plays again." in texts[70]) == back
    numbers = [event["n"] for frame in shown for event in frame["events"]]
    assert numbers == list(range(len(numbers)))
    assert shown[-1]["view"]["result"] == result
    labelled = [ply for ply, lines in enumerate(texts) if any("Nina (bot)" in line for line in lines)]
    assert labelled
    assert all(stretch.covers(ply - 1) for ply in labelled)


def test_a_winning_stand_in_is_named() -> None:
    session, log = started_session(setup_of("bohnanza", 3))
    list(play_randomly(session, log, 1, most=20))
    for seat, person in enumerate(("key of Timon", KEY, "key of Keno")):
        assert session.seats[seat].person == person
        log += session.leave(seat, 500.0)
    for _ in play_randomly(session, log, 2):
        pass
    result = json.loads(messages.view(session, Viewer(None)))["result"]
    assert "(bot)" in result["text"]
    assert len(result["stand_ins"]) == 3


def test_a_finished_game_cannot_be_left() -> None:
    session, log = started_session(setup_of("bohnanza", 3))
    for _ in play_randomly(session, log, 1):
        pass
    with pytest.raises(Refused, match="over"):
        session.leave(NINA, 900.0)


def test_a_stand_in_is_described_by_its_turns_if_it_played() -> None:
    names = ("Timon", "Nina")
    stretches = [StandIn(0, 5, 2, 9, 2), StandIn(1, 5, 2, 5, 2), StandIn(1, 9, 2, 30, 4)]
    assert stand_in_sentences(stretches, names, "en") == [
        "A bot played for Timon in turn 2.",
        "A bot played for Nina from turn 2 to turn 4.",
    ]
    assert stand_in_sentences(stretches, names, "de") == [
        "In Zug 2 hat ein Bot für Timon gespielt.",
        "Von Zug 2 bis Zug 4 hat ein Bot für Nina gespielt.",
    ]


def test_undo_shortens_the_turns_of_a_stand_in() -> None:
    session, log = started_session(setup_of("bohnanza", 3, start=0))
    log += session.act(0, repr(session.table.legal_actions(0)[0]), session.version, 110.0, 1)
    log += session.leave(NINA, 111.0)
    assert session.stand_ins[0].ply == 1
    log += session.undo(0, session.version, 112.0)
    assert session.stand_ins[0].ply == 0
    assert Session.resume(log).stand_ins == session.stand_ins


# --- games that end because their only person leaves ----------------------------------------------------------


def test_an_ended_game_can_be_resumed_only_by_its_person() -> None:
    session, log = started_session(setup_of("bohnanza", 3, bots=(0, 2), start=0, clock=30))
    since = len(session.feed)
    log += session.leave(NINA, 110.0, ends=True)
    assert session.state == "ended"
    assert sentences_since(session, since) == ["Nina has left the table. The game has ended."]
    assert BotScheduler(session).next(10_000.0) is None, "no bot continues"
    assert session.clock() is None
    with pytest.raises(Refused, match="ended"):
        session.sit(0, "Ada", "key of Ada", 120.0)
    with pytest.raises(Refused, match="ended"):
        session.fill(0, "Robin", "sprout", 120.0)
    with pytest.raises(Refused, match="ended"):
        session.leave(NINA, 120.0)
    with pytest.raises(Refused, match="not your seat"):
        session.reclaim(NINA, "key of Ada", 120.0)
    again = Session.resume(parse_log([entry_text(entry) for entry in log]))
    assert again.state == "ended"
    log += again.reclaim(NINA, KEY, 5000.0)
    assert again.state == "playing"
    assert BotScheduler(again).next(5001.0) is not None
    assert again.awaited_since == 5000.0, "no waiting time was counted meanwhile"
    assert stand_in_sentences(again.stand_ins, again.names, "en") == []
