"""Administration of a running server: backups, checks, tables, people."""

import gzip
import io
import json
import shutil
import sqlite3
import subprocess
import time
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.cli import Run, single_error_line, start_command
from tests.support.paths import OLD_VERSIONS
from tests.support.server.administration import database_text, person_of, poll_commands, rows, use_cookies
from tests.support.server.app import (
    finished_game,
    next_socket_message,
    open_bot_table,
    open_people_table,
    post_form,
    server_client,
    table_socket,
)
from tobean.play.session.entries import parse_log
from tobean.play.session.session import Session
from tobean.record.table_text import table_text
from tobean.server.archive.archive import Archive
from tobean.server.database.database import database_at
from tobean.server.database.upgrade import required_schema_version
from tobean.server.ids import new_id
from tobean.server.moderation import erasure
from tobean.server.moderation.pseudonyms import Pseudonym

DAY = 86400.0


pytestmark = pytest.mark.usefixtures("no_notification_wait")


# --- backups -------------------------------------------------------------------------------------------------------


def test_a_backup_of_a_running_server_is_whole_and_can_be_taken_in_elsewhere(run: Run, tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "beans.gz"
    with server_client(here) as client:
        table = open_people_table(client)
        assert run("admin", "backup", file, "--data", here)[0] == 0
        assert file.stat().st_mode & 0o077 == 0
        entries = rows(here, "SELECT * FROM log ORDER BY table_id, seq")
        assert "cannot be written" in single_error_line(run("admin", "backup", file, "--data", here))
    code, told, _ = run("admin", "restore", "--yes", file, "--data", there)
    assert (code, "1 tables" in told) == (0, True)
    assert rows(there, "SELECT * FROM log ORDER BY table_id, seq") == entries
    (there / "secret.key").write_bytes((here / "secret.key").read_bytes())
    with server_client(there) as client, table_socket(client, table) as socket:
        assert next_socket_message(socket, "update")["view"]["seats"]
    assert "--replace" in single_error_line(run("admin", "restore", "--yes", file, "--data", there))
    assert run("admin", "restore", "--yes", file, "--data", there, "--replace")[0] == 0


def test_half_a_backup_is_not_taken_in(run: Run, tmp_path: Path) -> None:
    here, file = tmp_path / "here", tmp_path / "beans.gz"
    with server_client(here) as client:
        open_bot_table(client)
    assert run("admin", "backup", file, "--data", here)[0] == 0
    lines = gzip.decompress(file.read_bytes()).splitlines(keepends=True)
    for cut in (lines[:-1], [*lines[:3], *lines[4:]], lines[1:], [b"beans\n"]):
        file.write_bytes(gzip.compress(b"".join(cut)))
        assert "backup" in single_error_line(run("admin", "restore", "--yes", file, "--data", here, "--replace"))
    file.write_bytes(b"beans")
    assert "backup" in single_error_line(run("admin", "restore", "--yes", file, "--data", here, "--replace"))
    assert run("admin", "check", "--data", here)[0] == 0


def test_a_restored_table_is_shown_by_a_server_that_runs(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "beans.gz"
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        assert run("admin", "backup", file, "--data", tmp_path)[0] == 0
        with table_socket(client, table) as socket:
            asked = next_socket_message(socket, "update")["asked"]["seat"]
        with table_socket(client, table, f"?seat={asked}") as socket:
            before = next_socket_message(socket, "update")
            socket.send_json({"type": "act", "version": before["version"], "action": before["actions"][0]["do"]})
            assert next_socket_message(socket, "update")["version"] > before["version"]
        assert run("admin", "restore", "--yes", file, "--data", tmp_path, "--replace")[0] == 0
        poll_commands(client)
        with table_socket(client, table, "?seat=0") as socket:
            assert next_socket_message(socket, "update")["version"] == before["version"]


# --- checking ------------------------------------------------------------------------------------------------------


def test_every_log_is_folded(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        fine, broken = open_bot_table(client), open_people_table(client)
    code, told, _ = run("admin", "check", "--data", tmp_path)
    assert (code, "2 tables" in told, "0 damaged" in told) == (0, True, True)
    rows(tmp_path, "UPDATE log SET entry = '{}' WHERE table_id = ? AND seq = 1", broken)
    code, told, _ = run("admin", "check", "--data", tmp_path)
    assert code == 1
    assert f"{broken}: " in told
    assert fine not in told
    assert json.loads(run("admin", "status", "--json", "--data", tmp_path)[1])["entries"] > 3


def test_without_a_database_nothing_is_made(run: Run, tmp_path: Path) -> None:
    assert "there is no database" in single_error_line(run("admin", "status", "--data", tmp_path / "nowhere"))
    assert not (tmp_path / "nowhere").exists()


# --- tables --------------------------------------------------------------------------------------------------------


def test_a_closed_table_says_so_and_a_removed_one_is_gone(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        assert run("admin", "close", table[:8], "--data", tmp_path)[0] == 0
        poll_commands(client)
        assert client.get(f"/tables/{table}").status_code == 410
        assert table not in client.get("/mine").text
        assert run("admin", "close", table, "--reopen", "--data", tmp_path)[0] == 0
        poll_commands(client)
        assert client.get(f"/tables/{table}").status_code == 200
        assert run("admin", "remove", "--yes", table, "--data", tmp_path)[0] == 0
        poll_commands(client)
        assert client.get(f"/tables/{table}").status_code == 404
    for name, key in (("log", "table_id"), ("tables", "id"), ("sits", "table_id")):
        assert rows(tmp_path, f"SELECT count(*) FROM {name} WHERE {key} = ?", table) == [(0,)]
    assert "there is no table" in single_error_line(run("admin", "remove", "--yes", table, "--data", tmp_path))


def test_no_id_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """`tobean admin close -x1...` would be parsed as an option."""
    drawn = iter(["-x1", "--y", "z2-"])
    monkeypatch.setattr("secrets.token_urlsafe", lambda size: next(drawn))
    assert new_id(9) == "z2-"


def test_what_is_old_goes_and_what_is_not_stays(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        fresh, old, patient, over = (open_people_table(client) for _ in range(4))
        public = finished_game(client)
    now = time.time()
    rows(tmp_path, "UPDATE tables SET updated = ? WHERE id IN (?, ?)", now - 8 * DAY, old, patient)
    rows(tmp_path, """UPDATE tables SET summary = json_set(summary, '$.clock', 604800) WHERE id = ?""", patient)
    rows(tmp_path, "UPDATE tables SET state = 'over', updated = ? WHERE id = ?", now - 400 * DAY, over)
    rows(tmp_path, "UPDATE tables SET updated = ? WHERE id = ?", now - 400 * DAY, public)
    assert run("admin", "prune", "--yes", "--keep-abandoned", 0, "--keep-finished", 0, "--data", tmp_path)[0] == 0
    assert len(rows(tmp_path, "SELECT id FROM tables")) == 5
    assert run("admin", "prune", "--yes", "--data", tmp_path)[0] == 0
    assert {table for (table,) in rows(tmp_path, "SELECT id FROM tables")} == {fresh, patient, public}
    assert {table for (table,) in rows(tmp_path, "SELECT DISTINCT table_id FROM log")} == {fresh, patient, public}


# --- people --------------------------------------------------------------------------------------------------------


def test_a_deleted_person_is_nowhere_and_the_game_goes_on(run: Run, tmp_path: Path) -> None:
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
        code, told, _ = run("admin", "erase", "--yes", nina, "--data", tmp_path)
        assert (code, "one table" in told) == (0, True)
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


def test_an_alias_keeps_what_is_played(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        nina = person_of(tmp_path, "Nina")
    lines = [line for (line,) in rows(tmp_path, "SELECT entry FROM log WHERE table_id = ? ORDER BY seq", table)]
    fresh = Pseudonym(nina, "N.N. 1").log(lines)
    one, other = Session.resume(parse_log(lines)), Session.resume(parse_log(fresh))
    assert table_text(other.table) == table_text(one.table)
    assert [seat.name for seat in other.seats] == ["N.N. 1", "N.N. 1 2", "N.N. 1 3"]
    assert Pseudonym("nobody", "N.N. 2").log(lines) == lines


def test_whoever_wants_to_go_can_delete_themselves(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        assert post_form(client, "/erase").headers["location"] == "/me"
        assert "Nina" in database_text(tmp_path)
        assert post_form(client, "/erase", sure="yes").headers["location"] == "/"
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
            assert "say nothing" in next_socket_message(socket, "refused")["text"]
        assert run("admin", "ban", nina, "--data", tmp_path)[0] == 0
        poll_commands(client)
        assert client.get("/").status_code == 403
        assert run("admin", "ban", nina, "--lift", "--data", tmp_path)[0] == 0
        poll_commands(client)
        assert client.get("/").status_code == 200
        assert run("admin", "ban", "192.0.2.7", "--days", 0, "--data", tmp_path)[0] == 0
        assert "nothing was forbidden" in single_error_line(
            run("admin", "ban", "192.0.2.8", "--lift", "--data", tmp_path)
        )
        assert "only a person" in single_error_line(run("admin", "mute", "2001:db8::1", "--data", tmp_path))


def test_what_players_report_is_listed_until_somebody_has_looked(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        nina = person_of(tmp_path, "Nina")
        client.cookies.clear()
        assert "Nina" in client.get(f"/tables/{table}/report").text
        assert post_form(client, f"/tables/{table}/report", seat=0, text=" ").status_code == 422
        assert post_form(client, f"/tables/{table}/report", seat=0, text="She cheats!").status_code == 200
    told = run("admin", "reports", "--data", tmp_path)[1]
    assert all(part in told for part in (nina, table, "She cheats!", "one report"))
    number = told.split()[0]
    assert "0 reports" in run("admin", "reports", "--done", number, "--data", tmp_path)[1]
    assert "there is no report" in single_error_line(run("admin", "reports", "--done", 99, "--data", tmp_path))


@pytest.mark.parametrize(("language", "word"), [("en", "Privacy"), ("de", "Datenschutz")])
def test_the_privacy_page_says_for_how_long_things_are_kept(tmp_path: Path, language: str, word: str) -> None:
    with server_client(tmp_path, keep_abandoned=9.0, keep_finished=0.0, contact="nina@beans.example") as client:
        text = client.get("/privacy", headers={"Accept-Language": language}).text
    assert f"<h1>{word}</h1>" in text
    assert "9 " in text
    assert "nina@beans.example" in text


def test_an_erasure_looks_again_until_nothing_is_left(tmp_path: Path) -> None:
    """A server not yet notified may have written the name once more."""
    with server_client(tmp_path) as client:
        table = open_people_table(client)
        nina = person_of(tmp_path, "Nina")
    engine = database_at(None, tmp_path).engine()
    late = ['{"entry":"said","at":9e9,"seat":0,"name":"Nina","text":"too late"}']

    def pause(_: float) -> None:
        if late:
            last = rows(tmp_path, "SELECT max(seq) FROM log WHERE table_id = ?", table)[0][0]
            rows(tmp_path, "INSERT INTO log VALUES (?, ?, ?)", table, last + 1, late.pop())

    assert erasure.erase(engine, Archive(None), nina, pause=pause) == 1
    engine.dispose()
    assert "too late" not in database_text(tmp_path)


# --- confirmation of deletions ---------------------------------------------------------------------------------------


class Terminal(io.StringIO):
    """Standard input that reports to be interactive."""

    def isatty(self) -> bool:
        return True


def state_of(folder: Path) -> str:
    """Everything stored, without the commands to servers."""
    return "\n".join(line for line in database_text(folder).splitlines() if "'sanctions'" not in line)


@pytest.fixture
def deletions(tmp_path: Path, run: Run) -> dict[str, tuple[object, ...]]:
    """Commands that delete, each with something to delete in the folder `here`, and a word of its plan."""
    here, file = tmp_path / "here", tmp_path / "beans.gz"
    with server_client(here) as client:
        table, old = open_people_table(client), open_people_table(client)
        nina = person_of(here, "Nina")
    rows(here, "UPDATE tables SET updated = ? WHERE id = ?", time.time() - 8 * DAY, old)
    assert run("admin", "backup", file, "--data", here)[0] == 0
    return {
        "remove": (f"{table}: bohnanza", table[:6]),
        "prune": (old,),
        "erase": (f"{nina}: Nina", nina),
        "restore": ("all 2 tables", file, "--replace"),
    }


@pytest.mark.parametrize("command", ["remove", "prune", "erase", "restore"])
def test_what_deletes_says_so_and_asks(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    deletions: dict[str, tuple[object, ...]],
    command: str,
) -> None:
    here = tmp_path / "here"
    plan, *given = deletions[command]
    args = ("admin", command, *given, "--data", here)
    before = state_of(here)
    assert "add --yes to go ahead" in single_error_line(run(*args))
    code, told, _ = run(*args, "--dry-run")
    assert (code, str(plan) in told, "Nothing was changed" in told) == (0, True, True)
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    code, told, complaint = run(*args)
    assert (code, str(plan) in told) == (1, True)
    assert complaint.endswith("tobean: nothing was changed\n")
    monkeypatch.setattr("sys.stdin", Terminal("\n"))
    assert run(*args)[0] == 1
    assert state_of(here) == before
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    assert run(*args)[0] == 0
    assert state_of(here) != before


def test_without_anything_to_prune_there_is_nothing_to_ask(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server_client(tmp_path):
        pass
    monkeypatch.setattr("sys.stdin", Terminal(""))
    code, told, complaint = run("admin", "prune", "--data", tmp_path)
    assert (code, complaint) == (0, "")
    assert "Nothing has expired." in told


def test_a_dry_run_of_a_restore_makes_nothing(
    run: Run, tmp_path: Path, deletions: dict[str, tuple[object, ...]]
) -> None:
    file, there = tmp_path / "beans.gz", tmp_path / "there"
    code, told, _ = run("admin", "restore", file, "--dry-run", "--data", there)
    assert (code, "with 2 tables" in told) == (0, True)
    assert not there.exists()


def test_a_table_is_named_by_six_characters_at_least(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_people_table(client)
    for prefix in ("", table[:1], table[:5]):
        for command in ("close", "remove"):
            assert "too short" in single_error_line(run("admin", command, prefix, "--data", tmp_path, *yes(command)))
    assert rows(tmp_path, "SELECT count(*) FROM tables") == [(1,)]
    rows(tmp_path, "UPDATE tables SET id = '-x1'")
    assert run("admin", "close", "--data", tmp_path, "--", "-x1")[0] == 0


def yes(command: str) -> tuple[str, ...]:
    return ("--yes",) if command == "remove" else ()


# --- bans ------------------------------------------------------------------------------------------------------------


def test_nobody_can_be_banned_or_muted_by_a_wrong_id(run: Run, tmp_path: Path) -> None:
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
    told = run("admin", "bans", "--data", tmp_path)[1]
    assert nina in told
    assert "192.0.2.7" not in told, "the ban has expired"
    assert "is lifted" in run("admin", "ban", "2001:db8::/64", "--lift", "--data", tmp_path)[1]
    assert len(json.loads(run("admin", "bans", "--json", "--data", tmp_path)[1])) == 1


# --- upgrades --------------------------------------------------------------------------------------------------------

OLD = OLD_VERSIONS / "first-round" / "tobean.sqlite3"
READING = [
    ("status",),
    ("check",),
    ("people",),
    ("bans",),
    ("reports",),
    ("erasures",),
    ("backup", "-"),
    ("remove", "abcdef", "--dry-run"),
    ("prune", "--dry-run"),
]


def old_database(folder: Path) -> Path:
    path = folder / "tobean.sqlite3"
    shutil.copy(OLD, path)
    return path


def form_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
def test_what_only_reads_never_upgrades(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    path = old_database(tmp_path)
    before = form_of(path)
    told = single_error_line(run("admin", *command, "--data", tmp_path))
    assert f"this database has the form {before}" in told
    assert "tobean admin migrate" in told
    assert form_of(path) == before
    assert not list(tmp_path.glob("*.bak"))


def test_an_upgrade_is_announced_and_keeps_the_old_database(run: Run, tmp_path: Path) -> None:
    path = old_database(tmp_path)
    before, tables = form_of(path), rows(tmp_path, "SELECT id FROM tables ORDER BY id")
    code, told, announced = run("admin", "migrate", "--data", tmp_path)
    (copy,) = tmp_path.glob("*.bak")
    assert (code, f"form {required_schema_version()}" in told) == (0, True)
    assert f"from form {before} to {required_schema_version()}" in announced
    assert str(copy) in announced
    assert (form_of(copy), form_of(path)) == (before, required_schema_version())
    assert copy.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT id FROM tables ORDER BY id").fetchall() == tables
    assert run("admin", "migrate", "--data", tmp_path)[2] == ""
    assert len(list(tmp_path.glob("*.bak"))) == 1


def test_a_server_logs_an_upgrade_and_keeps_the_old_database(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = old_database(tmp_path)
    before = form_of(path)
    with server_client(tmp_path):
        pass
    (copy,) = tmp_path.glob("*.bak")
    (record,) = [record for record in caplog.records if record.getMessage() == "the database is upgraded"]
    assert record.levelname == "WARNING"
    facts = record.facts  # type: ignore[attr-defined]
    assert facts == {"found": before, "needed": required_schema_version(), "copy": str(copy)}
    caplog.clear()
    with server_client(tmp_path):
        pass
    assert not [record for record in caplog.records if "upgraded" in record.getMessage()]


def test_without_room_for_a_copy_nothing_is_upgraded(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = old_database(tmp_path)
    before = form_of(path)

    def full(path: Path, target: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("tobean.server.database.upgrade.copy_sqlite", full)
    told = single_error_line(run("admin", "migrate", "--data", tmp_path))
    assert "database or disk is full" in told
    assert form_of(path) == before
    assert not list(tmp_path.glob("*.bak"))
    assert run("admin", "migrate", "--no-backup", "--data", tmp_path)[0] == 0
    assert form_of(path) == required_schema_version()


def test_a_check_tells_older_rules_from_damage(run: Run, tmp_path: Path) -> None:
    old_database(tmp_path)
    assert run("admin", "migrate", "--data", tmp_path)[0] == 0
    code, told, _ = run("admin", "check", "--data", tmp_path)
    assert code == 0
    assert "0 damaged, 3 played under older rules" in told
    assert told.count("is refused") == 3
    rows(tmp_path, "UPDATE tables SET game = 'skat' WHERE id = (SELECT min(id) FROM tables WHERE game = 'bohnanza')")
    broken = rows(tmp_path, "SELECT max(id) FROM tables WHERE game = 'bohnanza'")[0][0]
    rows(tmp_path, "UPDATE log SET entry = '{}' WHERE table_id = ? AND seq = 1", broken)
    code, told, _ = run("admin", "check", "--data", tmp_path)
    assert code == 1
    assert "1 damaged, 3 played under older rules, 1 of games that are not installed" in told
    german = run("--lang", "de", "admin", "check", "--data", tmp_path)[1]
    assert "1 beschädigt" in german
    assert "nicht installiert" in german


# --- streamed backups ------------------------------------------------------------------------------------------------


def test_a_backup_goes_to_standard_output(run: Run, tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "beans.gz"
    with server_client(here) as client:
        open_people_table(client)
    with start_command(
        "admin", "backup", "-", "--data", here, stdout=file.open("wb"), stderr=subprocess.PIPE
    ) as process:
        told = process.communicate()[1]
    assert (process.returncode, "1 tables" in told) == (0, True)
    assert run("admin", "restore", "--yes", file, "--data", there)[0] == 0
    assert rows(there, "SELECT * FROM log ORDER BY seq") == rows(here, "SELECT * FROM log ORDER BY seq")
    assert not (Path.cwd() / "-").exists()


def test_a_backup_is_not_written_to_a_terminal(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tobean.cli.hosting.admin.on_terminal", lambda stream: True)
    assert "no text for a terminal" in single_error_line(run("admin", "backup", "-", "--data", tmp_path))


HEAD = b'{"kind":"tobean backup","form":1,"at":1.0}\n'
ROW = b'["revoked","",1.0]\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (HEAD + b"0" * 20_000_000, "this is not a backup"),
        (HEAD + ROW * 200_000, "larger than a backup of its size can be"),
        (HEAD + b"[" * 500_000 + b"\n", "this is not a backup"),
        (HEAD + b'["revoked"]\n', "this is not a backup"),
        (HEAD + b"[]\n", "this is not a backup"),
        (HEAD + b"7\n", "this is not a backup"),
        (HEAD + b'{"rows":7}\n', "this is not a backup"),
        (HEAD + b"\xff\n", "this is not a backup"),
        (HEAD + b'["revoked","a","b"]\n{"rows":{"revoked":1}}\n', "this is not a backup"),
        (HEAD + b'["reports",99999999999999999999,1.0,"","","","",false]\n{"rows":{}}\n', "this is not a backup"),
        (b'{"kind":"tobean backup","form":1}\n', "this is not a backup"),
        (b"", "not whole"),
    ],
    ids=range(12),
)
def test_what_is_no_backup_ends_in_one_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: bytes, complaint: str
) -> None:
    monkeypatch.setattr("tobean.server.admin.backup.ALWAYS_READ", 1_000_000)
    file = tmp_path / "bomb.gz"
    file.write_bytes(gzip.compress(text))
    code, _, told = run("admin", "restore", "--yes", file, "--data", tmp_path / "there")
    assert (code, told.count("\n")) == (2, 1)
    assert complaint in told
    if "larger" in complaint:
        assert "larger" not in run("admin", "restore", "--yes", file, "--any-size", "--data", tmp_path / "there")[2]


def test_a_bomb_does_not_fill_the_memory(run: Run, tmp_path: Path) -> None:
    """One line of 400 MB, which gzip compresses to 400 kB."""
    file = tmp_path / "bomb.gz"
    file.write_bytes(gzip.compress(HEAD) + gzip.compress(b"0" * 10_000_000) * 40)
    tracemalloc.start()
    try:
        told = single_error_line(run("admin", "restore", "--yes", file, "--data", tmp_path / "there"))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert "this is not a backup" in told
    assert peak < 100_000_000


def test_a_torn_backup_ends_in_one_sentence(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "torn.gz"
    packed = bytearray(gzip.compress(HEAD + ROW * 1000))
    packed[12:40] = b"\xff" * 28
    file.write_bytes(packed)
    assert "this is not a backup" in single_error_line(
        run("admin", "restore", "--yes", file, "--data", tmp_path / "there")
    )
    assert "cannot be read" in single_error_line(run("admin", "restore", "--yes", tmp_path / "no", "--data", tmp_path))
