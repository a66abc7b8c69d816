"""Names and chat at a table: normalised on input, distinguished by appearance, isolated in sentences."""

import json
from pathlib import Path

import msgspec
import pytest

from tests.support.server.app import post_form, server_client
from tests.support.sessions import play_randomly, setup_of, started_session
from tobean.server.workers.worker_process import reviewed
from tobean.session import BadSetup, Refused, Seat, Session, Setup, Viewer, bot_seat, person_seat
from tobean.session.chat.trade_help import talk
from tobean.session.log.entries import Opened, Seated
from tobean.session.page.game_summary import game_summary
from tobean.session.wire import messages

HEBREW = "יוסף"
ISOLATED = f"\u2068{HEBREW}\u2069"


def test_names_are_normalised_at_every_entry_point() -> None:
    assert person_seat("\u202eNi\u200bna ", "n").name == "Nina"
    assert bot_seat("Bo\u2028Bot", "sprout").name == "Bo Bot"
    raw_seats = (Seat("person", "\u2066Ada\u2069", "a"), Seat("bot", "Be\u200bn", bot="sprout"), Seat())
    session, entries = Session.open(Setup("bohnanza", raw_seats), 0.0)
    assert session.names == ("Ada", "Ben", "")
    assert isinstance(entries[0], Opened)
    assert [seat.name for seat in entries[0].setup.seats] == ["Ada", "Ben", ""]
    (seated,) = session.sit(2, "C\u0336\u0335\u0334leo\ufeff", "c", 1.0)
    assert isinstance(seated, Seated)
    assert seated.now.name == "C\u0336\u0335leo"
    for invisible_name in ("", "\u200b", "\u3164", "\u202e\u2800"):
        with pytest.raises(BadSetup, match="1 to 40 characters"):
            person_seat(invisible_name, "n")


def test_names_that_look_alike_are_the_same() -> None:
    session, _ = Session.open(Setup("bohnanza", (person_seat("Nina", "a"), Seat(), Seat())), 0.0)
    for name in ("nina", "Ｎｉｎａ", "Ni\u200dna", "NINA\u3164"):
        with pytest.raises(BadSetup, match="names must differ"):
            session.sit(1, name, "b", 1.0)
    session.sit(1, "Niña", "b", 1.0)


def test_a_player_with_a_lookalike_name_may_leave_and_return() -> None:
    """Covers tables from before lookalike names were refused."""
    session, _ = started_session(setup_of("bohnanza", 3))
    session.seats[1] = person_seat("TIMON", "b")
    session.leave(1, 5.0)
    session.reclaim(1, "b", 6.0)
    assert session.seats_of("b") == [1]


def test_chat_is_normalised() -> None:
    session, _ = started_session(setup_of("bohnanza", 3))
    session.say(0, "Ti\u202emon", "hello\u2028\u202eworld\u200b", 5.0)
    _, said = session.chat[-1]
    assert (said.name, said.text) == ("Timon", "hello world")
    for text in ("", "\u200b \u3164", "x" * 401, "\u200b" * 5000 + "x"):
        with pytest.raises(Refused, match="1 to 400"):
            session.say(0, "Timon", text, 5.0)
    answer = talk(session, Viewer(0, "en"), "\u202esome\u200b thing")
    assert answer["text"] == "some thing"


def test_right_to_left_names_are_isolated_only_in_sentences() -> None:
    seats = tuple(person_seat(name, name) for name in (HEBREW, "Nina", "Keno"))
    session, _ = started_session(Setup("bohnanza", seats))
    update = json.loads(messages.update(session, Viewer(0, "en"), -1))
    texts = [event["text"] for event in update["events"] if HEBREW in event.get("text", "")]
    assert texts
    assert all(ISOLATED in text for text in texts)
    hello = json.loads(messages.encode(messages.hello(session, Viewer(0, "en"))))
    assert hello["table"]["seats"][0]["name"] == HEBREW
    assert session.record().players[0] == HEBREW


@pytest.mark.long
def test_right_to_left_names_after_the_game() -> None:
    seats = tuple(person_seat(name, name) for name in (HEBREW, "Nina", "Keno"))
    session, log = started_session(Setup("bohnanza", seats, {"talk_limit": 2}))
    list(play_randomly(session, log, 3))
    assert session.state == "over"
    record = session.record()
    for shown in (game_summary(record, "en"), reviewed(record.text(), "en")):
        text = msgspec.json.encode(shown).decode().replace(f'"{HEBREW}"', "")
        assert ISOLATED in text
        assert HEBREW not in text.replace(ISOLATED, "")
    assert game_summary(record, "en")["players"] == record.players


def test_lookalike_names_get_a_number(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        opened = post_form(client, "/open", game="bohnanza", name="Nina", seat1="open", seat2="open", seat3="none")
        table = opened.headers["location"].rpartition("/")[2]
        for seat, name in ((1, "ni\u200bNA"), (2, "Ｎｉｎａ")):
            client.cookies.clear()
            assert post_form(client, f"/tables/{table}/sit", name=name, seat=seat).status_code == 303
        site = client.app.state.site  # type: ignore[attr-defined]
        assert site.registry.live_tables[table].session.names == ("Nina", "niNA 2", "Ｎｉｎａ 3")
