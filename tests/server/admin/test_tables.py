"""Operators and tables: closing, removing and pruning, with confirmation and dry runs."""

import io
import time
from pathlib import Path

import pytest

from tests.support.cli import Run, single_error_line
from tests.support.server.administration import database_text, person_of, poll_commands, rows
from tests.support.server.app import (
    finished_game,
    open_people_table,
    server_client,
)
from tobean.server.ids import new_id

DAY = 86400.0


def test_a_closed_table_is_announced_and_a_removed_one_is_gone(run: Run, tmp_path: Path) -> None:
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


def test_only_old_tables_are_pruned(run: Run, tmp_path: Path) -> None:
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


def test_facts_go_with_their_person_and_keep_an_active_one(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path):
        pass
    now = time.time()
    for person in ("active", "gone"):
        rows(tmp_path, "INSERT INTO persons VALUES (?, ?, ?, 0, 0, 0)", person, person, now - 400 * DAY)
    for owner, at in (("active", now), ("gone", now - 380 * DAY), ("nobody", now), ("", now - 380 * DAY)):
        rows(tmp_path, "INSERT INTO facts VALUES (?, 'rating', '{}', NULL, ?)", owner, at)
    assert run("admin", "prune", "--yes", "--data", tmp_path)[0] == 0
    assert rows(tmp_path, "SELECT id FROM persons") == [("active",)]
    assert {owner for (owner,) in rows(tmp_path, "SELECT owner FROM facts")} == {"", "active"}


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
def test_deleting_commands_ask_for_confirmation(
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
    code, output, _ = run(*args, "--dry-run")
    assert (code, str(plan) in output, "Nothing was changed" in output) == (0, True, True)
    monkeypatch.setattr("sys.stdin", Terminal("n\n"))
    code, output, complaint = run(*args)
    assert (code, str(plan) in output) == (1, True)
    assert complaint.endswith("tobean: nothing was changed\n")
    monkeypatch.setattr("sys.stdin", Terminal("\n"))
    assert run(*args)[0] == 1
    assert state_of(here) == before
    monkeypatch.setattr("sys.stdin", Terminal("y\n"))
    assert run(*args)[0] == 0
    assert state_of(here) != before


def test_pruning_nothing_asks_nothing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with server_client(tmp_path):
        pass
    monkeypatch.setattr("sys.stdin", Terminal(""))
    code, output, complaint = run("admin", "prune", "--data", tmp_path)
    assert (code, complaint) == (0, "")
    assert "Nothing has expired." in output


def test_a_dry_run_of_a_restore_writes_nothing(
    run: Run, tmp_path: Path, deletions: dict[str, tuple[object, ...]]
) -> None:
    file, there = tmp_path / "beans.gz", tmp_path / "there"
    code, output, _ = run("admin", "restore", file, "--dry-run", "--data", there)
    assert (code, "with 2 tables" in output) == (0, True)
    assert not there.exists()


def test_table_ids_may_be_shortened_to_six_characters(run: Run, tmp_path: Path) -> None:
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
