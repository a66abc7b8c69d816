"""Bohnsai, the sixth game, as a separate package: a full game when installed, and no traces in tobean without it.

It is installed into a folder that only other processes import from, so this process never registers it.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tobean
from tests.support.cli import Run
from tests.support.game_packages import BOHNMARKT, BOHNSAI, MINIMAL_GAME, install, install_changed_bohnsai, pip_install
from tests.support.paths import ROOT
from tests.support.server.app import server_client, table_socket
from tobean.games import GAMES
from tobean.kernel.errors import GameNotInstalled
from tobean.server.store.rows import DAMAGED
from tobean.server.viewers.message_loop import DAMAGED as CLOSED_AS_DAMAGED

pytestmark = pytest.mark.long
MISSING = "this game is not installed here: bohnsai"
MISSING_IN_GERMAN = "dieses Spiel ist hier nicht installiert: bohnsai"
CONTRACT_TESTS = (
    "games/test_conformance.py",
    "games/test_scenario_walks.py",
    "kernel/observation/test_noninterference.py",
    "record/test_golden_games.py",
    "research/tokens/test_grammar.py",
    "i18n/test_game_messages.py",
    "session/page/test_card_list.py",
    "server/pages/test_pages.py",
    "server/test_client_games.py",
    "server/pages/test_game_files.py",
    "session/test_introductions.py",
    "i18n/test_pseudo_locale.py",
)
"""Tests parametrized over all games; one number of players is enough here."""

LEAVE_TRACES = """
import json, pickle, sys
from pathlib import Path
import tobean
from tests.support.server.app import ORIGIN, open_bot_table, post_form, server_client
from tobean.bots import bot_named
from tobean.bots.game_loop import play_to_end

folder = Path(sys.argv[1])
game = tobean.Game("bohnsai", 3, seed=1, talk_limit=3)
(folder / "bohnsai.table").write_text(tobean.table_text(game.table), encoding="utf-8")
(folder / "bohnsai.json").write_text(json.dumps(tobean.snapshot(game.table)), encoding="utf-8")
(folder / "bohnsai.pickle").write_bytes(pickle.dumps(game.table))
play_to_end(game.table, [bot_named("miser") for _ in range(3)], tobean.chance_from(1), game.play)
(folder / "bohnsai.record").write_text(game.record.text(), encoding="utf-8")
with server_client(folder / "data") as client:
    form_fields = {"seat1": "open", "seat2": "open", "seat3": "none", "seat4": "none", "public": "yes"}
    opened = post_form(client, "/open", game="bohnsai", name="Nina", **form_fields)
    waiting = opened.headers["location"].rpartition("/")[2]
    table = open_bot_table(client, "bohnsai")
    answer = client.post(
        "/replays",
        files={"record": ("bohnsai.record", game.record.text())},
        headers={"Origin": ORIGIN},
        follow_redirects=False,
    )
    replay = answer.headers["location"].rpartition("/")[2]
    assert client.get(f"/tables/{table}").status_code == client.get(f"/replays/{replay}").status_code == 200
    cookies = dict(client.cookies)
print(json.dumps({"table": table, "waiting": waiting, "replay": replay, "cookies": cookies}))
"""

REQUEST_PAGES = """
import json, sys
from pathlib import Path
from tests.support.server.app import server_client

left = json.loads(sys.argv[2])
with server_client(Path(sys.argv[1]) / "data") as client:
    client.cookies.update(left["cookies"])
    for path in (f"/tables/{left['table']}", f"/tables/{left['waiting']}", f"/replays/{left['replay']}", "/mine"):
        print(client.get(path).status_code)
