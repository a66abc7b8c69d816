"""Erasure of a person: only their own data, by id and never by name, while other people keep playing."""

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.support.cli import Run
from tests.support.server.administration import (
    archive,
    archive_files,
    archive_text,
    database_text,
    person_of,
    poll_commands,
    rows,
    unload_tables,
    use_cookies,
)
from tests.support.server.app import (
    ORIGIN,
    finished_game,
    next_socket_message,
    open_people_table,
    post_form,
    server_client,
    site_of,
    table_socket,
)
from tests.support.server.finished_games import finished_bot_game
from tobean.server.app import create_app
from tobean.server.archive.archive import Archive
from tobean.server.database.database import database_at
from tobean.server.moderation.erasure import Erasure
from tobean.server.moderation.pseudonyms import REMOVED, Pseudonym, digest_of
from tobean.server.settings import Settings

pytestmark = pytest.mark.usefixtures("no_notification_wait")


def newcomer(client: TestClient, name: str) -> dict[str, str]:
    """Cookies of a new person with this name."""
    client.cookies.clear()
    post_form(client, "/me", name=name)
    return dict(client.cookies)


def say(client: TestClient, table: str, text: str) -> None:
    with table_socket(client, table) as socket:
        socket.send_json({"type": "chat", "text": text})
        while next_socket_message(socket, "chat")["text"] != text:
            pass


def the_log(folder: Path, table: str) -> list[str]:
    return [line for (line,) in rows(folder, "SELECT entry FROM log WHERE table_id = ? ORDER BY seq", table)]


def erase_me(client: TestClient) -> None:
    assert post_form(client, "/erase", sure="yes").headers["location"] == "/?done=erased"
    poll_commands(client)


def act(socket: Any, update: dict[str, Any]) -> None:
    socket.send_json({"type": "act", "version": update["version"], "action": update["actions"][0]["do"]})


