"""Requests for a bot's seat in a running game: who sees and answers them, reconnecting, and limits."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.testclient import TestClient

from tests.support.server.app import (
    become,
    live_table_of,
    new_person,
    next_socket_message,
    post_form,
    server_client,
    start_game,
    table_socket,
)
from tobean.server.protection.rate_limits import SEAT_REQUESTS
from tobean.server.tables import seat_requests
from tobean.server.tables.live_table import AWAY_SECONDS

BOT = 2
"""The seat of the bot in `start_game`; Anna is the host, and Ben plays, too."""


@contextlib.contextmanager
def connected(client: TestClient, table: str, cookies: dict[str, str]) -> Iterator[Any]:
    become(client, cookies)
    with table_socket(client, table) as socket:
        yield socket


def table_with(socket: Any, **values: object) -> dict[str, Any]:
    """The next description of the table in which these parts have these values."""
    while True:
        table: dict[str, Any] = next_socket_message(socket, "hello", "table")["table"]
        if all(table[name] == value for name, value in values.items()):
            return table


def requests_shown(socket: Any, count: int = 1) -> list[dict[str, Any]]:
    """The requests shown to this viewer, once there are so many."""
    while True:
        found: list[dict[str, Any]] = next_socket_message(socket, "hello", "table")["table"]["requests"]
        if len(found) == count:
            return found


def send(socket: Any, do: str, request: int = 0) -> None:
    socket.send_json({"type": "seat", "do": do, "seat": BOT, "request": request})


def refusal(socket: Any) -> str:
    return str(next_socket_message(socket, "refused")["text"])


def waiting_for(who: str) -> dict[str, Any]:
    return {"seat": BOT, "answer": who}


def test_the_host_sees_a_request_and_admits_the_visitor(client: TestClient) -> None:
    table, anna, ben = start_game(client)
    eve = new_person(client, "Eve", face=3)
    live_table = live_table_of(client, table)
    with (
        connected(client, table, anna) as host,
        connected(client, table, ben) as player,
        connected(client, table, eve) as guest,
    ):
        send(guest, "sit")
        table_with(guest, asked=waiting_for("host"))
        assert requests_shown(host) == [{"number": 1, "seat": BOT, "name": "Eve", "face": 3, "model": False}]
        assert not live_table.session.seats[BOT].is_person
        for viewer in (player, guest):
            send(viewer, "admit", 1)
            assert "Only the person who opened the table" in refusal(viewer)
        send(host, "admit", 1)
        while (hello := next_socket_message(guest, "hello"))["you"]["seat"] is None:
            pass
        assert hello["you"]["seat"] == BOT
        assert hello["table"]["asked"] is None
        requests_shown(host, 0)
        send(host, "admit", 1)
        assert "This request is gone." in refusal(host)


def test_a_request_outlasts_a_reconnection_and_can_be_withdrawn(client: TestClient) -> None:
    table, anna, _ = start_game(client)
    eve = new_person(client, "Eve")
    with connected(client, table, anna) as host:
        with connected(client, table, eve) as guest:
            send(guest, "sit")
            shown = requests_shown(host)
        requests_shown(host, 0)
        with connected(client, table, eve) as guest:
            assert next_socket_message(guest, "hello")["table"]["asked"] == waiting_for("host")
            assert requests_shown(host) == shown
            send(guest, "withdraw")
            table_with(guest, asked=None)
            requests_shown(host, 0)


def test_a_declined_visitor_learns_it_and_cannot_ask_again_at_once(client: TestClient) -> None:
    table, anna, _ = start_game(client)
    eve = new_person(client, "Eve")
    with connected(client, table, anna) as host:
        with connected(client, table, eve) as guest:
            send(guest, "sit")
            send(host, "decline", requests_shown(host)[0]["number"])
            table_with(guest, asked=waiting_for("declined"))
        with connected(client, table, eve) as guest:
            assert next_socket_message(guest, "hello")["table"]["asked"] == waiting_for("declined")
            send(guest, "withdraw")
            send(guest, "sit")
            assert "ask again in a few minutes" in refusal(guest)
            [request] = live_table_of(client, table).seat_requests.by_person.values()
            assert request.declined_at is not None
            request.declined_at -= seat_requests.DECLINED_SECONDS
            send(guest, "sit")
            assert requests_shown(host)[0]["number"] == 2


def test_players_decide_while_the_host_is_away_and_nobody_without_them(client: TestClient) -> None:
    table, _, ben = start_game(client)
    eve = new_person(client, "Eve")
    live_table = live_table_of(client, table)
    with connected(client, table, eve) as guest:
        send(guest, "sit")
        table_with(guest, asked=waiting_for("host"))
        live_table.loaded_at -= AWAY_SECONDS
        with connected(client, table, ben) as player:
            table_with(guest, asked=waiting_for("players"))
            requests_shown(player)
        table_with(guest, asked=waiting_for("nobody"))
        with connected(client, table, ben) as player:
            send(player, "admit", requests_shown(player)[0]["number"])
            while next_socket_message(guest, "hello")["you"]["seat"] != BOT:
                pass


def test_a_language_model_that_opened_the_table_leaves_the_decision_to_the_players(client: TestClient) -> None:
    table, anna, ben = start_game(client)
    live_table = live_table_of(client, table)
    live_table.session.seats[0] = replace(live_table.session.seats[0], model=60)
    eve = new_person(client, "Eve")
    with (
        connected(client, table, anna),
        connected(client, table, ben) as player,
        connected(client, table, eve) as guest,
    ):
        send(guest, "sit")
        table_with(guest, asked=waiting_for("players"))
        requests_shown(player)


def test_a_seat_goes_to_one_of_those_who_ask(client: TestClient) -> None:
    table, anna, _ = start_game(client)
    eve, ole = new_person(client, "Eve"), new_person(client, "Ole")
    with connected(client, table, ole) as other:
        send(other, "sit")
        table_with(other, asked=waiting_for("host"))
        admit_second(client, table, eve, anna)
        table_with(other, asked=None)
        send(other, "sit")
        assert "This seat is taken." in refusal(other)


def admit_second(client: TestClient, table: str, guest: dict[str, str], host: dict[str, str]) -> None:
    with connected(client, table, guest) as guest_socket, connected(client, table, host) as host_socket:
        send(guest_socket, "sit")
        send(host_socket, "admit", requests_shown(host_socket, 2)[1]["number"])
        while next_socket_message(guest_socket, "hello")["you"]["seat"] != BOT:
            pass


def test_requests_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_requests, "MAX_REQUESTS", 1)
    assert SEAT_REQUESTS.person is not None
    with server_client(tmp_path, limits=1.0) as client:
        table, _, _ = start_game(client)
        eve, ole = new_person(client, "Eve"), new_person(client, "Ole")
        with connected(client, table, ole) as other:
            with connected(client, table, eve) as guest:
                for _ in range(int(SEAT_REQUESTS.person.burst)):
                    send(guest, "sit")
                    table_with(guest, asked=waiting_for("host"))
                send(guest, "sit")
                assert "You have just asked for several seats" in refusal(guest)
                send(other, "sit")
                assert "Many people ask for a seat here" in refusal(other)
            send(other, "sit")  # the other one has closed the page
            table_with(other, asked=waiting_for("host"))


def test_before_the_start_visitors_sit_down_at_once(client: TestClient) -> None:
    new_person(client, "Anna")
    path = post_form(client, "/open", game="bohnanza", seat1="open", seat2="miser", seat3="none").headers["location"]
    table = path.rpartition("/")[2]
    for name, seat in (("Ben", 1), ("Eve", 2)):
        with connected(client, table, new_person(client, name)) as guest:
            guest.send_json({"type": "seat", "do": "sit", "seat": seat})
            while next_socket_message(guest, "hello")["you"]["seat"] != seat:
                pass