"""


def in_another_process(site: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in another process with this tobean and the packages in `site`."""
    path = [str(site), str(Path(tobean.__file__).parents[1]), str(ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, text=True, capture_output=True, check=False
    )


def output_of(site: Path, *command: str) -> str:
    done = in_another_process(site, *command)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder into which pip has installed Bohnsai."""
    return pip_install(tmp_path_factory.mktemp("bohnsai"), BOHNSAI)


@pytest.mark.parametrize("package", [BOHNSAI, BOHNMARKT], ids=lambda package: package.name)
def test_the_recipe_quotes_existing_code(package: Path) -> None:
    recipe = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
    quoted = re.findall(rf"```python\n# {package.name}/([\w/]+\.py)\n(.*?)```", recipe, re.S)
    assert len(quoted) > 3
    for name, code in quoted:
        assert code in (package / "src" / f"tobean_{package.name}" / name).read_text(encoding="utf-8"), code


NOT_INSTALLED_BY_RECIPE = {"mcp", "pyspiel", "ray", "textarena", "torch"}
"""Modules that `pip install 'tobean[all,test]'` does not install."""


def test_the_first_command_of_the_recipe_works() -> None:
    recipe = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
    assert "pip install -e '.[all,test]'" in recipe
    (command,) = re.findall(r"^python -m pytest (.*?)\s+# what must hold in every game$", recipe, re.MULTILINE)
    places = [word for word in command.split() if word.startswith("tests")]
    named = [path for place in places for path in (ROOT / place).rglob("*.py")]
    assert {ROOT / "tests" / name for name in CONTRACT_TESTS} <= set(named)
    for path in named:
        imported = re.findall(r"^\s*(?:import|from) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        assert not set(imported) & NOT_INSTALLED_BY_RECIPE, path


# --- installed -------------------------------------------------------------------------------------------------------


def assert_contract_holds(site: Path, package: Path) -> None:
    files = [f"tests/{name}" for name in CONTRACT_TESTS] + [str(package / "tests")]
    folders = ["--golden", str(package / "tests" / "golden"), "--scenarios", str(package / "scenarios")]
    selected = f"{package.name} and not (-4 or -5 or 4-{package.name})"
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", selected]
    output = output_of(site, "-m", "pytest", *options, *folders, *files)
    assert " passed" in output
    assert "skipped" not in output


def test_an_installed_game_passes_the_contract_tests(site: Path) -> None:
    assert_contract_holds(site, BOHNSAI)


def test_the_second_example_passes_the_contract_tests(tmp_path: Path) -> None:
    assert_contract_holds(pip_install(tmp_path, BOHNMARKT), BOHNMARKT)


MISTAKES = {
    "a card is lost with a long row": (
        {"        for _ in range(row_payout(table, row)):": "        del table.discard[:len(row) > 3]\n"
         "        for _ in range(row_payout(table, row)):"},
        "cards on the table was",
    ),
    "one seed too many": ({"range(row_payout(table, row))": "range(row_payout(table, row) + 1)"}, "but is:"),
}  # fmt: skip
"""Faults in a game's rules that random games do not reveal: long rows are rare there, and seeds are just cards."""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_error_in_the_rules_of_an_installed_game_is_found(tmp_path: Path, mistake: str) -> None:
    changes, output = MISTAKES[mistake]
    site = install_changed_bohnsai(tmp_path, changes)
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "bohnsai"]
    scenarios = ["--scenarios", str(BOHNSAI / "scenarios")]
    done = in_another_process(site, "-m", "pytest", *options, *scenarios, "tests/games/test_scenario_walks.py")
    assert done.returncode == 1, done.stdout + done.stderr
    assert output in done.stdout


PEEK = """\
        draw(table, action.seat)
        other = (action.seat + 1) % table.players
        if table.hands[other]:
            table.origins[other][0] = marked_seen_by(table.origins[other][0], action.seat)
            if table.events is not None:
                cards = (table.hands[other][0],)
                table.events.append(PEEKED.of(seat=action.seat, cards=cards, cards_for=1 << action.seat))
"""
"""The pruning player sees the front card of the next player."""


@pytest.mark.parametrize(
    ("declared", "passes"),
    [
        ("PEEKED = EventKind('peeked', SEAT, CARDS, reveals=True)", True),
        ("PEEKED = EventKind('peeked', SEAT, CARDS)", False),
    ],
)
def test_an_event_that_reveals_a_card_must_declare_it(tmp_path: Path, declared: str, passes: bool) -> None:
    changes = {
        "        draw(table, action.seat)\n": PEEK,
        "YES_OR_NO: Final": f"{declared}\nYES_OR_NO: Final",
        "import add_drawn_card\n": "import add_drawn_card, marked_seen_by\n",
    }
    site = install_changed_bohnsai(tmp_path, changes)
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-k", "do_not_interfere and bohnsai-3"]
    done = in_another_process(site, "-m", "pytest", *options, "tests/kernel/observation/test_noninterference.py")
    assert (done.returncode == 0) == passes, done.stdout + done.stderr
    assert passes or "Event peeked" in done.stdout


def test_random_games_with_every_check_on(site: Path) -> None:
    played = "from tests.tools.fuzz import check_game\n"
    played += "print(min(check_game('bohnsai', players, 1) for players in (3, 4, 5)))"
    assert int(output_of(site, "-c", played)) > 50


# --- without the package ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def traces(site: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Files written with the game installed: records, and a server's folder with tables."""
    folder = tmp_path_factory.mktemp("traces")
    left: dict[str, Any] = json.loads(output_of(site, "-c", LEAVE_TRACES, str(folder)))
    return folder, left


