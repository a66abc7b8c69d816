"""Games that may become puzzles: only those whose people have all agreed, and without names."""

from pathlib import Path

from starlette.testclient import TestClient

from tests.support.cli import Run
from tests.support.server.administration import person_of, rows, use_cookies
from tests.support.server.app import finished_game, open_bot_table, post_form, server_client
from tests.support.server.finished_games import play_out
from tobean.record.record import parse_record


def agree(client: TestClient, agrees: bool = True) -> None:
    assert post_form(client, "/me/puzzles", **({"agree": "yes"} if agrees else {})).status_code == 303


def save_lists(client: TestClient) -> None:
    """Writes the rows of the visitor's tables, which happens a while after each change."""
    client.get("/mine")


def records(run: Run, folder: Path, out: Path) -> list[Path]:
    """The records that the command writes."""
    code, _, err = run("admin", "agreed", out, "--data", folder)
    assert code == 0, err
    return sorted(out.glob("*.record"))


def test_a_game_is_written_once_its_people_agree(run: Run, tmp_path: Path) -> None:
    with server_client(tmp_path / "data") as client:
        finished_game(client)
        open_bot_table(client)
        save_lists(client)
        assert records(run, tmp_path / "data", tmp_path / "before") == []
        agree(client)
        assert "checked" in client.get("/me").text
        (written,) = records(run, tmp_path / "data", tmp_path / "after")
        text = written.read_text(encoding="utf-8")
        assert "Nina" not in text
        assert parse_record(text).players == ("Player A", "Player B")
        agree(client, False)
        assert records(run, tmp_path / "data", tmp_path / "later") == []


def test_everybody_at_the_table_must_agree(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with server_client(folder) as client:
        finished_game(client)
        agree(client)
        nina = dict(client.cookies)
        client.cookies.clear()
        post_form(client, "/me", name="Timon")
        timon = dict(client.cookies)
        use_cookies(client, nina)
        table = post_form(client, "/open", game="al-cabohne", name="Nina", seat1="open").headers["location"]
        use_cookies(client, timon)
        assert post_form(client, f"{table}/sit", seat=1).status_code == 303
        use_cookies(client, nina)
        assert post_form(client, f"{table}/start").status_code == 303
        play_out(client, table.rpartition("/")[2])
        save_lists(client)
        assert len(records(run, folder, tmp_path / "one")) == 1
        use_cookies(client, timon)
        agree(client)
        assert len(records(run, folder, tmp_path / "both")) == 2


def test_a_deleted_person_has_not_agreed(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with server_client(folder) as client:
        finished_game(client)
        agree(client)
        save_lists(client)
        person = person_of(folder, "Nina")
        post_form(client, "/erase", sure="yes")
        assert rows(folder, "SELECT * FROM facts WHERE owner = ?", person) == []
        assert records(run, folder, tmp_path / "out") == []


def test_a_damaged_game_is_named_and_left_out(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with server_client(folder) as client:
        table = finished_game(client)
        agree(client)
    rows(folder, "UPDATE log SET entry = 'x' WHERE table_id = ? AND seq = 5", table)
    code, _, err = run("admin", "agreed", tmp_path / "out", "--data", folder)
    assert code == 1
    assert table in err
    assert list((tmp_path / "out").iterdir()) == []
