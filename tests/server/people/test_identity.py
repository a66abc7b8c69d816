"""Identity: revocable cookies, and links that move a person to another device after a confirmation."""

import asyncio
import html
import re
import time
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.support.server.app import (
    ORIGIN,
    next_socket_message,
    open_bot_table,
    open_people_table,
    post_form,
    server_client,
    site_of,
    table_socket,
)
from tests.support.server.store_checks import open_store
from tobean.kernel.errors import BadInput
from tobean.server.database.database import database_at, migrate
from tobean.server.people.identity import COOKIE, TRANSFER_SECONDS, YEAR
from tobean.server.people.visitor import Visitor, checked_name
from tobean.server.runner import table_against_bots
from tobean.server.store.rows import Person
from tobean.server.tables.live_table import LiveTable


def live_table_at(client: TestClient, table: str) -> LiveTable:
    return site_of(client).registry.live_tables[table]


def name_of_cookie(client: TestClient, cookie: str) -> str:
    """Name of the person with this cookie, "" if unknown."""
    assert client.portal is not None
    visitor: Visitor = client.portal.call(site_of(client).identity.visitor, {COOKIE: cookie})
    return visitor.name


def cookie_of(client: TestClient) -> str:
    return client.cookies[COOKIE]


def until_closed(socket: Any) -> None:
    with pytest.raises(WebSocketDisconnect):
        next_socket_message(socket)


# --- revocation --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("everywhere", ["", "yes"])
def test_a_forgotten_device_is_disconnected_and_unknown(client: TestClient, everywhere: str) -> None:
    table = open_people_table(client)
    cookie = cookie_of(client)
    with table_socket(client, table) as socket:
        next_socket_message(socket, "update")
        entries = live_table_at(client, table).session.seq
        assert post_form(client, "/forget", everywhere=everywhere).status_code == 303
        assert COOKIE not in client.cookies
        socket.send_json({"type": "chat", "text": "still here"})
        until_closed(socket)
    assert live_table_at(client, table).session.seq == entries
    assert name_of_cookie(client, cookie) == ""
    with table_socket(client, table) as socket:
        assert next_socket_message(socket, "hello")["you"]["seat"] is None


def test_requests_waiting_when_a_cookie_is_revoked_are_dropped(client: TestClient) -> None:
    """Messages and forms waiting for the table lock."""
    table = open_people_table(client)
    live_table, portal = live_table_at(client, table), client.portal
    assert portal is not None

    async def wait_for_waiters(count: int) -> None:
        while len(getattr(live_table.lock, "_waiters", None) or ()) < count:
            await asyncio.sleep(0.01)

    with table_socket(client, table) as socket:
        next_socket_message(socket, "update")
        entries = live_table.session.seq
        visitor = next(iter(live_table.connections)).visitor
        portal.call(live_table.lock.acquire)
        socket.send_json({"type": "chat", "text": "too late"})
        portal.call(wait_for_waiters, 1)
        form = portal.start_task_soon(
            lambda: site_of(client).registry.revocations.change(live_table, visitor, leave_seat)
        )
        portal.call(wait_for_waiters, 2)
        assert post_form(client, "/forget").status_code == 303
        portal.call(live_table.lock.release)
        until_closed(socket)
        assert "forgotten" in str(form.exception(10))
    assert live_table.session.seq == entries


def leave_seat(session: Any, now: float) -> Any:
    return session.leave(0, now)


def test_revocation_does_not_affect_other_people(client: TestClient) -> None:
    table = open_bot_table(client)
    first = cookie_of(client)
    client.cookies.clear()
    open_bot_table(client, name="Ben")
    with table_socket(client, table) as ben:
        next_socket_message(ben, "update")
        second = cookie_of(client)
        client.cookies.clear()
        client.cookies.set(COOKIE, first)
        post_form(client, "/forget", everywhere="yes")
        ben.send_json({"type": "chat", "text": "still here"})
        assert next_socket_message(ben, "chat")["name"] == "Ben"
    assert (name_of_cookie(client, first), name_of_cookie(client, second)) == ("", "Ben")


