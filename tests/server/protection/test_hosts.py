"""Trusted hosts: requests, origins and links accept only these."""

import ipaddress
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient, WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from tests.support.server.app import new_app, next_socket_message
from tobean.kernel.errors import BadInput
from tobean.server.protection import hosts as hosts_module
from tobean.server.protection.hosts import (
    Hosts,
    allowed_host,
    origin_at,
    origin_in,
    own_addresses,
    own_names,
    public_origin,
)
from tobean.server.settings import Settings

BASE_URL = "http://localhost:8765"
MISDIRECTED = 421
STRANGE = ("evil.example", "localhost.evil.example:8765", "0.0.0.0:8765", "192.0.2.1", "[2001:db8::1]:8765", "127.1")
MALFORMED = (
    "",
    "nina@localhost:8765",
    "localhost:8765:1",
    "localhost:",
    "localhost:99999",
    "localhost:0",
    "localhost/path",
    "local host",
    "[::1",
    "[localhost]",
    "[127.0.0.1]",
    "::1",
    "-x",
    "localhost..",
    ".localhost",
    "localhost\u00e4",
    "localhost, evil.example",
    "x" * 5000,
)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    """A server without a public URL, as `tobean serve` starts it, for a client that does not follow redirects."""
    app = new_app(tmp_path, public_url="", allowed_hosts=("Beans.example", "192.0.2.7"))
    with TestClient(app, base_url=BASE_URL, follow_redirects=False) as client:
        yield client


def asked(client: TestClient, host: str, path: str = "/lobby", **headers: str) -> httpx2.Response:
    return client.get(path, headers={"Host": host, **headers})


def test_only_known_hosts_are_accepted(client: TestClient) -> None:
    machine = socket.gethostname().partition(".")[0]
    own = [f"[{each}]" if each.version == 6 else str(each) for each in own_addresses()]
    assert "127.0.0.1" in own
    for host in ("localhost", "LOCALHOST.", machine, f"{machine}.local", *own, "[::1]", "127.0.0.9"):
        for port in ("", ":8765", ":80"):
            assert asked(client, host + port).status_code == 200, host
    for host in ("beans.example", "BEANS.example:8000", "192.0.2.7"):
        assert asked(client, host).status_code == 200, host
    for host in STRANGE:
        assert asked(client, host).status_code == MISDIRECTED, host


def test_the_refusal_of_a_host_explains_the_remedy_in_both_languages(client: TestClient) -> None:
    answer = asked(client, "evil.example:8765")
    assert answer.status_code == MISDIRECTED
    assert "--allow-host evil.example" in answer.text
    assert "--public-url" in answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    assert "Dieser Server" in asked(client, "evil.example", **{"Accept-Language": "de"}).text


@pytest.mark.parametrize("host", MALFORMED)
def test_malformed_hosts_are_refused(client: TestClient, host: str) -> None:
    answer = client.get("/lobby", headers=[(b"Host", host.encode())])
    assert answer.status_code == MISDIRECTED


def test_several_hosts_or_none_are_refused(client: TestClient) -> None:
    async def received() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    for headers in ([], [(b"host", b"localhost")] * 2, [(b"host", b"localhost"), (b"host", b"evil.example")]):
        sent: list[Any] = []

        async def keep(message: Any, sent: list[Any] = sent) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/", "scheme": "http", "headers": headers}
        assert client.portal is not None
        client.portal.call(client.app, {**scope, "query_string": b"", "client": ("127.0.0.1", 1)}, received, keep)
        assert sent[0]["status"] == MISDIRECTED


def test_the_health_check_accepts_any_host(client: TestClient) -> None:
    for host in (*STRANGE, *MALFORMED):
        assert client.get("/health", headers=[(b"Host", host.encode())]).status_code == 200


@pytest.mark.long
@given(st.text(max_size=60) | st.text("[]:.@0123456789abl%-", max_size=30))
def test_parsing_any_host_does_not_fail(text: str) -> None:
    found = origin_at("http", text)
    assert found is None or origin_in(found.url) == found
    origin_in(text)


# --- origins ---------------------------------------------------------------------------------------------------------


def form(client: TestClient, host: str, origin: str) -> int:
    answer = client.post("/language", data={"language": "de"}, headers={"Host": host, "Origin": origin})
    return answer.status_code


def test_the_origin_of_a_form_must_match_its_host(client: TestClient) -> None:
    for host in ("localhost:8765", "127.0.0.1:8765", "[::1]:8765", "beans.example", "beans.example:80"):
        assert form(client, host, f"http://{host}") == 303, host
    assert form(client, "beans.example", "http://beans.example:80") == 303
    for origin in (
        "http://localhost:9999",
        "http://localhost",
        "https://localhost:8765",
        "http://127.0.0.1:8765",
        "http://beans.example:8765",
        "http://evil.example",
        "http://localhost:8765.evil.example",
        "http://localhost:8765/",
        "http://nina@localhost:8765",
        "null",
        "localhost:8765",
    ):
        assert form(client, "localhost:8765", origin) == 403, origin
    # As after DNS rebinding: host and origin agree, but neither is ours.
    assert form(client, "evil.example:8765", "http://evil.example:8765") == MISDIRECTED