def test_facts_of_a_person_are_erased_and_those_of_others_stay(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = finished_bot_game(client, "al-cabohne", bots=1)
        while "refresh" in client.get("/mine/games").text:
            pass
        assert post_form(client, f"/replays/{table}/notes", ply="3", text="Here I was careless.").status_code == 200
        nina, own = person_of(tmp_path, "Nina"), dict(client.cookies)
        use_cookies(client, newcomer(client, "Timon"))
        post_form(client, f"/replays/{table}/notes", ply="3", text="Timon was here.")
        timon = person_of(tmp_path, "Timon")
        keys = {key for (key,) in rows(tmp_path, "SELECT key FROM facts WHERE owner = ?", nina)}
        assert keys == {f"game/{table}", f"note/{table}/00003"}
        use_cookies(client, own)
        erase_me(client)
        assert rows(tmp_path, "SELECT * FROM facts WHERE owner = ?", nina) == []
        assert "careless" not in database_text(tmp_path)
        assert len(rows(tmp_path, "SELECT * FROM facts WHERE owner = ?", timon)) == 1


# --- ownership of data -----------------------------------------------------------------------------------------------


def test_erasure_spares_a_stranger_of_the_same_name(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        player = dict(client.cookies)
        use_cookies(client, newcomer(client, "Anna"))
        say(client, table, "I only watch.")
        use_cookies(client, player)
        say(client, table, "Anna, what would you do?")
        before = the_log(tmp_path, table)
        with table_socket(client, table) as socket:
            next_socket_message(socket, "update")
            use_cookies(client, newcomer(client, "Anna"))
            erase_me(client)
            assert the_log(tmp_path, table) == before
            socket.send_json({"type": "ping"})
            assert next_socket_message(socket, "pong")


def test_chat_under_earlier_names_is_erased(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        use_cookies(client, newcomer(client, "Anna"))
        say(client, table, "First line")
        post_form(client, "/me", name="Berta")
        say(client, table, "Second line")
        erase_me(client)
        left = database_text(tmp_path)
        assert not [word for word in ("Anna", "Berta", "First line", "Second line") if word in left]
        lines = [json.loads(line) for line in the_log(tmp_path, table)]
    names = [line["name"] for line in lines if line["entry"] == "said"]
    assert names[0].startswith("N.N. ")
    assert sorted({names[0], names[1]}) == sorted([min(names, key=len), f"{min(names, key=len)} 2"])


def test_chat_lines_are_erased_by_the_id_of_the_person(tmp_path: Path) -> None:
    opened = '{"entry":"opened","at":1.0,"setup":{"seats":[{"kind":"person","name":"Nina","person":"p"},{}]}}'
    seat = '{"entry":"said","at":1.0,"seat":0,"name":"Nina","text":"mine","person":"p"}'
    watcher = '{"entry":"said","at":1.0,"seat":-1,"name":"Nina","text":"whose?","person":"r"}'
    other = '{"entry":"said","at":1.0,"seat":0,"name":"Nina","text":"Nina, by another","person":"q"}'
    bot = '{"entry":"said","at":1.0,"seat":0,"name":"Nina","text":"a bot, for Nina","bot":true}'
    damaged = ['{"entry":"said","name":"Nina"', '{"entry":"opened"}', '{"entry":"said"}', '["said"]', '"seated"', ""]
    fresh = Pseudonym("p", "N.N. 1").log([opened, seat, watcher, other, bot, *damaged])
    assert json.loads(fresh[0])["setup"]["seats"][0] == {"kind": "person", "name": "N.N. 1", "person": "erased-1"}
    assert json.loads(fresh[1]) == {**json.loads(seat), "name": "N.N. 1", "text": REMOVED, "person": "erased-1"}
    assert fresh[2:4] == [watcher, other]
    assert json.loads(fresh[4]) == {**json.loads(bot), "name": "N.N. 1"}, "the bot spoke under the name of the person"
    assert fresh[5:] == damaged
    assert Pseudonym("p", "N.N. 1").log(fresh) == fresh
    assert digest_of("p") != digest_of("q")


def test_a_person_who_left_before_the_game_is_found(run: Run, tmp_path: Path) -> None:
    """In no seat, no list and no chat: only the log contains them."""
    with server_client(tmp_path) as client:
        path = post_form(client, "/open", game="bohnanza", name="Nina", seat1="open").headers["location"]
        use_cookies(client, newcomer(client, "Ottokar"))
        post_form(client, f"{path}/sit", name="Ottokar", seat=1)
        post_form(client, f"{path}/leave", seat=1)
        unload_tables(client)
        ottokar = person_of(tmp_path, "Ottokar")
        assert rows(tmp_path, "SELECT * FROM sits WHERE person = ?", ottokar) == []
        assert "one table" in run("admin", "erase", "--yes", ottokar, "--data", tmp_path)[1]
    assert "Ottokar" not in database_text(tmp_path)
    assert ottokar not in database_text(tmp_path)


def test_a_former_stand_in_has_its_own_name_in_the_next_game(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = finished_game(client)
        nina, site = dict(client.cookies), site_of(client)
        assert client.portal is not None
        live_table: Any = client.portal.call(site.registry.live_table, table)
        left = live_table.session.seats[1]
        live_table.session.seats[1] = type(left)("bot", "Ottokar", "ottokar", "merchant", left.face)
        use_cookies(client, nina)
        again = post_form(client, f"/tables/{table}/rematch").headers["location"].rpartition("/")[2]
        live_table = client.portal.call(site.registry.live_table, again)
        seats = live_table.session.seats
        assert (seats[0].name, seats[1].kind, seats[1].person) == ("Nina", "bot", "")
        assert seats[1].name not in ("Nina", "Ottokar", "")


# --- running games ---------------------------------------------------------------------------------------------------


def test_erasing_a_spectator_keeps_players_connected(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        player = dict(client.cookies)
        with table_socket(client, table) as socket:
            seat = next_socket_message(socket, "update")["asked"]["seat"]
        watcher = newcomer(client, "Anna")
        use_cookies(client, player)
        with table_socket(client, table, f"?seat={seat}") as socket:
            update = next_socket_message(socket, "update")
            use_cookies(client, watcher)
            say(client, table, "Hello!")
            line = next_socket_message(socket, "chat")
            assert post_form(client, "/erase", sure="yes").headers["location"] == "/?done=erased"
            # The last entry has changed, and the server has not been notified.
            act(socket, update)
            messages = [next_socket_message(socket, "chat", "stale", "error")]
            assert (messages[0]["type"], messages[0]["text"]) == ("chat", REMOVED)
            assert messages[0]["seq"] == line["seq"]
            assert messages[0]["name"].startswith("N.N. ")
            while messages[-1].get("version", update["version"]) == update["version"]:
                messages.append(next_socket_message(socket, "update", "stale", "error"))
                assert messages[-1]["type"] == "update"
            poll_commands(client)
            socket.send_json({"type": "ping"})
            assert next_socket_message(socket, "pong")
    assert "Hello!" not in database_text(tmp_path)


def test_a_spectator_with_many_chat_lines_disconnects_no_viewer(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        player = dict(client.cookies)
        watcher = newcomer(client, "Anna")
        with table_socket(client, table) as socket:
            for number in range(230):
                socket.send_json({"type": "chat", "text": f"line {number}"})
            while next_socket_message(socket, "chat")["text"] != "line 229":
                pass
        use_cookies(client, player)
        with table_socket(client, table) as socket:
            next_socket_message(socket, "update")
            use_cookies(client, watcher)
            erase_me(client)
            socket.send_json({"type": "ping"})
            assert next_socket_message(socket, "pong")
    assert "line 2" not in database_text(tmp_path)


# --- traces of an id -------------------------------------------------------------------------------------------------


def test_erased_ids_are_removed_from_commands_and_numbers_not_reused(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        open_people_table(client)
        nina = person_of(tmp_path, "Nina")
        assert run("admin", "erase", "--yes", nina, "--data", tmp_path)[0] == 0
        assert nina not in database_text(tmp_path)
        poll_commands(client)
        seen = rows(tmp_path, "SELECT max(id) FROM orders")
        rows(tmp_path, "UPDATE orders SET at = 0")
        assert run("admin", "prune", "--yes", "--data", tmp_path)[0] == 0
        assert rows(tmp_path, "SELECT id FROM orders") == seen
        # A later command is still received.
        eve = newcomer(client, "Eve")
        assert run("admin", "ban", person_of(tmp_path, "Eve"), "--data", tmp_path)[0] == 0
        poll_commands(client)
        use_cookies(client, eve)
        assert client.get("/").status_code == 403


def test_an_interrupted_erasure_is_finished_later(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        say(client, table, "From Bohnstadt")
        nina = person_of(tmp_path, "Nina")
        engine = database_at(None, tmp_path).engine()
        Erasure(engine, Archive(None), nina).start()
        engine.dispose()
        assert "Bohnstadt" in database_text(tmp_path)
        assert run("admin", "prune", "--yes", "--data", tmp_path)[0] == 0
        assert "Bohnstadt" in database_text(tmp_path), "it may still be running"
        rows(tmp_path, "UPDATE orders SET at = at - 3600")
        assert run("admin", "prune", "--yes", "--data", tmp_path)[0] == 0
        left = database_text(tmp_path)
        assert not [word for word in (nina, "Nina", "Bohnstadt") if word in left]
        alias = rows(tmp_path, "SELECT alias FROM erased")[0][0]
        assert f'"name":"{alias}"' in left


@pytest.mark.long
def test_no_id_of_a_person_leaves_the_server(run: Run, tmp_path: Path) -> None:
    """The log has the id with every chat line; messages to viewers have none, before and after archiving."""
    with server_client(tmp_path) as client:
        going, over = open_people_table(client), finished_game(client)
        player = dict(client.cookies)
        watcher = newcomer(client, "Anna")
        for table in (going, over):
            say(client, table, "Hello!")
            use_cookies(client, player)
            say(client, table, "Hello yourself!")
            use_cookies(client, watcher)
        people = [person_of(tmp_path, name) for name in ("Nina", "Anna")]
        assert all(person in "".join(the_log(tmp_path, table)) for person in people for table in (going, over))
        pages = ["/", "/lobby", "/replays", f"/replays/{over}", f"/tables/{over}/result", f"/tables/{going}"]
        pages += [f"/replays/{over}/{part}" for part in ("hello.json", "frames.json", "log.json", "record", "position")]
        pages += [f"/tables/{table}/{part}" for table in (going, over) for part in ("state", "report")]
        messages: list[str] = []
        for _ in range(2):
            for cookies in (player, watcher, {}):
                use_cookies(client, cookies)
                messages += [client.get(page).text for page in pages]
                for table in (going, over):
                    with table_socket(client, table) as socket:
                        socket.send_json({"type": "look"})
                        socket.send_json({"type": "earlier", "before": 99})
                        socket.send_json({"type": "ping"})
                        while (message := socket.receive_json())["type"] != "pong":
                            messages.append(json.dumps(message))
            unload_tables(client)
            archive(run, tmp_path)
    assert "Hello yourself!" in "".join(messages)
    assert not [text for text in messages for person in people if person in text]


@pytest.mark.long
def test_an_uploaded_record_loses_the_name(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = finished_game(client)
        text = client.get(f"/replays/{table}/record").text
        use_cookies(client, newcomer(client, "Nina"))
        path = post_form(client, "/replays", text=text).headers["location"]
        assert "Nina" in client.get(f"{path}/record").text
        erase_me(client)
        assert "Nina" not in client.get(f"{path}/record").text
        assert "Nina" in client.get(f"/replays/{table}/record").text, "another Nina has played it"


def test_an_archived_game_loses_the_chat_of_a_spectator(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = finished_game(client)
        watcher = newcomer(client, "Nina")
        say(client, table, "From Bohnstadt")
        unload_tables(client)
        assert "one game" in archive(run, tmp_path)
        use_cookies(client, watcher)
        erase_me(client)
        assert len(archive_files(tmp_path)) == 1
        assert "Bohnstadt" not in archive_text(tmp_path)
        assert '"name":"Nina"' in archive_text(tmp_path), "the player of that name stays"


# --- rate limit ------------------------------------------------------------------------------------------------------


def test_self_erasure_is_limited_per_address(tmp_path: Path) -> None:
    with server_client(tmp_path, limits=0.02) as client:
        newcomer(client, "Anna")
        assert post_form(client, "/erase", sure="yes").status_code == 303
        newcomer(client, "Berta")
        answer = post_form(client, "/erase", sure="yes")
        assert (answer.status_code, "wait a minute" in answer.text) == (429, True)
        assert rows(tmp_path, "SELECT name FROM persons") == [("Berta",)]


# --- file permissions ------------------------------------------------------------------------------------------------


def test_data_files_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    """Covers an existing folder, a database that the server creates, and files copied into the folder."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    with TestClient(create_app(Settings(folder, limits=0.0, workers=1, public_url=ORIGIN)), base_url=ORIGIN) as client:
        open_people_table(client)
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir() if path.is_file()}
        assert {"tobean.sqlite3", "tobean.sqlite3-wal", "tobean.sqlite3.lock", "secret.key"} <= modes.keys()
        assert {name: oct(mode) for name, mode in modes.items() if mode & 0o077} == {}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for path in (folder, folder / "tobean.sqlite3", folder / "secret.key"):
        path.chmod(0o755)
    with server_client(folder):
        assert not (folder / "tobean.sqlite3").stat().st_mode & 0o177
        assert not (folder / "secret.key").stat().st_mode & 0o177
        assert not folder.stat().st_mode & 0o077


def test_permissions_of_a_shared_folder_are_kept(tmp_path: Path) -> None:
    shared = tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    with TestClient(create_app(Settings(shared, workers=1))):
        assert stat.S_IMODE(shared.stat().st_mode) == 0o1777
        assert not (shared / "tobean.sqlite3").stat().st_mode & 0o177
