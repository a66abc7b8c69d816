"""Page files of games: served files and no others, their entries in `hello`, guides, lessons."""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from markupsafe import escape
from starlette.testclient import TestClient

from tests.support.game_packages import MINIMAL_GAME, install
from tests.support.server.app import open_bot_table, open_quick_bot_table, post_form, server_client, table_socket
from tobean.games import GAMES, registry
from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.kernel import events as kernel_events
from tobean.kernel.actions import Action
from tobean.kernel.events import EventKind
from tobean.server.games import pictures
from tobean.server.games.files import SCRIPT, STYLE, game_url
from tobean.server.games.page_files import files_data
from tobean.server.pages.new_table import learning_players
from tobean.session.lessons.learner import introduction_to
from tobean.session.page import page_plugin
from tobean.session.page.page_plugin import GamePage, page_of, trades


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server_client(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Bohnanza under another name, from a package with rules.py only."""
    install(tmp_path, "bare_beans_here", MINIMAL_GAME)
    monkeypatch.syspath_prepend(tmp_path)
    GAMES.add(replace(BOHNANZA, name="bare", title="Bare Beans", display_order=0), "bare_beans_here")
    yield "bare"
    GAMES.remove("bare")
    sys.modules.pop("bare_beans_here", None)


def hello_at(client: TestClient, table: str, language: str = "en") -> dict[str, Any]:
    with table_socket(client, table, f"?language={language}") as socket:
        hello: dict[str, Any] = socket.receive_json()
    assert hello["type"] == "hello"
    return hello


# --- files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_scripts_and_styles_are_served_with_their_marks(client: TestClient, game: str) -> None:
    for name, sort in ((SCRIPT, "text/javascript"), (STYLE, "text/css")):
        address = game_url(game, name)
        if address is None:
            assert client.get(f"/static/games/{game}/{name}").status_code == 404
            continue
        answer = client.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(sort)
        assert "immutable" in answer.headers["cache-control"]
        assert client.get(address.partition("?")[0]).headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    [
        "bohnedikt/__init__.py",
        "bohnedikt/guide.html",
        "bohnedikt/..%2frules.py",
        "bohnedikt/%2e%2e/rules.py",
        "bohnedikt/table.js%00",
        "bohnedikt/.css",
        "bohnedikt/TABLE.JS",
        "bohnedikt/page/table.js",
        "bohnedikt/rulebook/en.md",
        "magic/table.js",
        "nothing/table.js",
        "..%2f..%2fbohnedikt/table.js",
    ],
)
def test_nothing_else_of_a_games_folder_is_served(client: TestClient, path: str) -> None:
    assert client.get(f"/static/games/{path}").status_code == 404


def test_two_games_share_files_of_a_third_folder(client: TestClient) -> None:
    one, other = game_url("rabohnzel", SCRIPT), game_url("excalibohn", SCRIPT)
    assert one is not None
    assert other is not None
    assert client.get(one).text == client.get(other).text


# --- hello -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_hello_lists_the_files_of_the_page(client: TestClient, game: str) -> None:
    hello_data = hello_at(client, open_bot_table(client, game))["page"]
    rules = GAMES[game]
    assert hello_data["trading"] == any(trades(rules, players) for players in rules.players)
    assert hello_data["phases"]
    assert all(phase["text"] for phase in hello_data["phases"])
    assert hello_data["script"] == game_url(game, SCRIPT)
    assert hello_data["style"] == game_url(game, STYLE)
    assert set(hello_data["attached"]) >= set(page_of(game).undoable)


def test_hello_is_translated(client: TestClient) -> None:
    hello_data = hello_at(client, open_bot_table(client, "al-cabohne"), "de")
    assert hello_data["page"]["rival"] == {"name": "Bohnenmafia", "victory": "Die Bohnenmafia gewinnt."}
    assert [phase["text"] for phase in hello_data["page"]["phases"]][1] == "Abgabe"
    cards = hello_at(client, open_bot_table(client, "bohnedikt"), "de")["catalogue"]
    assert {card["caption"] for card in cards["edicts"]} == {"Edikt"}
    assert {card["caption"] for card in cards["sacrifices"]} == {"Opfer"}


def test_the_table_page_names_the_files_of_its_game_only(client: TestClient) -> None:
    text = client.get(f"/tables/{open_bot_table(client, 'bohnedikt')}").text
    assert f'<link rel="modulepreload" href="{game_url("bohnedikt", SCRIPT)}">' in text
    assert f'<link rel="stylesheet" href="{game_url("bohnedikt", STYLE)}">' in text
    assert text.count("/static/games/") == 2
    assert "/static/games/" not in client.get(f"/tables/{open_bot_table(client, 'bohnanza')}").text


def test_a_page_plugin_that_fails_to_import_is_skipped(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "rotten_beans_here", {**MINIMAL_GAME, "page/__init__.py": "raise OSError('no beans today')\n"})
    monkeypatch.syspath_prepend(tmp_path)
    GAMES.add(replace(BOHNANZA, name="rotten", title="Rotten Beans", display_order=0), "rotten_beans_here")
    try:
        with pytest.warns(RuntimeWarning, match="rotten_beans_here.page cannot be loaded: .*no beans today"):
            assert "Rotten Beans" in client.get("/").text
        assert hello_at(client, open_bot_table(client, "rotten"))["page"]["script"] is None
    finally:
        GAMES.remove("rotten")


def test_a_page_plugin_of_the_wrong_type_is_ignored(monkeypatch: pytest.MonkeyPatch, bare: str) -> None:
    odd = SimpleNamespace(__name__="somewhere.page", PAGE={"component": 1})
    monkeypatch.setattr(registry, "part_module", lambda game, name: odd)
    with pytest.warns(RuntimeWarning, match="somewhere.page.PAGE must be of the type GamePage, not dict"):
        assert page_plugin.page_in("somewhere", bare) == GamePage()


# --- a game with nothing but rules ---------------------------------------------------------------------------------


@pytest.mark.long
def test_a_game_that_consists_of_rules_only_is_played(client: TestClient, bare: str) -> None:
    table = open_quick_bot_table(client, bare)
    assert page_of(bare) == GamePage()
    with table_socket(client, table) as socket:
        hello, update = socket.receive_json(), socket.receive_json()
        assert hello["page"]["script"] is None
        assert [phase["text"] for phase in hello["page"]["phases"]] == ["plant", "trade", "plant traded", "draw"]
        assert hello["page"]["trading"]
        assert hello["page"]["tones"] == {}
        while not any(event["name"] == "planted" and event["seat"] == 0 for event in update.get("events", ())):
            if update["type"] == "update" and update["asked"]["you"]:
                ways = sorted(update["actions"], key=lambda action: action["verb"] not in ("plant", "decline"))
                socket.send_json({"type": "act", "version": update["version"], "action": ways[0]["do"]})
            update = socket.receive_json()
    for address in ("/", "/rules", f"/rules/{bare}", f"/cards/{bare}", f"/open?game={bare}"):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "Bare Beans" in answer.text


# --- pictures ------------------------------------------------------------------------------------------------------


def test_builtin_games_have_pictures_for_all_kinds() -> None:
    for game in GAMES:
        if GAMES.package_of(game).startswith("tobean.games."):
            assert files_data(GAMES.package_of(game), game)["tones"] == {}
            assert files_data(GAMES.package_of(game), game)["pictures"] == {}


def test_kinds_without_pictures_are_plain_beans_of_one_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    there = pictures.shared_symbols() - {"kind-soy", "token-soy", "token-red"}
    monkeypatch.setattr(pictures, "shared_symbols", lambda: there)
    addresses, tones = pictures.undrawn_pictures("bohnanza")
    sprite = pictures.sprite_url("bohnanza")
    assert addresses == {
        "kind-soy": f"{sprite}#kind-plain",
        "token-soy": f"{sprite}#token-plain",
        "token-red": f"{sprite}#kind-red",
    }
    assert tones == {"soy": pictures.fallback_colour("soy")}
    assert pictures.tone_class("bohnanza", "kind-soy") == f"tone-{pictures.fallback_colour('soy')}"
    assert pictures.tone_class("bohnanza", "token-red") == ""


def test_every_colour_has_a_style_class(client: TestClient) -> None:
    sheet = client.get("/static/art/tones.css").text
    assert all(f".tone-{number} " in sheet for number in range(pictures.TONES))
    assert f".tone-{pictures.TONES} " not in sheet


# --- shelf and introduction ------------------------------------------------------------------------------------------


def test_the_colours_of_the_game_list_come_from_the_games(client: TestClient) -> None:
    sheet = client.get("/shelf.css")
    assert sheet.headers["content-type"].startswith("text/css")
    for game in GAMES:
        for colour in filter(None, page_of(game).colours):
            assert f".game.{game} .art {{ background: {colour}; }}" in sheet.text
    assert '<link rel="stylesheet" href="/shelf.css?' in client.get("/").text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_introduction_that_can_be_resumed(client: TestClient, game: str) -> None:
    introduction = introduction_to(GAMES[game], learning_players(GAMES[game]))
    text = client.get(f"/learn/{game}").text
    assert f'action="/learn/{game}"' in text
    assert str(escape(introduction.lessons[0].text)) in text
    address = post_form(client, f"/learn/{game}", name="Lina").headers["location"]
    session = client.app.state.site.registry.live_tables[address.rpartition("/")[2]].session  # type: ignore[attr-defined]
    assert session.setup.learning
    assert list(session.learners) == [0]
    assert f'href="{address}">Go on learning' in client.get("/").text


def test_the_first_game_of_the_list_is_recommended_to_beginners(client: TestClient) -> None:
    assert 'formaction="/learn/bohnanza"' in client.get("/").text
    assert 'action="/learn/bohnanza"' in client.get("/learn").text
    assert client.get("/learn/nothing").status_code == 404
    assert post_form(client, "/learn/nothing", name="Lina").status_code == 422


def test_a_quick_game_has_the_number_of_players_shown(client: TestClient) -> None:
    live_tables = client.app.state.site.registry.live_tables  # type: ignore[attr-defined]
    for game, players in (("bohnanza", 5), ("al-cabohne", 1)):
        wish = {f"players_{game}": str(players)}
        address = post_form(client, "/play", name="Lina", game=game, level="sprout", **wish).headers["location"]
        assert len(live_tables[address.rpartition("/")[2]].session.seats) == players
    assert post_form(client, "/play", name="Lina", game="bohnanza", players_bohnanza="9").status_code == 422


def test_a_lesson_alone_is_played_alone(client: TestClient) -> None:
    live_tables = client.app.state.site.registry.live_tables  # type: ignore[attr-defined]
    for game, chosen, players in (("al-cabohne", 1, 1), ("al-cabohne", 2, 2), ("bohnanza", 4, 3)):
        wish = {f"players_{game}": str(chosen)}
        address = post_form(client, f"/learn/{game}", name="Lina", **wish).headers["location"]
        assert len(live_tables[address.rpartition("/")[2]].session.seats) == players
    assert 'name="players_al-cabohne"' in client.get("/learn/al-cabohne").text


# --- the pages name no game ----------------------------------------------------------------------------------------


SAID = re.compile(r"""\b(?:t|_)\("[^"]*"\)|dialog: \{\s*name: "\w+\"""")
"""A text for people, `t("gave")` or `_("gave")`, or the name of a dialog of the page."""


def game_terms() -> set[str]:
    """Terms that only games know: their names, and in quotes their verbs, events and groups of cards."""
    modules = [module for name, module in sys.modules.items() if name.startswith("tobean.games.")]
    things = [thing for module in modules for thing in vars(module).values()]
    actions = {thing for thing in things if isinstance(thing, type) and issubclass(thing, Action)}
    verbs = {action.VERB for action in actions if action.__module__.startswith("tobean.games.")}
    ours = {id(kind) for kind in vars(kernel_events).values() if isinstance(kind, EventKind)}
    events = {thing.name for thing in things if isinstance(thing, EventKind) and id(thing) not in ours}
    groups = {word for game in GAMES for group in page_of(game).groups for word in (group.name, group.of)}
    return {f'"{word}"' for word in verbs | events | groups if word} | {
        *GAMES,
        *(game.title for game in GAMES.values()),
    }


@pytest.mark.long
def test_scripts_and_templates_name_no_game() -> None:
    names = game_terms()
    assert {'"feed"', '"boss took"', '"edicts"', "bohnedikt", "Al Cabohne"} <= names
    folder = files("tobean.server")
    texts = {
        path.relative_to(str(folder)): SAID.sub("", path.read_text(encoding="utf-8"))
        for path in Path(str(folder)).rglob("*")
        if path.suffix in (".js", ".css", ".html") and "vendor" not in path.parts
    }
    named = [f"{path}: {name}" for path, text in texts.items() for name in names if name in text]
    assert named == []
