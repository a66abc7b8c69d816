"""Rate limits count people, and all people behind one address together, as documented."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.support.paths import ROOT
from tests.support.server.app import (
    ORIGIN,
    next_socket_message,
    open_bot_table,
    open_people_table,
    post_form,
    server_client,
    table_socket,
)
from tobean.server.protection import middleware, rate_limits
from tobean.server.protection.address_blocks import address_block_of
from tobean.server.protection.shared_buckets import SharedBuckets
from tobean.session.errors import Stale
from tobean.session.session import Session

ADDRESS = "192.0.2.1"
SLOW = rate_limits.Limit(
    "slow", "something", rate_limits.Rate(3, 0.0001), rate_limits.Rate(rate_limits.PEOPLE_PER_ADDRESS * 2, 0.0001)
)
PAIR = rate_limits.ConcurrencyLimit("pair", "something", 2, 3)
DOCS = ROOT / "docs" / "server.md"


def test_a_person_at_the_limit_does_not_affect_neighbours() -> None:
    limiter = rate_limits.Limiter()
    assert [limiter.allows(SLOW, ADDRESS, "eve") for _ in range(200)].count(True) == 3
    for person in range(rate_limits.PEOPLE_PER_ADDRESS - 2):
        assert all(limiter.allows(SLOW, ADDRESS, f"neighbour {person}") for _ in range(2))
    assert limiter.allows(SLOW, ADDRESS)
    assert not limiter.allows(SLOW, ADDRESS)
    assert limiter.allows(SLOW, "192.0.2.2", "eve") is False
    assert limiter.allows(SLOW, "192.0.2.2", "nina")


@pytest.mark.parametrize("limit", rate_limits.LIMITS)
def test_sixty_four_people_behind_one_address_are_admitted(limit: rate_limits.Limit) -> None:
    limiter = rate_limits.Limiter()
    assert all(limiter.allows(limit, ADDRESS, f"person {number}") for number in range(rate_limits.PEOPLE_PER_ADDRESS))


def test_fifty_people_may_sit_down_simultaneously() -> None:
    limiter = rate_limits.Limiter()
    for number in range(50):
        assert limiter.allows(rate_limits.PERSONS, ADDRESS)
        assert limiter.allows(rate_limits.POSTS, ADDRESS, f"person {number}")
        assert limiter.allows(rate_limits.SOCKETS, ADDRESS, f"person {number}")
        assert number % 4 or limiter.allows(rate_limits.OPENINGS, ADDRESS, f"person {number}")


def test_concurrent_slots_are_released() -> None:
    limiter = rate_limits.Limiter()
    assert limiter.acquire(PAIR, ADDRESS, "eve")
    assert limiter.acquire(PAIR, ADDRESS, "eve")
    assert not limiter.acquire(PAIR, ADDRESS, "eve")
    assert limiter.acquire(PAIR, ADDRESS, "nina")
    assert not limiter.acquire(PAIR, ADDRESS, "timon")
    assert limiter.acquire(PAIR, "192.0.2.2", "timon")
    limiter.release(PAIR, ADDRESS, "eve")
    assert limiter.acquire(PAIR, ADDRESS, "eve")
    for person in ("eve", "eve", "nina"):
        limiter.release(PAIR, ADDRESS, person)
    limiter.release(PAIR, "192.0.2.2", "timon")
    assert not limiter.in_use


def test_limits_can_be_disabled() -> None:
    limiter = rate_limits.Limiter(0)
    assert all(limiter.allows(SLOW, ADDRESS, "eve") and limiter.acquire(PAIR, ADDRESS, "eve") for _ in range(100))
    assert limiter.pause("pages", ADDRESS) == 0


@pytest.mark.usefixtures("no_refill")
def test_page_requests_beyond_the_limit_are_delayed() -> None:
    limiter = rate_limits.Limiter()
    pauses = [limiter.pause("pages", ADDRESS) for _ in range(40)]
    assert pauses[0] == 0
    assert pauses == sorted(pauses)
    assert pauses[-1] > 0
    assert limiter.pause("pages", "192.0.2.2") == 0


def test_an_old_bucket_makes_room_for_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tobean.server.protection.rate_limits.MAX_BUCKETS", 10)
    limiter = rate_limits.Limiter()
    for number in range(100):
        limiter.allows(SLOW, f"192.0.2.{number}")
    assert len(limiter.buckets) == 10
    assert ("slow", "address", "192.0.2.99") in limiter.buckets


@pytest.mark.usefixtures("no_refill")
def test_all_processes_of_a_server_count_together(tmp_path: Path) -> None:
    limiters = [rate_limits.Limiter(shared_buckets=SharedBuckets(tmp_path / "limits", 64)) for _ in range(3)]
    assert [limiter.allows(SLOW, ADDRESS, "eve") for limiter in limiters * 20].count(True) == 3
    assert all(limiter.allows(SLOW, ADDRESS, f"neighbour {number}") for number, limiter in enumerate(limiters))
    pauses = [limiter.pause("pages", ADDRESS) for limiter in limiters * 10]
    assert pauses == sorted(pauses)
    assert pauses[-1] > 0
    for number in range(1000):
        limiters[0].allows(SLOW, f"192.0.2.{number}")
    assert limiters[1].allows(SLOW, ADDRESS, "eve"), "her bucket has made room for a new one"


def test_an_address_block_is_an_ipv4_address_or_half_of_an_ipv6_address() -> None:
    assert address_block_of("192.0.2.1") == "192.0.2.1"
    assert address_block_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert (
        address_block_of("2001:db8::1") == address_block_of("2001:db8:0:0:9::2") != address_block_of("2001:db8:0:1::1")
    )
    assert address_block_of("fe80::1%eth0") == address_block_of("fe80::2")
    assert address_block_of("testclient") == "testclient"
    assert len(address_block_of("x" * 10_000)) < 100


# --- on a server --------------------------------------------------------------------------------------------------


def received_types(socket: Any, text: dict[str, Any], count: int, *kinds: str) -> list[str]:
    found = []
    for _ in range(count):
        socket.send_json(text)
        found.append(next_socket_message(socket, *kinds)["type"])
    return found


@pytest.mark.usefixtures("no_refill")
def test_chat_counts_over_all_sockets_of_a_person(tmp_path: Path) -> None:
    assert rate_limits.CHAT.person is not None
    burst = int(rate_limits.CHAT.person.burst)
    line = {"type": "chat", "text": "beans"}
    with server_client(tmp_path, limits=1.0) as client:
        table = open_people_table(client)
        with table_socket(client, table) as one:
            assert received_types(one, line, burst, "chat", "refused") == ["chat"] * burst
        with table_socket(client, table) as two:
            next_socket_message(two, "update")
            two.send_json(line)
            assert "a lot of talk" in next_socket_message(two, "refused")["text"]


@pytest.mark.usefixtures("no_refill")
def test_messages_count_over_all_sockets_of_a_person(tmp_path: Path) -> None:
    assert rate_limits.MESSAGES.person is not None
    burst = int(rate_limits.MESSAGES.person.burst)
    with server_client(tmp_path, limits=1.0) as client:
        table = open_people_table(client)
        with table_socket(client, table, "?seat=0") as one, table_socket(client, table, "?seat=1") as two:
            assert received_types(one, {"type": "ping"}, burst, "pong", "error") == ["pong"] * burst
            assert received_types(two, {"type": "ping"}, 1, "pong", "error") == ["error"]


@pytest.mark.usefixtures("no_refill")
def test_a_flooding_socket_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tobean.server.viewers.message_loop.MAX_PAUSE", 0.001)
    monkeypatch.setattr("tobean.server.viewers.message_loop.FIRST_PAUSE", 0.001)
    with server_client(tmp_path, limits=1.0) as client:
        table = open_people_table(client)
        with table_socket(client, table) as socket:
            for _ in range(300):
                socket.send_json({"type": "ping"})
            while (message := socket.receive())["type"] != "websocket.close":
                pass
            assert message["code"] == 1013
        assert client.app.state.site.metrics.value("dropped") == 1  # type: ignore[attr-defined]


@pytest.mark.usefixtures("no_refill")
def test_a_refused_hint_copies_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[int] = []

    def question(session: Session, seat: int, version: int, language: str) -> dict[str, object]:
        prepared.append(version)
        raise Stale("The table has moved on: have another look.")

    monkeypatch.setattr("tobean.session.bots.hints.build_request", question)
    assert rate_limits.REVIEWS.person is not None
    burst = int(rate_limits.REVIEWS.person.burst)
    with server_client(tmp_path, limits=1.0) as client, table_socket(client, open_bot_table(client)) as socket:
        for _ in range(burst):
            socket.send_json({"type": "hint", "version": 0})
            assert next_socket_message(socket, "stale", "refused")["type"] == "stale"
        socket.send_json({"type": "hint", "version": 0})
        assert "out of breath" in next_socket_message(socket, "stale", "refused")["text"]
    assert len(prepared) == burst


@pytest.mark.long
def test_many_people_behind_one_address_can_chat(tmp_path: Path) -> None:
    with server_client(tmp_path, limits=1.0) as client:
        table = open_people_table(client)
        for number in range(rate_limits.PEOPLE_PER_ADDRESS - 1):
            client.cookies.clear()
            assert post_form(client, "/me", name=f"Nina {number}").status_code == 303
            with table_socket(client, table) as socket:
                socket.send_json({"type": "chat", "text": f"hello from {number}"})
                while (said := next_socket_message(socket, "chat", "refused", "error"))["type"] == "chat":
                    if said["text"] == f"hello from {number}":
                        break
                assert said["type"] == "chat", said


def test_open_sockets_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tobean.server.viewers.socket.OPEN_SOCKETS",
        rate_limits.ConcurrencyLimit(rate_limits.OPEN_SOCKETS.name, "", 1, 2),
    )
    monkeypatch.setattr(middleware, "REFUSAL_SECONDS", 0.0)
    with server_client(tmp_path, limits=1.0) as client:
        table = open_people_table(client)
        address = f"/tables/{table}/socket"
        with table_socket(client, table) as first:
            next_socket_message(first, "hello")
            with client.websocket_connect(address, headers={"Origin": ORIGIN}) as second:
                assert second.receive() == {
                    "type": "websocket.close",
                    "code": 1013,
                    "reason": "Too many connections from here. Please wait a moment.",
                }
            cookie = client.cookies.get("tobean")
            client.cookies.clear()
            with table_socket(client, table) as stranger:
                next_socket_message(stranger, "hello")
        assert cookie
        client.cookies.set("tobean", cookie)
        with table_socket(client, table) as again:
            next_socket_message(again, "hello")


async def test_an_incomplete_body_times_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_SECONDS", 0.05)

    async def receive_never() -> Any:
        await asyncio.sleep(60)

    with pytest.raises(middleware.BodyTooSlow):
        await middleware.buffered_body(receive_never, 100)


def test_thinking_time_of_bots_is_limited(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        fields = {"game": "bohnanza", "name": "Nina", "seat1": "sage@5", "seat2": "merchant"}
        assert post_form(client, "/open", **fields).status_code == 303
        refused = post_form(client, "/open", **{**fields, "seat1": "sage@5.1"})
        assert refused.status_code == 422
        assert "at most 5 seconds" in refused.text


# --- in the documentation -------------------------------------------------------------------------------------------


def number(value: float) -> str:
    return f"{value:g}"


def per_time(rate: rate_limits.Rate | None) -> str:
    if rate is None:
        return "-"
    if rate.rate >= 1:
        return f"{number(rate.burst)}, {number(rate.rate)}/s"
    return f"{number(rate.burst)}, {number(round(60 * rate.rate, 2))}/min"


def test_the_documentation_lists_all_limits() -> None:
    text = DOCS.read_text(encoding="utf-8")
    rows = [
        f"| {limit.description} | {per_time(limit.person)} | {per_time(limit.address)} |"
        for limit in rate_limits.LIMITS
    ]
    rows += [
        f"| {limit.description}, at a time | {limit.person or '-'} | {limit.address} |"
        for limit in rate_limits.CONCURRENCY_LIMITS
    ]
    table = text.partition("| what | one person | one address |\n|---|---|---|\n")[2].partition("\n\n")[0]
    assert table.splitlines() == rows, "\n".join(rows)
