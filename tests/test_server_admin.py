"""Looking after a server while it runs: backups, checks, tables, people."""

from __future__ import annotations

import gzip
import json
import sqlite3
import time
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest

from kit_cli import one_line
from kit_server import at_table, finished_game, heard, play, play_with_people, send, serving
from tobean.play.session.entries import parse_log
from tobean.play.session.session import Session
from tobean.record.tabletext import table_text
from tobean.server.admin import erasure
from tobean.server.admin.aliases import Alias
from tobean.server.archive.archive import Archive
from tobean.server.ids import new_id
from tobean.server.store.database import database_at

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.testclient import TestClient

    from kit_cli import Run
    from tobean.server.admin.orderly import Orderly

DAY = 86400.0


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No server is waited for that would have to hear."""
    monkeypatch.setattr("tobean.server.admin.orders.HEARD", 0.0)


def rows(folder: Path, question: str, *values: object) -> list[Any]:
    with closing(sqlite3.connect(folder / "tobean.sqlite3")) as database:
        found = database.execute(question, values).fetchall()
        database.commit()
        return found


def obey(client: TestClient) -> None:
    """Let the server look at its orders now."""
    assert client.portal is not None
    orderly: Orderly = client.app.state.orderly  # type: ignore[attr-defined]
    client.portal.call(orderly.look)


def person_of(folder: Path, name: str) -> str:
    return str(rows(folder, "SELECT id FROM persons WHERE name = ?", name)[0][0])


def become(client: TestClient, cookies: dict[str, str]) -> None:
    """Go on as somebody else."""
    client.cookies.clear()
    client.cookies.update(cookies)


def everything(folder: Path) -> str:
    """All that is kept, as one text."""
    names = [name for (name,) in rows(folder, "SELECT name FROM sqlite_master WHERE type = 'table'")]
    return "\n".join(repr(row) for name in names for row in rows(folder, f"SELECT * FROM {name}"))


# --- backups -------------------------------------------------------------------------------------------------------


def test_a_backup_of_a_running_server_is_whole_and_can_be_taken_in_elsewhere(run: Run, tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "beans.gz"
    with serving(here) as client:
        table = play_with_people(client)
        assert run("admin", "backup", file, "--data", here)[0] == 0
        assert file.stat().st_mode & 0o077 == 0
        entries = rows(here, "SELECT * FROM log ORDER BY table_id, seq")
        assert "cannot be written" in one_line(run("admin", "backup", file, "--data", here))
    code, told, _ = run("admin", "restore", file, "--data", there)
    assert (code, "1 tables" in told) == (0, True)
    assert rows(there, "SELECT * FROM log ORDER BY table_id, seq") == entries
    (there / "secret.key").write_bytes((here / "secret.key").read_bytes())
    with serving(there) as client, at_table(client, table) as socket:
        assert heard(socket, "update")["view"]["seats"]
    assert "--replace" in one_line(run("admin", "restore", file, "--data", there))
    assert run("admin", "restore", file, "--data", there, "--replace")[0] == 0


def test_half_a_backup_is_not_taken_in(run: Run, tmp_path: Path) -> None:
    here, file = tmp_path / "here", tmp_path / "beans.gz"
    with serving(here) as client:
        play(client)
    assert run("admin", "backup", file, "--data", here)[0] == 0
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    for cut in (lines[:-1], [*lines[:3], *lines[4:]], lines[1:], [b"beans\n"]):
        file.write_bytes(gzip.compress(b"".join(cut)))
        assert "backup" in one_line(run("admin", "restore", file, "--data", here, "--replace"))
    file.write_bytes(b"beans")
    assert "backup" in one_line(run("admin", "restore", file, "--data", here, "--replace"))
    assert run("admin", "check", "--data", here)[0] == 0


def test_a_restored_table_is_shown_by_a_server_that_runs(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "beans.gz"
    with serving(tmp_path) as client:
        table = play_with_people(client)
        assert run("admin", "backup", file, "--data", tmp_path)[0] == 0
        with at_table(client, table) as socket:
            asked = heard(socket, "update")["asked"]["seat"]
        with at_table(client, table, f"?seat={asked}") as socket:
            before = heard(socket, "update")
            socket.send_json({"type": "act", "version": before["version"], "action": before["actions"][0]["do"]})
            assert heard(socket, "update")["version"] > before["version"]
        assert run("admin", "restore", file, "--data", tmp_path, "--replace")[0] == 0
        obey(client)
        with at_table(client, table, "?seat=0") as socket:
            assert heard(socket, "update")["version"] == before["version"]


# --- checking ------------------------------------------------------------------------------------------------------


def test_every_log_is_folded(run: Run, tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        fine, broken = play(client), play_with_people(client)
    code, told, _ = run("admin", "check", "--data", tmp_path)
    assert (code, "2 tables" in told, "0 damaged" in told) == (0, True, True)
    rows(tmp_path, "UPDATE log SET entry = '{}' WHERE table_id = ? AND seq = 1", broken)
    code, told, _ = run("admin", "check", "--data", tmp_path)
    assert code == 1
    assert f"{broken}: " in told
    assert fine not in told
    assert json.loads(run("admin", "status", "--json", "--data", tmp_path)[1])["entries"] > 3


def test_without_a_database_nothing_is_made(run: Run, tmp_path: Path) -> None:
    assert "there is no database" in one_line(run("admin", "status", "--data", tmp_path / "nowhere"))
    assert not (tmp_path / "nowhere").exists()


# --- tables --------------------------------------------------------------------------------------------------------


def test_a_closed_table_says_so_and_a_removed_one_is_gone(run: Run, tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        table = play_with_people(client)
        assert run("admin", "close", table[:8], "--data", tmp_path)[0] == 0
        obey(client)
        assert client.get(f"/tables/{table}").status_code == 410
        assert table not in client.get("/mine").text
        assert run("admin", "close", table, "--reopen", "--data", tmp_path)[0] == 0
        obey(client)
        assert client.get(f"/tables/{table}").status_code == 200
        assert run("admin", "remove", table, "--data", tmp_path)[0] == 0
        obey(client)
        assert client.get(f"/tables/{table}").status_code == 404
    for name, key in (("log", "table_id"), ("tables", "id"), ("sits", "table_id")):
        assert rows(tmp_path, f"SELECT count(*) FROM {name} WHERE {key} = ?", table) == [(0,)]
    assert "there is no table" in one_line(run("admin", "remove", table, "--data", tmp_path))


def test_no_id_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tobean admin close -x1...` would be about an option."""
    drawn = iter(["-x1", "--y", "z2-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(drawn))
    assert new_id(9) == "z2-"


def test_what_is_old_goes_and_what_is_not_stays(run: Run, tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        fresh, old, patient, over = (play_with_people(client) for _ in range(4))
        public = finished_game(client)
    now = time.time()
    rows(tmp_path, "UPDATE tables SET updated = ? WHERE id IN (?, ?)", now - 8 * DAY, old, patient)
    rows(tmp_path, """UPDATE tables SET summary = json_set(summary, '$.clock', 604800) WHERE id = ?""", patient)
    rows(tmp_path, "UPDATE tables SET state = 'over', updated = ? WHERE id = ?", now - 400 * DAY, over)
    rows(tmp_path, "UPDATE tables SET updated = ? WHERE id = ?", now - 400 * DAY, public)
    assert run("admin", "prune", "--keep-abandoned", 0, "--keep-finished", 0, "--data", tmp_path)[0] == 0
    assert len(rows(tmp_path, "SELECT id FROM tables")) == 5
    assert run("admin", "prune", "--data", tmp_path)[0] == 0
    assert {table for (table,) in rows(tmp_path, "SELECT id FROM tables")} == {fresh, patient, public}
    assert {table for (table,) in rows(tmp_path, "SELECT DISTINCT table_id FROM log")} == {fresh, patient, public}


# --- people --------------------------------------------------------------------------------------------------------


def test_a_deleted_person_is_nowhere_and_the_game_goes_on(run: Run, tmp_path: Path) -> None:
    file, late = tmp_path / "beans.gz", tmp_path / "late"
    with serving(tmp_path) as client:
        path = send(client, "/open", game="bohnanza", name="Nina Bohnsack", seat1="here", seat2="open").headers[
            "location"
        ]
        table = path.rpartition("/")[2]
        nina = person_of(tmp_path, "Nina Bohnsack")
        cookies = dict(client.cookies)
        client.cookies.clear()
        send(client, f"{path}/sit", name="Timon", seat=2)
        timon = dict(client.cookies)
        become(client, cookies)
        send(client, f"{path}/start", fill="yes")
        with at_table(client, table) as socket:
            socket.send_json({"type": "chat", "text": "I am from Bohnstadt."})
            heard(socket, "chat")
        become(client, timon)
        with at_table(client, table) as socket:
            socket.send_json({"type": "chat", "text": "Nina Bohnsack, you cheat!"})
            heard(socket, "chat")
            socket.send_json({"type": "chat", "text": "Just kidding."})
            heard(socket, "chat")
        assert run("admin", "backup", file, "--data", tmp_path)[0] == 0
        assert nina in run("admin", "people", "bohnsack", "--data", tmp_path)[1]
        code, told, _ = run("admin", "erase", nina, "--data", tmp_path)
        assert (code, "one table" in told) == (0, True)
        obey(client)
        left = everything(tmp_path)
        for secret in (nina, "Bohnstadt"):
            assert secret not in left, secret
        assert left.count("Bohnsack") == 1
        assert "Nina Bohnsack, you cheat!" in left, "others' lines are theirs"
        assert "Just kidding." in left
        with at_table(client, table) as socket:
            names = [seat["name"] for seat in heard(socket, "hello")["table"]["seats"]]
            assert names[0].startswith("N.N. ")
            assert names[1] == f"{names[0]} 2"
            assert heard(socket, "update")["view"]
        become(client, cookies)
        assert "Bohnsack" not in client.get("/me").text
    assert run("admin", "check", "--data", tmp_path)[0] == 0
    for nobody in (nina, ""):
        assert "there is no person" in one_line(run("admin", "erase", nobody, "--data", tmp_path))
    # What was deleted since a backup was made is deleted again when that is restored, here and elsewhere.
    listed = tmp_path / "erasures"
    listed.write_text(run("admin", "erasures", "--data", tmp_path)[1])
    assert nina not in listed.read_text()
    assert "one person" in run("admin", "restore", file, "--replace", "--data", tmp_path)[1]
    assert "one person" in run("admin", "restore", file, "--erasures", listed, "--data", late)[1]
    for folder in (tmp_path, late):
        assert "Bohnstadt" not in everything(folder)
        assert everything(folder).count("Bohnsack") == 1
        assert names[0] in everything(folder)
        assert run("admin", "check", "--data", folder)[0] == 0


def test_an_alias_keeps_what_is_played(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        table = play_with_people(client)
        nina = person_of(tmp_path, "Nina")
    lines = [line for (line,) in rows(tmp_path, "SELECT entry FROM log WHERE table_id = ? ORDER BY seq", table)]
    fresh = Alias(nina, "N.N. 1").log(lines)
    one, other = Session.resume(parse_log(lines)), Session.resume(parse_log(fresh))
    assert table_text(other.table) == table_text(one.table)
    assert [seat.name for seat in other.seats] == ["N.N. 1", "N.N. 1 2", "N.N. 1 3"]
    assert Alias("nobody", "N.N. 2").log(lines) == lines


def test_whoever_wants_to_go_can_delete_themselves(tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        table = play_with_people(client)
        assert send(client, "/erase").headers["location"] == "/me"
        assert "Nina" in everything(tmp_path)
        assert send(client, "/erase", sure="yes").headers["location"] == "/"
        obey(client)
        assert client.get(f"/tables/{table}").status_code == 200
    assert "Nina" not in everything(tmp_path)


def test_bans_and_mutes(run: Run, tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        table = play_with_people(client)
        nina = person_of(tmp_path, "Nina")
        assert run("admin", "mute", nina, "--data", tmp_path)[0] == 0
        obey(client)
        with at_table(client, table) as socket:
            socket.send_json({"type": "chat", "text": "hello"})
            assert "say nothing" in heard(socket, "refused")["text"]
        assert run("admin", "ban", nina, "--data", tmp_path)[0] == 0
        obey(client)
        assert client.get("/").status_code == 403
        assert run("admin", "ban", nina, "--lift", "--data", tmp_path)[0] == 0
        obey(client)
        assert client.get("/").status_code == 200
        assert run("admin", "ban", "192.0.2.7", "--days", 0, "--data", tmp_path)[0] == 0
        assert "nothing was forbidden" in one_line(run("admin", "ban", "192.0.2.8", "--lift", "--data", tmp_path))
        assert "only a person" in one_line(run("admin", "mute", "2001:db8::1", "--data", tmp_path))


def test_what_players_report_is_listed_until_somebody_has_looked(run: Run, tmp_path: Path) -> None:
    with serving(tmp_path) as client:
        table = play_with_people(client)
        nina = person_of(tmp_path, "Nina")
        client.cookies.clear()
        assert "Nina" in client.get(f"/tables/{table}/report").text
        assert send(client, f"/tables/{table}/report", seat=0, text=" ").status_code == 422
        assert send(client, f"/tables/{table}/report", seat=0, text="She cheats!").status_code == 200
    told = run("admin", "reports", "--data", tmp_path)[1]
    assert all(part in told for part in (nina, table, "She cheats!", "one report"))
    number = told.split()[0]
    assert "0 reports" in run("admin", "reports", "--done", number, "--data", tmp_path)[1]
    assert "there is no report" in one_line(run("admin", "reports", "--done", 99, "--data", tmp_path))


@pytest.mark.parametrize(("language", "word"), [("en", "Privacy"), ("de", "Datenschutz")])
def test_the_privacy_page_says_for_how_long_things_are_kept(tmp_path: Path, language: str, word: str) -> None:
    with serving(tmp_path, keep_abandoned=9.0, keep_finished=0.0, contact="nina@beans.example") as client:
        text = client.get("/privacy", headers={"Accept-Language": language}).text
    assert f"<h1>{word}</h1>" in text
    assert "9 " in text
    assert "nina@beans.example" in text


def test_an_erasure_looks_again_until_nothing_is_left(tmp_path: Path) -> None:
    """A server that had not heard yet may have written the name once more."""
    with serving(tmp_path) as client:
        table = play_with_people(client)
        nina = person_of(tmp_path, "Nina")
    engine = database_at(None, tmp_path).engine()
    late = ['{"entry":"said","at":9e9,"seat":0,"name":"Nina","text":"too late"}']

    def pause(_: float) -> None:
        if late:
            last = rows(tmp_path, "SELECT max(seq) FROM log WHERE table_id = ?", table)[0][0]
            rows(tmp_path, "INSERT INTO log VALUES (?, ?, ?)", table, last + 1, late.pop())

    assert erasure.erase(engine, Archive(None), nina, pause=pause) == 1
    engine.dispose()
    assert "too late" not in everything(tmp_path)
