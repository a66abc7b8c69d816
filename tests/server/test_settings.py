"""Settings by flag, environment and file; no password on a command line; pages below a path."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

import tobean.cli.hosting.serve
from tests.support.cli import Run, single_error_line
from tests.support.server.app import ORIGIN, next_socket_message, open_bot_table, post_form, server_client, table_socket
from tobean.kernel.errors import BadInput
from tobean.server.app import create_app
from tobean.server.runner import free_port
from tobean.server.settings import THIS_MACHINE, Settings

CLUB = "https://club.example/beans"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Settings]:
    """Settings with which a server would have been started."""
    found: list[Settings] = []

    def run(settings: Settings, **_: Any) -> int:
        found.append(settings)
        return 0

    monkeypatch.setattr(tobean.cli.hosting.serve, "run", run)
    return found


def test_flags_override_the_environment_and_the_environment_the_file(
    run: Run, started: list[Settings], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tobean.toml"
    file.write_text(
        'port = 1001\nworkers = 3\nlimits = 2.5\npublic-url = "https://beans.example"\n'
        'allow-host = ["a.example", "b.example"]\ntrust-proxy = ["10.0.0.0/8"]\n'
    )
    monkeypatch.setenv("TOBEAN_CONFIG", str(file))
    monkeypatch.setenv("TOBEAN_PORT", "1002")
    monkeypatch.setenv("TOBEAN_WORKERS", "4")
    assert run("serve", "--workers", "5")[0] == 0
    (settings,) = started
    assert (settings.workers, settings.port, settings.limits) == (5, 1002, 2.5)
    assert settings.public_url == "https://beans.example"
    assert settings.allowed_hosts == ("a.example", "b.example")
    assert settings.trusted_proxies == ("10.0.0.0/8",)


def test_by_default_a_server_is_local(run: Run, started: list[Settings], tmp_path: Path) -> None:
    assert run("serve", "--data", tmp_path)[0] == 0
    assert (started[0].host, started[0].trusted_proxies, started[0].folder) == ("localhost", THIS_MACHINE, tmp_path)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("ports = 1", "there is no setting 'ports'"),
        ("port = ", "the settings cannot be read"),
        ('port = "many"', "Invalid value for '--port'"),
    ],
)
def test_an_invalid_settings_file_is_refused_in_one_line(
    run: Run, started: list[Settings], tmp_path: Path, text: str, complaint: str
) -> None:
    file = tmp_path / "tobean.toml"
    file.write_text(text)
    assert complaint in single_error_line(run("serve", "--config", file))
    assert not started


def test_a_password_is_taken_from_a_file_and_never_from_the_command_line(
    run: Run, started: list[Settings], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = single_error_line(run("serve", "--database", "postgresql://nina:secret@db/beans"))
    assert "can be read by everybody on this machine" in refused
    assert "secret@" not in refused
    word = tmp_path / "password"
    word.write_text("se:cr@t\n")
    plain = ("--database", "postgresql://nina@db/beans")
    assert run("serve", *plain, "--database-password-file", word)[0] == 0
    assert started[0].database == "postgresql://nina:se%3Acr%40t@db/beans"
    monkeypatch.setenv("TOBEAN_DATABASE", "postgresql://nina:secret@db/beans")
    assert run("serve")[0] == 0
    assert started[1].database == "postgresql://nina:secret@db/beans"


def test_a_database_of_a_newer_program_is_refused_in_one_line(tmp_path: Path) -> None:
    with server_client(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "tobean.sqlite3") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    with pytest.raises(BadInput, match="a newer tobean has upgraded this database to schema version 9999"):
        create_app(Settings(tmp_path))


def test_pages_are_served_below_a_path_prefix(tmp_path: Path) -> None:
    with server_client(tmp_path, public_url=f"{ORIGIN}/beans") as client:
        for path in ("/beans/", "/beans", "/", "/beans/lobby", "/lobby"):
            text = client.get(path).text
            assert 'data-home="/beans"' in text, path
            assert 'href="/beans/mine"' in text
            assert 'href="/mine"' not in text
        sent = post_form(client, "/beans/play", name="Nina", game="bohnanza", level="sprout")
        assert sent.headers["location"].startswith("/beans/tables/")
        assert "Path=/beans" in sent.headers["set-cookie"]
        table = sent.headers["location"].rpartition("/")[2]
        assert f'data-socket="/beans/tables/{table}/socket' in client.get(f"/beans/tables/{table}").text
        with table_socket(client, table) as socket:
            assert next_socket_message(socket, "hello")["table"]["link"] == f"{ORIGIN}/beans/tables/{table}"


def test_without_a_path_prefix_pages_are_unchanged(tmp_path: Path) -> None:
    with server_client(tmp_path) as client:
        table = open_bot_table(client)
        assert "data-home" not in client.get("/").text
        assert f'data-socket="/tables/{table}/socket' in client.get(f"/tables/{table}").text


@pytest.mark.parametrize("url", ["https://club.example/a b", "https://club.example/a?b", "https://club.example//a"])
def test_an_invalid_path_prefix_is_refused(tmp_path: Path, url: str) -> None:
    with pytest.raises(BadInput, match="is not a public URL"):
        _ = Settings(tmp_path, public_url=url).prefix


def test_a_public_url_with_a_path(tmp_path: Path) -> None:
    settings = Settings(tmp_path, public_url=f"{CLUB}/")
    assert (settings.origin, settings.prefix, settings.url) == ("https://club.example", "/beans", CLUB)


# --- invalid values ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "value", "complaint"),
    [
        ("--trust-proxy", "10.0.0.0/99", "'10.0.0.0/99' is neither an address nor a network"),
        ("--trust-proxy", "*", "is neither an address nor a network"),
        ("--metrics-from", "foo", "'foo' is neither an address nor a network"),
        ("--internal", "nonsense", "'nonsense' is not an address with a port"),
        ("--internal", "10.0.0.2:99999", "is not an address with a port"),
        ("--internal", ":8765", "is not an address with a port"),
        ("--internal", "http://10.0.0.2:8765", "is not an address with a port"),
        ("--allow-host", "http://beans.example", "is not a host"),
        ("--public-url", "beans.example", "is not a public URL"),
        ("--limits", "nan", "is not a number"),
        ("--keep-finished", "inf", "is not a number"),
    ],
)
def test_an_invalid_value_is_refused(
    run: Run, started: list[Settings], tmp_path: Path, option: str, value: str, complaint: str
) -> None:
    assert complaint in single_error_line(run("serve", "--data", tmp_path, option, value))
    file = tmp_path / "tobean.toml"
    name, text = option.lstrip("-"), value if value in ("nan", "inf") else f'"{value}"'
    file.write_text(f"{name} = {f'[{text}]' if name in ('trust-proxy', 'metrics-from', 'allow-host') else text}\n")
    assert complaint in single_error_line(run("serve", "--data", tmp_path, "--config", file))
    assert not started


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--trust-proxy", "10.0.0.1/8"),
        ("--trust-proxy", "fd00::/8"),
        ("--metrics-from", "::1"),
        ("--internal", "10.0.0.2:8765"),
        ("--internal", "[fd00::2]:8765"),
        ("--internal", "beans-2.example:8765"),
    ],
)
def test_a_valid_value_is_accepted(run: Run, started: list[Settings], tmp_path: Path, option: str, value: str) -> None:
    assert run("serve", "--data", tmp_path, option, value)[0] == 0
    assert len(started) == 1


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("TOBEAN_TRUSTPROXY", "did you mean TOBEAN_TRUST_PROXY?"),
        ("TOBEAN_PUBLIC_URI", "did you mean TOBEAN_PUBLIC_URL?"),
        ("TOBEAN_XYZZY", "TOBEAN_XYZZY, which is no setting"),
    ],
)
def test_an_unknown_variable_is_refused_when_a_server_starts(
    run: Run, started: list[Settings], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, complaint: str
) -> None:
    monkeypatch.setenv(name, "1")
    assert complaint in single_error_line(run("serve", "--data", tmp_path))
    assert not started
    assert run("rules", "K7")[0] == 0


def test_variables_of_builds_and_tests_are_accepted(
    run: Run, started: list[Settings], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every variable that a file of this project names may be set in the environment of a server."""
    for name in ("COMPILE", "OPTIMIZE", "EXPECT_COMPILED", "CHROMIUM", "POSTGRES", "FUZZ", "LOCALE", "DOMAIN"):
        monkeypatch.setenv(f"TOBEAN_{name}", "1")
    assert run("serve", "--data", tmp_path)[0] == 0
    assert len(started) == 1


def test_a_file_with_a_mistyped_setting_names_the_right_one(run: Run, started: list[Settings], tmp_path: Path) -> None:
    file = tmp_path / "tobean.toml"
    file.write_text('trust-proxies = "10.0.0.1"')
    assert "did you mean 'trust-proxy'?" in single_error_line(run("serve", "--config", file))
    assert not started


@pytest.mark.parametrize("place", ["/proc/nope", "s3:/beans", "S3://beans"])
@pytest.mark.parametrize("processes", [1, 2])
def test_an_archive_that_cannot_be_written_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, processes: int
) -> None:
    for module in ("runner", "supervisor"):  # it would change the logging of all later tests
        monkeypatch.setattr(f"tobean.server.{module}.start_logging", lambda level: None)
    monkeypatch.setattr("tobean.server.runner.TableServer.run", lambda *_, **__: pytest.fail("the server starts"))
    monkeypatch.setattr("tobean.server.supervisor.run", lambda *_: pytest.fail("the server starts"))
    started = single_error_line(
        run("serve", "--data", tmp_path, "--port", free_port(), "--archive", place, "--processes", processes)
    )
    assert place in started
    assert "no games can be kept there" in started or "neither a folder nor a bucket" in started
