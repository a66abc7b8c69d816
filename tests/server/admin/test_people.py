"""Operators and people: erasure, pseudonyms, bans, mutes, reports and the privacy page."""

import json
from pathlib import Path

import pytest

from tests.support.cli import Run, single_error_line
from tests.support.server.administration import database_text, person_of, poll_commands, rows, use_cookies
from tests.support.server.app import (
    next_socket_message,
    open_people_table,
    post_form,
    server_client,
    table_socket,
)
from tobean.record.table_text import table_text
from tobean.server.archive.archive import Archive
from tobean.server.database.database import database_at
from tobean.server.moderation import erasure
from tobean.server.moderation.pseudonyms import Pseudonym
from tobean.session.log.entries import parse_log
from tobean.session.session import Session


def test_a_deleted_person_is_erased_and_the_game_continues(run: Run, tmp_path: Path) -> None:
    file, late = tmp_path / "beans.gz", tmp_path / "late"
    with server_client(tmp_path) as client:
        path = post_form(client, "/open", game="bohnanza", name="Nina Bohnsack", seat1="here", seat2="open").headers[
            "location"
        ]
        table = path.rpartition("/")[2]
        nina = person_of(tmp_path, "Nina Bohnsack")
        cookies = dict(client.cookies)
        client.cookies.clear()
        post_form(client, f"{path}/sit", name="Timon", seat=2)
        timon = dict(client.cookies)
        use_cookies(client, cookies)
        post_form(client, f"{path}/start", fill="yes")
        with table_socket(client, table) as socket:
            socket.send_json({"type": "chat", "text": "I am from Bohnstadt."})
            next_socket_message(socket, "chat")
        use_cookies(client, timon)
        with table_socket(client, table) as socket:
            socket.send_json({"type": "chat", "text": "Nina Bohnsack, you cheat!"})
            next_socket_message(socket, "chat")
            socket.send_json({"type": "chat", "text": "Just kidding."})
            next_socket_message(socket, "chat")
        assert run("admin", "backup", file, "--data", tmp_path)[0] == 0
        assert nina in run("admin", "people", "bohnsack", "--data", tmp_path)[1]
        code, output, _ = run("admin", "erase", "--yes", nina, "--data", tmp_path)
        assert (code, "one table" in output) == (0, True)
        poll_commands(client)
        left = database_text(tmp_path)
        for secret in (nina, "Bohnstadt"):
            assert secret not in left, secret
        assert left.count("Bohnsack") == 1
        assert "Nina Bohnsack, you cheat!" in left, "other people's lines are kept"
        assert "Just kidding." in left
        with table_socket(client, table) as socket:
            names = [seat["name"] for seat in next_socket_message(socket, "hello")["table"]["seats"]]
            assert names[0].startswith("N.N. ")
            assert names[1] == f"{names[0]} 2"
            assert next_socket_message(socket, "update")["view"]
        use_cookies(client, cookies)
        assert "Bohnsack" not in client.get("/me").text
    assert run("admin", "check", "--data", tmp_path)[0] == 0
    for nobody in (nina, ""):
        assert "there is no person" in single_error_line(run("admin", "erase", "--yes", nobody, "--data", tmp_path))
    # Data erased since a backup is erased again when the backup is restored, here and elsewhere.
    listed = tmp_path / "erasures"
    listed.write_text(run("admin", "erasures", "--data", tmp_path)[1])
    assert nina not in listed.read_text()
    assert "one person" in run("admin", "restore", "--yes", file, "--replace", "--data", tmp_path)[1]
    assert "one person" in run("admin", "restore", "--yes", file, "--erasures", listed, "--data", late)[1]
    for folder in (tmp_path, late):
        assert "Bohnstadt" not in database_text(folder)
        assert database_text(folder).count("Bohnsack") == 1
        assert names[0] in database_text(folder)
        assert run("admin", "check", "--data", folder)[0] == 0