def test_the_origin_of_a_socket_must_match_its_host(client: TestClient) -> None:
    answer = client.post("/play", data={"name": "Nina", "game": "bohnanza"}, headers={"Origin": BASE_URL})
    path = f"{answer.headers['location']}/socket"
    for host, origin in (("localhost:8765", BASE_URL), ("beans.example", "http://beans.example")):
        with client.websocket_connect(path, headers={"Host": host, "Origin": origin}) as socket:
            hello = next_socket_message(socket, "hello")
            assert hello["table"]["link"] == f"{origin}{answer.headers['location']}"
    for origin in ("http://localhost:9999", "http://evil.example", "null"):
        headers = {"Host": "localhost:8765", "Origin": origin}
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(path, headers=headers):
            pass
    headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    with pytest.raises(WebSocketDenialResponse) as refused, client.websocket_connect(path, headers=headers):
        pass
    assert refused.value.status_code == MISDIRECTED


def test_the_public_url_is_an_origin_behind_a_proxy(tmp_path: Path) -> None:
    app = new_app(tmp_path, public_url="https://Beans.example/")
    with TestClient(app, base_url=BASE_URL, follow_redirects=False) as client:
        assert form(client, "localhost:8765", "https://beans.example") == 303
        assert form(client, "beans.example", "https://beans.example") == 303
        assert form(client, "localhost:8765", BASE_URL) == 303
        assert form(client, "localhost:8765", "https://beans.example:444") == 403
        assert form(client, "localhost:8765", "http://beans.example") == 403


# --- links -----------------------------------------------------------------------------------------------------------


def links(client: TestClient, host: str) -> tuple[str, str, bytes]:
    """Prefixes of an invitation and of a link to another device, and the QR code, under this host."""
    client.cookies.clear()
    home = f"http://{host}"
    headers = {"Host": host, "Origin": home}
    opened = client.post("/open", data={"name": "Nina", "game": "bohnanza", "seat1": "open"}, headers=headers)
    table = opened.headers["location"]
    cookie = opened.headers["set-cookie"].partition(";")[0]
    waiting, me, code = (
        client.get(path, headers={**headers, "Cookie": cookie}) for path in (table, "/me", f"{table}/qr.svg")
    )
    invitation = waiting.text.partition('class="link" readonly value="')[2].partition(table)[0]
    return invitation, me.text.partition('class="link" readonly value="')[2].partition("/move/")[0], code.content


def test_links_follow_the_address_of_the_page(client: TestClient) -> None:
    assert links(client, "beans.example")[:2] == ("http://beans.example", "http://beans.example")
    assert links(client, "[::1]:8765")[:2] == ("http://[::1]:8765", "http://[::1]:8765")


def test_links_lead_to_the_public_url_if_there_is_one(tmp_path: Path) -> None:
    app = new_app(tmp_path, public_url="https://beans.example")
    with TestClient(app, base_url=BASE_URL, follow_redirects=False) as client:
        assert links(client, "localhost:8765")[:2] == ("https://beans.example", "https://beans.example")


def test_the_qr_code_of_an_invitation_encodes_its_link(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    drawn = segno.make

    def make(text: str, **how: Any) -> segno.QRCode:
        made.append(text)
        return drawn(text, **how)

    monkeypatch.setattr(segno, "make", make)
    invitation, move, code = links(client, "beans.example:8000")
    assert code.startswith(b"<?xml")
    assert invitation == move == "http://beans.example:8000"
    assert len(made) == 1
    assert made[0].startswith("http://beans.example:8000/tables/")


# --- settings --------------------------------------------------------------------------------------------------------


def test_allowed_hosts_and_public_urls_are_validated() -> None:
    assert allowed_host(" Beans.Example. ") == "beans.example"
    assert allowed_host("[2001:DB8::1]") == allowed_host("2001:db8:0::1") == "2001:db8::1"
    assert allowed_host("böhnchen.example") == "xn--bhnchen-90a.example"
    for text in ("", "http://beans.example", "beans.example:80", "a b", "*", "nina@beans.example", "ä" * 200):
        with pytest.raises(BadInput, match="is not a host"):
            allowed_host(text)
    assert public_origin("") is None
    found = public_origin("HTTPS://Böhnchen.example:8443/")
    assert found is not None
    assert found.url == "https://xn--bhnchen-90a.example:8443"
    for text in ("beans.example", "ftp://beans.example", "https://", "https://beans.example/path", "https://a@b"):
        with pytest.raises(BadInput, match="is not a public URL"):
            public_origin(text)


def test_the_names_of_a_machine() -> None:
    assert set(own_names("Nina-PC")) == {"localhost", "nina-pc", "nina-pc.local"}
    assert set(own_names("pc.beans.example.")) == {"localhost", "pc", "pc.local", "pc.beans.example"}
    assert set(own_names("")) == {"localhost"}


def test_new_addresses_of_the_machine_are_accepted_while_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts = Hosts(Settings(tmp_path))
    assert not hosts.is_allowed_host("192.0.2.9")
    monkeypatch.setattr(hosts_module, "own_addresses", lambda: frozenset({ipaddress.ip_address("192.0.2.9")}))
    hosts.checked_at -= hosts_module.REFRESH_SECONDS
    assert hosts.is_allowed_host("192.0.2.9")
    assert Hosts(Settings(tmp_path, host="Bean.lan")).is_allowed_host("bean.lan")
    assert not Hosts(Settings(tmp_path, host="0.0.0.0")).is_allowed_host("0.0.0.0")