def test_an_uninstalled_game_leaves_no_trace() -> None:
    assert "bohnsai" not in GAMES
    with pytest.raises(tobean.UnknownGame, match="unknown game 'bohnsai'"):
        tobean.new_game("bohnsai")


def test_files_of_an_uninstalled_game_name_the_missing_package(traces: tuple[Path, dict[str, Any]]) -> None:
    folder = traces[0]
    texts = {path.suffix: path.read_text(encoding="utf-8") for path in folder.glob("bohnsai.[rtj]*")}
    for read, text in (
        (tobean.parse_record, texts[".record"]),
        (tobean.parse_table, texts[".table"]),
        (tobean.restore, json.loads(texts[".json"])),
    ):
        with pytest.raises(GameNotInstalled) as caught:
            read(text)
        assert str(caught.value) == MISSING
        assert tobean.error_text(caught.value, (), "de") == MISSING_IN_GERMAN


def test_commands_name_the_missing_package(traces: tuple[Path, dict[str, Any]], run: Run) -> None:
    record = traces[0] / "bohnsai.record"
    for command in (("replay", record), ("review", record)):
        code, out, err = run(*command)
        assert (code, out) == (2, "")
        assert f"bohnsai.record: {MISSING}" in err


def test_tables_of_an_uninstalled_game_name_it_and_return_with_it(
    site: Path, traces: tuple[Path, dict[str, Any]]
) -> None:
    folder, left = traces
    with server_client(folder / "data") as client:
        client.cookies.update(left["cookies"])
        for path in (f"/tables/{left['table']}", f"/tables/{left['waiting']}", f"/replays/{left['replay']}"):
            for language, sentence in (("en", MISSING), ("de", MISSING_IN_GERMAN)):
                answer = client.get(path, headers={"accept-language": language})
                assert (answer.status_code, sentence in answer.text) == (409, True), path
        for path in ("/mine", "/lobby"):
            answer = client.get(path, headers={"accept-language": "en"})
            assert answer.status_code == 200
            assert "not installed here" in answer.text
        assert client.get("/replays").status_code == client.get("/").status_code == 200
        with table_socket(client, left["table"]) as socket:
            closed = socket.receive()
        assert (closed["type"], closed["code"]) == ("websocket.close", CLOSED_AS_DAMAGED)
        row = client.portal.call(client.app.state.site.store.table, left["table"])  # type: ignore[union-attr, attr-defined]
        assert row.state != DAMAGED
    assert output_of(site, "-c", REQUEST_PAGES, str(folder), json.dumps(left)).split() == ["200"] * 4


# --- invalid packages ------------------------------------------------------------------------------------------------

GAME_LIST = """
import warnings
warnings.simplefilter("always")
import tobean
from tobean.server.pages.game_list import game_list
from tobean.server.language import catalogue
print(*(game.name for game in game_list(catalogue("de"))))
"""


def test_a_broken_package_warns_and_does_not_affect_others(tmp_path: Path) -> None:
    install(tmp_path, "broken_beans", {"rules.py": "raise OSError('the garden is on fire')\n"})
    install(
        tmp_path, "mute_beans", {**MINIMAL_GAME, "messages.py": "from nowhere import MESSAGES\n", "page.py": "1 / 0\n"}
    )
    messages = "from tobean.i18n.game_messages import GameMessages\n"
    messages += "MESSAGES = GameMessages(home=__package__, blurb='Beans!')\n"
    rules = MINIMAL_GAME["rules.py"].replace('"bare"', '"garbled"')
    install(tmp_path, "garbled_beans", {"rules.py": rules, "messages.py": messages, "locale/de.po": "msgid: nothing\n"})
    done = in_another_process(tmp_path, "-c", GAME_LIST)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [*GAMES, "garbled", "bare"]
    assert "the game in broken_beans cannot be loaded: OSError('the garden is on fire')" in done.stderr
    assert "mute_beans.messages cannot be loaded: ModuleNotFoundError" in done.stderr
    assert "mute_beans.page cannot be loaded: ZeroDivisionError" in done.stderr
    assert re.search(r"garbled_beans.*de\.po cannot be read", done.stderr)


def test_a_duplicate_name_is_an_error_that_names_both_packages(tmp_path: Path) -> None:
    for package in ("beans_of_ada", "beans_of_ben"):
        install(tmp_path, package, MINIMAL_GAME)
    done = in_another_process(tmp_path, "-c", "import tobean; list(tobean.GAMES)")
    assert done.returncode != 0
    assert "beans_of_ben and beans_of_ada both bring a game called 'bare'" in done.stderr