def test_a_pseudonym_keeps_the_moves(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        nina = person_of(tmp_path, "Nina")
    lines = [line for (line,) in rows(tmp_path, "SELECT entry FROM log WHERE table_id = ? ORDER BY seq", table)]
    fresh = Pseudonym(nina, "N.N. 1").log(lines)
    one, other = Session.resume(parse_log(lines)), Session.resume(parse_log(fresh))
    assert table_text(other.table) == table_text(one.table)
    assert [seat.name for seat in other.seats] == ["N.N. 1", "N.N. 1 2", "N.N. 1 3"]
    assert Pseudonym("nobody", "N.N. 2").log(lines) == lines


def test_people_can_delete_themselves(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        unsure = post_form(client, "/erase").headers["location"]
        assert "Nothing has been deleted" in client.get(unsure).text
        assert "Nina" in database_text(tmp_path)
        assert "deleted" not in client.get("/?done=erased").text  # a link from elsewhere says nothing
        erased = post_form(client, "/erase", sure="yes").headers["location"]
        assert "Everything about you has been deleted." in client.get(erased).text
        poll_commands(client)
        assert client.get(f"/tables/{table}").status_code == 200
    assert "Nina" not in database_text(tmp_path)


def test_bans_and_mutes(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        nina = person_of(tmp_path, "Nina")
        assert run("admin", "mute", nina, "--data", tmp_path)[0] == 0
        poll_commands(client)
        with table_socket(client, table) as socket:
            socket.send_json({"type": "chat", "text": "hello"})
            assert "has muted you" in next_socket_message(socket, "refused")["text"]
        assert run("admin", "ban", nina, "--data", tmp_path)[0] == 0
        poll_commands(client)
        assert client.get("/").status_code == 403
        assert run("admin", "ban", nina, "--lift", "--data", tmp_path)[0] == 0
        poll_commands(client)
        assert client.get("/").status_code == 200
        assert run("admin", "ban", "192.0.2.7", "--days", 0, "--data", tmp_path)[0] == 0
        assert "has no active sanction" in single_error_line(
            run("admin", "ban", "192.0.2.8", "--lift", "--data", tmp_path)
        )
        assert "only a person" in single_error_line(run("admin", "mute", "2001:db8::1", "--data", tmp_path))


def test_reports_are_listed_until_settled(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        nina = person_of(tmp_path, "Nina")
        client.cookies.clear()
        assert "Nina" in client.get(f"/tables/{table}/report").text
        assert post_form(client, f"/tables/{table}/report", seat=0, text=" ").status_code == 422
        assert post_form(client, f"/tables/{table}/report", seat=0, text="She cheats!").status_code == 200
    output = run("admin", "reports", "--data", tmp_path)[1]
    assert all(part in output for part in (nina, table, "She cheats!", "one report"))
    number = output.split()[0]
    assert "0 reports" in run("admin", "reports", "--done", number, "--data", tmp_path)[1]
    assert "there is no report" in single_error_line(run("admin", "reports", "--done", 99, "--data", tmp_path))


@pytest.mark.parametrize(("language", "word"), [("en", "Privacy"), ("de", "Datenschutz")])
def test_the_privacy_page_states_retention_periods(tmp_path: Path, language: str, word: str) -> None:
    with server_client(tmp_path, keep_abandoned=9.0, keep_finished=0.0, contact="nina@beans.example") as client:
        text = client.get("/privacy", headers={"Accept-Language": language}).text
    assert f"<h1>{word}</h1>" in text
    assert "9 " in text
    assert "nina@beans.example" in text


def test_an_erasure_repeats_until_nothing_is_left(tmp_path: Path) -> None:
    """A server not yet notified may have written the name once more."""
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        nina = person_of(tmp_path, "Nina")
    engine = database_at(None, tmp_path).engine()
    late = [f'{{"entry":"said","at":9e9,"seat":0,"name":"Nina","text":"too late","person":"{nina}"}}']

    def pause(_: float) -> None:
        if late:
            last = rows(tmp_path, "SELECT max(seq) FROM log WHERE table_id = ?", table)[0][0]
            rows(tmp_path, "INSERT INTO log VALUES (?, ?, ?)", table, last + 1, late.pop())

    assert erasure.erase(engine, Archive(None), nina, pause=pause) == 1
    engine.dispose()
    assert "too late" not in database_text(tmp_path)


def test_wrong_ids_are_neither_banned_nor_muted(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        open_people_table(client)
    for command in ("ban", "mute"):
        assert "there is no person 'Nina'" in single_error_line(run("admin", command, "Nina", "--data", tmp_path))
    assert "only a person" in single_error_line(run("admin", "mute", "192.0.2.7", "--data", tmp_path))
    assert "one address" in single_error_line(run("admin", "ban", "192.0.2.0/24", "--data", tmp_path))
    assert "is not a number" in single_error_line(run("admin", "ban", "192.0.2.7", "--days", "nan", "--data", tmp_path))
    assert rows(tmp_path, "SELECT * FROM sanctions") == []


def test_bans_are_listed_and_lifted_as_they_are_listed(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        open_people_table(client)
        nina = person_of(tmp_path, "Nina")
    assert "is muted until 2" in run("admin", "mute", nina, "--days", 2, "--data", tmp_path)[1]
    assert "is banned until 2" in run("admin", "ban", "2001:db8::1", "--data", tmp_path)[1]
    assert run("admin", "ban", "192.0.2.7", "--days", 0, "--data", tmp_path)[0] == 0
    listed = json.loads(run("admin", "bans", "--json", "--data", tmp_path)[1])
    assert [(row["what"], row["who"], row["name"]) for row in listed] == [
        ("mute", nina, "Nina"),
        ("ban", "2001:db8::/64", None),
    ]
    output = run("admin", "bans", "--data", tmp_path)[1]
    assert nina in output
    assert "192.0.2.7" not in output, "the ban has expired"
    assert "is lifted" in run("admin", "ban", "2001:db8::/64", "--lift", "--data", tmp_path)[1]
    assert len(json.loads(run("admin", "bans", "--json", "--data", tmp_path)[1])) == 1
