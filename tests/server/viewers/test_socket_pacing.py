"""Pacing on the socket: people have priority when a bot trades, and an answer counts for the offer that was seen."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.server import app
from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.kernel.cards import name_of
from tobean.server.tables.live_table import LiveTable
from tobean.session import Entry, Session
from tobean.session.bots.fallback_move import fallback_move
from tobean.session.bots.pacing import PRIORITY_SECONDS
from tobean.session.setup import MAX_TEMPO


def change(client: TestClient, live_table: LiveTable, act: Callable[[Session, float], list[Entry]]) -> None:
    assert client.portal is not None
    client.portal.call(live_table.change, act)


def until_a_bot_offers_a_gift(session: Session, now: float) -> list[Entry]:
    """Plays fallback moves until a bot trades; the bot then offers Nina the first card of its hand for nothing."""
    entries: list[Entry] = []
    while not (session.table.decision.is_trading and not session.seats[session.table.active].is_person):
        entries += session.take(fallback_move(session.table, session.table.awaited), session.version, now, 1)
    table = session.table
    bot, nina = SEAT_LETTERS[table.active], SEAT_LETTERS[seat_of_nina(session)]
    do = f"{bot} offer {nina}: {name_of(table.hands[table.active][0])}@1 for nothing"
    return entries + session.act(table.active, do, session.version, now, 1, "bot")


def seat_of_nina(session: Session) -> int:
    return next(number for number, seat in enumerate(session.seats) if seat.is_person)


def update_with_window(socket: Any) -> dict[str, Any]:
    """The next update with a priority window for this person."""
    while True:
        update = app.next_socket_message(socket, "update")
        if update["window"] is not None:
            return update


def test_bots_wait_until_the_priority_window_is_passed(client: TestClient) -> None:
    table = app.open_bot_table(client)
    with app.table_socket(client, table) as socket:
        # The offer keeps the bots waiting, also on a busy machine.
        change(client, app.live_table_of(client, table), until_a_bot_offers_a_gift)
        update = update_with_window(socket)
        assert 0 < update["window"]["left"] <= PRIORITY_SECONDS
        turn = update["view"]["turn"]
        socket.send_json({"type": "considering"})
        assert app.next_socket_message(socket, "window")["window"]["left"] > PRIORITY_SECONDS
        socket.send_json({"type": "nothing", "turn": turn + 1})
        assert app.next_socket_message(socket, "window")["window"] is not None
        socket.send_json({"type": "nothing", "turn": turn})
        assert app.next_socket_message(socket, "window")["window"] is None
        decline = next(action for action in update["actions"] if action["verb"] == "decline")
        socket.send_json({"type": "act", "version": update["version"], "action": decline["do"]})
        while app.next_socket_message(socket, "update")["version"] < update["version"] + 2:
            pass  # the bots continue
        socket.send_json({"type": "nothing"})
        assert "makes no sense" in app.next_socket_message(socket, "error")["text"]


def until_a_bot_trades(session: Session, now: float) -> list[Entry]:
    entries: list[Entry] = []
    while not (session.table.decision.is_trading and not session.seats[session.table.active].is_person):
        entries += session.take(fallback_move(session.table, session.table.awaited), session.version, now, 1)
    return entries


def test_the_priority_window_starts_when_the_trading_is_displayed(client: TestClient) -> None:
    table = app.open_bot_table(client)
    with app.table_socket(client, table) as socket:
        live_table = app.live_table_of(client, table)
        change(client, live_table, until_a_bot_offers_a_gift)
        turn = update_with_window(socket)["view"]["turn"]
        seat, began = seat_of_nina(live_table.session), time.time()
        late = began + PRIORITY_SECONDS / 2
        left = live_table.bot_scheduler.priority_until(began, seat, (seat,)) - late
        live_table.bot_scheduler.restart_priority(seat, turn + 1, late)  # another turn
        assert live_table.bot_scheduler.composing_until() == 0
        live_table.bot_scheduler.restart_priority(seat, turn, late)
        until = live_table.bot_scheduler.composing_until()
        assert until - late == pytest.approx(live_table.bot_scheduler.pacing.priority_seconds)
        assert until - late > left
        live_table.bot_scheduler.restart_priority(seat, turn, late + 1)
        assert live_table.bot_scheduler.composing_until() == until
        socket.send_json({"type": "shown", "turn": turn})
        assert app.next_socket_message(socket, "window")["window"] is not None
        socket.send_json({"type": "nothing", "turn": turn})
        assert app.next_socket_message(socket, "window")["window"] is None
        socket.send_json({"type": "shown", "turn": turn})
        assert app.next_socket_message(socket, "window")["window"] is None


def test_each_person_passes_their_own_priority_window(client: TestClient) -> None:
    wishes = {"seat1": "here", "seat2": "sprout", "seat3": "none", "seat4": "none", "tempo": str(MAX_TEMPO)}
    table = (
        app.post_form(client, "/open", game="bohnanza", name="Nina", **wishes).headers["location"].rpartition("/")[2]
    )
    app.post_form(client, f"/tables/{table}/start")
    live_table = app.live_table_of(client, table)
    with app.table_socket(client, table, "?seat=0") as nina, app.table_socket(client, table, "?seat=1") as keno:
        change(client, live_table, until_a_bot_trades)
        update = update_with_window(nina)
        assert update_with_window(keno)["version"] == update["version"]
        turn = update["view"]["turn"]
        passes = {"type": "nothing", "turn": turn}
        nina.send_json(passes)
        assert app.next_socket_message(nina, "window")["window"] is None
        keno.send_json({"type": "nothing", "turn": turn + 1})  # belongs to another turn, so the window stays
        assert app.next_socket_message(keno, "window")["window"] is not None
        keno.send_json({"type": "considering"})
        assert app.next_socket_message(keno, "window")["window"] is not None
        assert live_table.session.version == update["version"]
        keno.send_json(passes)
        assert app.next_socket_message(keno, "window")["window"] is None
        while app.next_socket_message(nina, "update")["version"] <= update["version"]:
            pass  # the bots continue


def test_an_answer_applies_to_the_displayed_offer(client: TestClient) -> None:
    table = app.open_bot_table(client)
    with app.table_socket(client, table) as socket:
        change(client, app.live_table_of(client, table), until_a_bot_offers_a_gift)
        update = app.next_socket_message(socket, "update")
        while not update["view"]["offers"]:
            update = app.next_socket_message(socket, "update")
        offer = update["view"]["offers"][0]
        accept = next(action for action in update["actions"] if action["verb"] == "accept")
        seen = {part: offer[part] for part in ("number", "seat", "cards", "wants")}
        message = {"type": "act", "version": update["version"], "action": accept["do"]}
        for other in (
            {"cards": [*offer["cards"], 1]},
            {"wants": [1]},
            {"seat": (offer["seat"] + 1) % 3},
            {"number": 9},
        ):
            socket.send_json({**message, "offer": {**seen, **other}})
            assert app.next_socket_message(socket, "refused", "update")["text"].startswith("That offer is gone")
        socket.send_json({**message, "offer": seen})
        names = [event["name"] for event in app.next_socket_message(socket, "update")["events"]]
        assert "traded" in names


def test_a_client_may_leave_out_which_offer_it_saw(client: TestClient) -> None:
    table = app.open_bot_table(client)
    with app.table_socket(client, table) as socket:
        change(client, app.live_table_of(client, table), until_a_bot_offers_a_gift)
        update = app.next_socket_message(socket, "update")
        while not update["view"]["offers"]:
            update = app.next_socket_message(socket, "update")
        decline = next(action for action in update["actions"] if action["verb"] == "decline")
        socket.send_json({"type": "act", "version": update["version"], "action": decline["do"]})
        assert app.next_socket_message(socket, "update")["view"]["offers"][0]["declined"]