def test_a_socket_opened_during_revocation_is_closed(client: TestClient) -> None:
    """The database is queried before, and the revocation arrives before the viewer is registered."""
    table = open_bot_table(client)
    with table_socket(client, table) as socket:
        next_socket_message(socket, "update")
        visitor = next(iter(live_table_at(client, table).connections)).visitor
    assert client.portal is not None
    client.portal.call(site_of(client).registry.revocations.revoke_here, visitor.cookie)
    with table_socket(client, table) as socket:
        until_closed(socket)


def test_missed_revocations_are_found_in_the_database(client: TestClient) -> None:
    """Covers an outage of the connection on which servers announce revocations."""
    table = open_bot_table(client)
    registry, portal = site_of(client).registry, client.portal
    assert portal is not None
    with table_socket(client, table) as nina:
        next_socket_message(nina, "update")
        visitor = next(iter(live_table_at(client, table).connections)).visitor
        client.cookies.clear()
        open_bot_table(client, name="Ben")
        with table_socket(client, table) as ben, table_socket(client, table) as second:
            next_socket_message(ben, "update")
            next_socket_message(second, "update")
            portal.call(registry.revocations.recheck_all)
            assert not any(connection.dropped for connection in live_table_at(client, table).connections)
            portal.call(registry.store.revoke, visitor.cookie, 1.0)
            portal.call(registry.revocations.recheck_all)
            until_closed(nina)
            ben.send_json({"type": "ping"})
            assert next_socket_message(ben, "pong")


# --- cookies -----------------------------------------------------------------------------------------------------


