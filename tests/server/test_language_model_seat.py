"""A language model in a seat: by invitation only, labelled for all viewers, replaced by a bot on timeout."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import tobean
from tests.support.chat.positions import position
from tests.support.server.app import (
    TIMEOUT,
    next_socket_message,
    post_form,
    server_client,
    server_process,
    table_socket,
)
from tobean.server.client.mcp_seat import ModelSeat
from tobean.server.client.table_client import ServerRefused, TableClient, join_by_link, parse_invitation, post
from tobean.server.runner import free_port
from tobean.session import Viewer
from tobean.session.bots.bot_scheduler import HAND_TO_BOT, BotScheduler
from tobean.session.chat.trade_help import talk
from tobean.session.errors import BadSetup, Refused
from tobean.session.log.entries import CLOCK
from tobean.session.seats import Seat, bot_seat, person_seat
from tobean.session.session import Session
from tobean.session.setup import Setup

SEATS = {"seat1": "open", "seat2": "open", "seat3": "none", "seat4": "none"}


def open_table(client: TestClient, **fields: str) -> str:
    answer = post_form(client, "/open", game="bohnanza", name="Nina", **SEATS, **fields)
    return str(answer.headers["location"]).rpartition("/")[2]


def request_model_seat(client: TestClient, table: str) -> dict[str, Any]:
    """A model with a new cookie asks for seat 1; returns the response of the table."""
    client.cookies.clear()
    post_form(client, "/me", name="Bohni")
    with table_socket(client, table) as socket:
        next_socket_message(socket, "hello")
        socket.send_json({"type": "seat", "do": "sit", "seat": 1, "model": True})
        return next_socket_message(socket, "refused", "hello")


def test_a_model_is_labelled_for_all_viewers(tmp_path: Path) -> None:
    with server_client(tmp_path, model_seconds=7) as client:
        table = open_table(client)
        seat = request_model_seat(client, table)["table"]["seats"][1]
        assert seat.pop("face") > 0
        assert seat == {
            "kind": "person",
            "name": "Bohni",
            "bot": "",
            "reclaimable": False,
            "model": 7,
            "present": True,
        }
        for language, words in (("en", "a language model plays here"), ("de", "hier spielt ein Sprachmodell")):
            page = client.get(f"/tables/{table}", headers={"accept-language": language}).text
            assert page.count(f'<span class="visually-hidden">{words}</span>') == 1


def test_a_model_needs_an_invitation(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        refused = request_model_seat(client, open_table(client, public="yes"))
        assert refused["text"].startswith("Language models come by invitation only")
        assert request_model_seat(client, open_table(client))["you"]["seat"] == 1


def session_with(model: Seat, clock: int = 0) -> Session:
    seats = (model, bot_seat("Ben", "sprout"), bot_seat("Cleo", "sprout"))
    session, _ = Session.open(Setup("bohnanza", seats, start=0, tempo=0, clock=clock), 0.0)
    session.start(100.0, 3)
    return session


def test_a_model_that_times_out_gets_a_stand_in() -> None:
    session = session_with(person_seat("Bohni", "key", model=30))
    bot_scheduler = BotScheduler(session)
    assert session.clock() == {"seat": 0, "until": 130.0}
    ask = bot_scheduler.next(101.0, {0})
    assert ask is not None
    assert (ask.seat, ask.mode, ask.at, ask.by) == (0, HAND_TO_BOT, 130.0, CLOCK)
    [entry] = bot_scheduler.play(ask, None, 130.0, 1)
    assert session.seats[0].public()["reclaimable"]
    assert session.seats[0].public()["model"] == 0
    assert session.clock() is None
    asked = bot_scheduler.next(131.0, {0})
    assert asked is not None
    assert (asked.seat, asked.bot) == (0, "merchant")
    again = Session.resume(Session.open(session.setup, 0.0)[1])
    again.apply_entry(entry)
    assert again.seats == session.seats
    session.reclaim(0, "key", 140.0)
    assert session.seats[0] == person_seat("Bohni", "key", model=30)


def test_a_player_who_has_acted_keeps_the_seat() -> None:
    session = session_with(person_seat("Bohni", "key", model=30))
    bot_scheduler = BotScheduler(session)
    ask = bot_scheduler.next(101.0, {0})
    assert ask is not None
    session.act(0, repr(session.table.legal_actions(0)[0]), session.version, 129.9, 1)
    assert bot_scheduler.play(ask, None, 130.0, 1) == []
    assert session.seats[0].is_person


def test_a_shorter_table_clock_plays_one_move_and_keeps_the_seat() -> None:
    ask = BotScheduler(session_with(person_seat("Bohni", "key", model=30), clock=10)).next(101.0, {0})
    assert ask is not None
    assert (ask.mode, ask.at, ask.bot) == ("choose", 110.0, "merchant")


def test_invalid_seats_and_links_are_refused() -> None:
    for seat in (Seat("person", "Ada", "key", model=-1), Seat("person", "Ada", "key", model=9999)):
        with pytest.raises(BadSetup, match="1 to 3600 seconds"):
            Session.open(Setup("bohnanza", (seat, bot_seat("Ben", "sprout"), bot_seat("Cleo", "sprout"))), 0.0)
    with pytest.raises(Refused):
        session_with(person_seat("Bohni", "key", model=30)).reclaim(0, "other", 1.0)
    assert parse_invitation("http://localhost:8765/tables/abc/") == ("http://localhost:8765", "abc")
    for link in ("", "abc", "ftp://localhost/tables/abc", "http://localhost/tables/", "http://localhost/lobby"):
        with pytest.raises(tobean.BadInput, match="no invitation"):
            parse_invitation(link)


def test_an_unclear_sentence_does_nothing_and_lists_what_it_can_mean() -> None:
    sent: list[dict[str, Any]] = []

    class Seated(ModelSeat):
        async def request(self, *messages: dict[str, Any]) -> list[dict[str, Any]]:
            sent.extend(messages)
            session = position("full; C Soy for Chili").session
            return [talk(session, Viewer(0, "en"), message["text"]) for message in messages]

    reply = asyncio.run(Seated(TableClient("http://localhost", "table", "")).talk("Chili for a Blue or a Red?"))
    assert [message["type"] for message in sent] == ["talk"]
    assert reply.endswith("one of these lines: A offer all: turned Chili for Blue; A offer all: turned Chili for Red")


async def play_as_model(server: str) -> dict[str, str]:
    """Play a scripted game as the model; return the replies it got."""
    fields = {"game": "bohnanza", "name": "Nina", "tempo": "0", "details": "yes", **SEATS}
    path, host = await asyncio.to_thread(post, server, "/open", fields)
    await asyncio.to_thread(post, server, f"{path}/leave", {"seat": "0"}, host)
    seat = await join_by_link(server + path, "Bohni", model=True)
    replies: dict[str, str] = {}
    async with ModelSeat(seat).connected() as model:
        replies["before the start"] = await model.look(0)
        await asyncio.to_thread(post, server, f"{path}/start", {"fill": "yes"}, host)
        replies["after the start"] = await model.look()
        replies["action number out of range"] = await model.act("I sell my soul. [99]")
        replies["illegal action"] = await model.act("harvest 2")
        replies["unknown words"] = await model.act("my kingdom for a horse")
        replies["chat"] = await model.act("say: I am new here.")
        reply = ""
        async with asyncio.timeout(TIMEOUT):
            while "Bohni calls" not in reply:  # refused if the bots have changed the table meanwhile
                move = "0" if "\n0. " in reply else "1"
                reply = await model.act("I want Red" if model.update["may_talk"] else move)
        replies["call"] = reply
        replies["rule"] = await model.rule("t6")
        replies["rules"] = await model.rules()
        # Give up the model's seat through another request, so that a bot takes over.
        await asyncio.to_thread(post, server, f"{path}/leave", {"seat": str(model.text.number)}, model.seat.cookie)
        timeout_reply = ""
        async with asyncio.timeout(TIMEOUT):
            while "took too long" not in timeout_reply:
                timeout_reply = await model.look()
        replies["timeout"] = timeout_reply
        replies["return"] = await model.act("1")
        replies["after the return"] = await model.look(0)
    with pytest.raises(ServerRefused, match="no free seat"):
        await join_by_link(server + path, "Late")
    with pytest.raises(ServerRefused):
        await join_by_link(f"{server}/tables/nothing", "Lost")
    return replies


@pytest.mark.long
def test_texts_for_a_model(tmp_path: Path) -> None:
    port = free_port()
    with server_process(tmp_path, port):
        replies = asyncio.run(play_as_model(f"http://localhost:{port}"))
    assert replies["before the start"] == "The game has not begun yet. At the table: Bohni. Look again."
    start = replies["after the start"]
    assert re.match(r"You are Bohni, seat A\. Since you last looked:", start)
    assert re.search(r"^hand A: .*[A-Z]", start, re.MULTILINE)
    assert re.search(r"^hand B: \d+ \?$", start, re.MULTILINE)
    assert replies["action number out of range"].startswith("Refused, nothing has changed: there is no action 99")
    assert "K6" in replies["illegal action"]
    assert "I do not know the word" in replies["unknown words"]
    assert replies["chat"].startswith("The others have heard it.")
    assert 'Bohni calls: "I want Red."' in replies["call"]
    assert replies["rule"].startswith("*Ruling*: an offer binds its maker and must be true.")
    assert "The cards:" in replies["rules"]
    assert replies["timeout"].startswith("You took too long, and a bot plays for you now.")
    assert replies["return"].startswith("You are back at your seat")
    assert "What you see:" in replies["after the return"]
