"""A server at home: reachable on this machine only, or also for phones in the same network."""

import json
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import tobean.cli.hosting.serve
from tests.support.server.app import (
    new_app,
    next_socket_message,
    post_form,
    server_client,
    server_process,
    table_socket,
)
from tobean.cli.hosting.serve import listen_host
from tobean.server.protection import lan_access
from tobean.server.runner import free_port

BASE_URL = "http://localhost:8765"
HOME = "http://192.168.7.7:8765"
AT_THIS_MACHINE = ("127.0.0.1", 50000)


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lan_access, "lan_address", lambda: "192.168.7.7")


def waiting_room(client: TestClient) -> str:
    """Page of a new table, as seen by its host."""
    answer = client.post(
        "/open", data={"game": "bohnanza", "name": "Nina", "seat1": "open"}, headers={"Origin": str(client.base_url)}
    )
    assert answer.status_code == 200
    return answer.text


def served(folder: Path, host: str, client: tuple[str, int] = AT_THIS_MACHINE) -> TestClient:
    app = new_app(folder, host=host, public_url="")
    return TestClient(app, base_url=BASE_URL, client=client)


def test_links_use_the_lan_address_once_lan_access_is_enabled(tmp_path: Path) -> None:
    with served(tmp_path, "0.0.0.0") as client:
        text = waiting_room(client)
        assert f'value="{HOME}/tables/' in text
        assert "/open-up" not in text
    with served(tmp_path, "0.0.0.0", ("192.168.7.9", 50000)) as client:  # localhost is another machine there
        assert f'value="{BASE_URL}/tables/' in waiting_room(client)


def test_local_visitors_can_enable_lan_access(tmp_path: Path) -> None:
    listened: list[str] = []

    async def listen(host: str) -> None:
        listened.append(host)

    with served(tmp_path, "localhost") as client:
        assert "/open-up" not in waiting_room(client)  # the visitor could not change it
        client.app.state.site.hosts.lan_access.listen = listen  # type: ignore[attr-defined]
        text = waiting_room(client)
        assert "/open-up" in text
        assert HOME in text
        assert f'value="{BASE_URL}/tables/' in text
        stranger = {"Origin": "http://192.168.7.7:8765", "Host": "192.168.7.7:8765"}
        client.post("/open-up", data={"next": "/"}, headers=stranger)
        assert not listened
        client.post("/open-up", data={"next": "/"}, headers={"Origin": BASE_URL})
        assert listened == ["192.168.7.7"]
        assert f'value="{HOME}/tables/' in waiting_room(client)
    assert lan_access.stored_choice(tmp_path) == "0.0.0.0"


def test_the_first_start_asks_and_the_answer_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert listen_host(tmp_path, 8765, asking=True) == "localhost"  # there is no terminal to ask
    monkeypatch.setattr(tobean.cli.hosting.serve, "is_interactive", lambda: True)
    monkeypatch.setattr("click.confirm", lambda *_, **__: True)
    assert listen_host(tmp_path, 8765, asking=True) == "0.0.0.0"
    assert HOME in capsys.readouterr().out
    monkeypatch.setattr("click.confirm", lambda *_, **__: pytest.fail("asked twice"))
    assert listen_host(tmp_path, 8765, asking=True) == "0.0.0.0"
    lan_access.store_choice(tmp_path, home=False)
    assert listen_host(tmp_path, 8765, asking=False) == "localhost"


@pytest.mark.long
def test_a_running_server_listens_at_one_more_address(tmp_path: Path) -> None:
    """The LAN address is the one of this machine; where there is none, nothing is offered."""
    port = free_port()
    here = f"http://localhost:{port}"
    with server_process(tmp_path, port):
        form = urllib.parse.urlencode({"next": "/lobby"}).encode()
        asked = urllib.request.Request(f"{here}/open-up", form, {"Origin": here})
        with urllib.request.urlopen(asked, timeout=20) as answer:
            assert answer.url == f"{here}/lobby"
        address = own_address()
        if address:
            with urllib.request.urlopen(f"http://{address}:{port}/health", timeout=20) as answer:
                assert json.load(answer)["status"] == "ok"
            assert lan_access.stored_choice(tmp_path) == "0.0.0.0"
        else:
            assert lan_access.stored_choice(tmp_path) is None


def own_address() -> str:
    """The address that the server finds itself; the test replaces it in this process."""
    program = "from tobean.server.protection.lan_access import lan_address; print(lan_address())"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_a_waiting_room_is_notified_of_changes(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        wishes = {"seat1": "open", "seat2": "open", "seat3": "none", "seat4": "none"}
        path = post_form(client, "/open", game="bohnanza", name="Nina", **wishes).headers["location"]
        table = path.rpartition("/")[2]
        page = client.get(path).text
        with table_socket(client, table, "?waiting") as socket:
            first = next_socket_message(socket, "waiting")["mark"]
            assert f'data-mark="{first}"' in page
            post_form(client, f"{path}/fill", seat=1, bot="sprout")
            assert next_socket_message(socket, "waiting")["mark"] != first
            socket.send_json({"type": "ping"})
            assert next_socket_message(socket, "pong", "waiting") == {"type": "pong"}
            post_form(client, f"{path}/start", fill="yes")
            while not next_socket_message(socket, "waiting")["mark"].startswith("playing"):
                pass