def test_revoking_all_cookies_does_not_depend_on_the_clock(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    tomorrow = time.time() + 86400
    with monkeypatch.context() as ahead:
        ahead.setattr(time, "time", lambda: tomorrow)
        open_bot_table(client)
    cookie = cookie_of(client)
    assert name_of_cookie(client, cookie) == "Nina"
    post_form(client, "/forget", everywhere="yes")
    assert name_of_cookie(client, cookie) == ""


def test_a_running_request_does_not_renew_a_revoked_cookie(client: TestClient) -> None:
    open_bot_table(client)
    site, portal = site_of(client), client.portal
    assert portal is not None
    visitor = portal.call(site.identity.visitor, {COOKIE: cookie_of(client)})
    post_form(client, "/forget", everywhere="yes")
    late = Response()
    site.identity.write_cookie(late, visitor)
    assert name_of_cookie(client, late.headers["set-cookie"].partition(";")[0].partition("=")[2]) == ""


def test_a_cookie_expires_after_a_year(client: TestClient) -> None:
    open_bot_table(client)
    signer = site_of(client).identity.cookies
    facts = signer.loads(cookie_of(client))
    assert name_of_cookie(client, str(signer.dumps({**facts, "t": facts["t"] - YEAR + 60}))) == "Nina"
    assert name_of_cookie(client, str(signer.dumps({**facts, "t": facts["t"] - YEAR - 60}))) == ""


def test_a_visitor_with_a_malformed_signed_cookie_is_unknown(client: TestClient) -> None:
    signer = site_of(client).identity.cookies
    rubbish: list[Any] = [[], "p", 7, None, {}, {"p": "x"}, {"p": "x", "c": "y", "t": "soon"}]
    for facts in [*rubbish, {"p": [], "c": 1, "t": 1, "e": {}}]:
        assert name_of_cookie(client, str(signer.dumps(facts))) == ""


def test_link_tokens_and_cookies_are_not_interchangeable(client: TestClient) -> None:
    open_bot_table(client)
    assert name_of_cookie(client, token(client)) == ""
    assert client.get(f"/move/{cookie_of(client)}").status_code == 403


def test_databases_and_cookies_without_epochs_are_upgraded(tmp_path: Path) -> None:
    database = database_at(None, tmp_path)
    engine = database.engine()
    config = Config()
    config.set_main_option("script_location", "tobean.server.database:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        insert = "INSERT INTO persons (id, name, created, valid_from) VALUES ('p', 'Nina', 1.0, ?)"
        signed = time.time() - 100
        connection.exec_driver_sql(insert, (signed - 50,))
    engine.dispose()
    migrate(database)

    async def read() -> Person | None:
        async with open_store(database) as store:
            return await store.person("p", "c")

    assert asyncio.run(read()) == Person("p", "Nina", 1.0, signed - 50, 0)
    with server_client(tmp_path) as client:
        signer = site_of(client).identity.cookies
        old, older = (str(signer.dumps({"p": "p", "c": "c", "t": at})) for at in (signed, signed - 60))
        assert (name_of_cookie(client, old), name_of_cookie(client, older)) == ("Nina", "")
        client.cookies.set(COOKIE, old)
        post_form(client, "/forget", everywhere="yes")
        assert name_of_cookie(client, old) == ""


# --- another device ----------------------------------------------------------------------------------------------


def token(client: TestClient) -> str:
    """Token of a new link to another device, from the page."""
    return client.get("/me").text.partition(f"{ORIGIN}/move/")[2].partition('"')[0]


@pytest.fixture
def other(client: TestClient) -> TestClient:
    """Another browser at the same server."""
    found = TestClient(client.app, base_url=ORIGIN, follow_redirects=False)
    found.portal = client.portal
    return found


def fields(page: str) -> dict[str, str]:
    """Fields that the form on the page would send."""
    asked = page.partition('class="panel form"')[2].partition("</form>")[0]
    return {
        name: html.unescape(value) for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', asked)
    }


def test_a_link_asks_before_replacing_a_person(client: TestClient, other: TestClient) -> None:
    table = open_people_table(client)
    link = f"/move/{token(client)}"
    open_bot_table(other, name="Ben")
    assert post_form(other, "/open", game="bohnanza", seat1="here", seat2="here", seat3="none").status_code == 303
    before = cookie_of(other)
    for _ in range(2):  # viewing the page does not consume the link
        page = other.get(link)
        assert page.status_code == 200
        assert "set-cookie" not in page.headers
        assert page.headers["referrer-policy"] == "strict-origin"
        assert page.headers["cache-control"] == "no-store"
        assert "<bdi>Nina</bdi>" in page.text
        assert "<bdi>Ben</bdi>" in page.text
        assert "has 4 seats at tables" in page.text
    german = other.get(link, headers={"Accept-Language": "de"}).text
    assert "hat 4 Plätze an Tischen" in german
    assert "Weiter als" in german
    elsewhere = other.post(link, data=fields(page.text), headers={"Origin": "https://evil.example"})
    assert elsewhere.status_code == 403
    assert other.post(link, data=fields(page.text)).status_code == 403
    assert (cookie_of(other), name_of_cookie(other, before)) == (before, "Ben")
    answer = post_form(other, link, **fields(page.text))
    assert (answer.status_code, answer.headers["location"]) == (303, "/mine")
    assert name_of_cookie(other, cookie_of(other)) == "Nina"
    assert cookie_of(other) != cookie_of(client)
    assert name_of_cookie(other, before) == ""  # Ben's cookies no longer work
    with table_socket(other, table) as socket:
        assert next_socket_message(socket, "hello")["you"]["seat"] is not None


def test_the_qr_code_of_a_link_is_made_on_request(client: TestClient, other: TestClient) -> None:
    open_bot_table(client)
    address = f"/move/{token(client)}/qr.svg"
    assert f'src="/move/{token(client)[:8]}' in client.get("/me").text
    assert "data:image" not in client.get("/me").text
    picture = client.get(address)
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.headers["cache-control"] == "no-store"
    assert picture.headers["referrer-policy"] == "strict-origin"
    assert b"<path" in picture.content
    post_form(client, "/forget")
    for gone in (address, "/move/nonsense/qr.svg"):
        assert other.get(gone).status_code == 403


def test_a_link_works_once(client: TestClient, other: TestClient) -> None:
    open_bot_table(client)
    link = f"/move/{token(client)}"
    sent = fields(other.get(link).text)
    assert post_form(other, link, **sent).status_code == 303
    other.cookies.clear()
    for answer in (post_form(other, link, **sent), other.get(link)):
        assert answer.status_code == 403
        assert "This link has expired" in answer.text
        assert "set-cookie" not in answer.headers
        assert answer.headers["referrer-policy"] == "strict-origin"


def test_a_link_expires(client: TestClient, other: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    open_bot_table(client)
    link = f"/move/{token(client)}"
    assert other.get(link).status_code == 200
    now = time.time()
    for late in (TRANSFER_SECONDS + 5, -TRANSFER_SECONDS - 5):
        with monkeypatch.context() as patched:
            patched.setattr(time, "time", lambda late=late: now + late)
            assert other.get(link).status_code == 403
            assert post_form(other, link, instead="", next="/").status_code == 403


@pytest.mark.parametrize("everywhere", ["", "yes"])
def test_a_link_is_revoked_with_its_cookie(client: TestClient, other: TestClient, everywhere: str) -> None:
    open_bot_table(client)
    link = f"/move/{token(client)}"
    post_form(client, "/forget", everywhere=everywhere)
    assert other.get(link).status_code == 403
    assert post_form(other, link, instead="", next="/").status_code == 403


def test_a_link_asks_again_if_the_person_has_changed(client: TestClient, other: TestClient) -> None:
    open_bot_table(client)
    link = f"/move/{token(client)}"
    sent = fields(other.get(link).text)
    open_bot_table(other, name="Ben")
    asked_again = post_form(other, link, **sent)
    assert asked_again.status_code == 200
    assert "<bdi>Ben</bdi>" in asked_again.text
    assert name_of_cookie(other, cookie_of(other)) == "Ben"
    assert post_form(other, link, **fields(asked_again.text)).status_code == 303
    assert name_of_cookie(other, cookie_of(other)) == "Nina"


def test_a_link_to_the_same_person_changes_nothing(client: TestClient) -> None:
    open_bot_table(client)
    answer = client.get(f"/move/{token(client)}?next=/lobby", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/lobby")
    assert "set-cookie" not in answer.headers


def test_a_link_redirects_within_the_site(client: TestClient, other: TestClient) -> None:
    open_bot_table(client)
    link = f"/move/{token(client)}"
    for elsewhere in ("https://evil.example", "//evil.example"):
        assert fields(other.get(link, params={"next": elsewhere}).text)["next"] == "/"
    assert post_form(other, link, instead="", next="https://evil.example").headers["location"] == "/"


def test_sockets_of_the_replaced_person_are_closed(client: TestClient, other: TestClient) -> None:
    open_bot_table(client)
    link = f"/move/{token(client)}"
    table = open_bot_table(other, name="Ben")
    with table_socket(other, table) as socket:
        next_socket_message(socket, "update")
        assert post_form(other, link, **fields(other.get(link).text)).status_code == 303
        until_closed(socket)


def test_a_game_from_the_command_line_asks_for_confirmation_once(client: TestClient, other: TestClient) -> None:
    assert client.portal is not None
    path = client.portal.call(table_against_bots, site_of(client), "bohnanza", "Nina")
    page = other.get(path)
    assert "This browser does not know you yet" in page.text
    answer = post_form(other, path, **fields(page.text))
    assert answer.headers["location"].startswith("/tables/")
    with table_socket(other, answer.headers["location"].rpartition("/")[2]) as socket:
        assert next_socket_message(socket, "hello")["you"]["name"] == "Nina"


@pytest.mark.parametrize("name", ["De", "Hi", "Ab", "ABC"])
def test_several_seat_letters_are_a_valid_name(name: str) -> None:
    assert checked_name(name) == name


@pytest.mark.parametrize("name", ["A", "j", "Ｂ"])
def test_a_single_seat_letter_is_not_a_valid_name(name: str) -> None:
    with pytest.raises(BadInput):
        checked_name(name)
