"""A pseudo locale: every sentence comes from the catalogues, on every page, in every error, in every command.

Translated text is in brackets; text outside of them was not translated.
"""

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import tobean
from tests.support.error_calls import error_calls
from tests.support.paths import GOLDEN
from tests.support.pseudo_locale import CODE, LANGUAGES_THERE, read, third_language, words_outside_brackets
from tests.support.server.app import ORIGIN, finished_game, open_bot_table, open_people_table, post_form, server_client
from tests.support.sessions import play_randomly, setup_of, started_session
from tobean.bots.base import Remark
from tobean.bots.coach.coach import hint
from tobean.bots.registry import BOTS
from tobean.bots.voice.personalities import PERSONALITIES
from tobean.bots.voice.remark_text import OCCASIONS, remark_text, variants
from tobean.cli.main import main
from tobean.games import GAMES
from tobean.i18n import LANGUAGES, error_text, game_messages_of
from tobean.i18n.card_names import kind_name
from tobean.i18n.catalogue_files import used_texts
from tobean.i18n.catalogues import text
from tobean.i18n.error_messages import has_words
from tobean.kernel.cards import KIND_NAMES as NAMES_OF_CARDS
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, TobeanError
from tobean.kernel.events import EVENTS
from tobean.kernel.observation.observation import observe
from tobean.record.notation import parse_action
from tobean.record.record import parse_record
from tobean.research.opponents.population import COMMUNE, NO_TRADE
from tobean.server.tables.bot_seats import NAMES
from tobean.session import Viewer
from tobean.session.chat.parsed_deal import PROBLEMS
from tobean.session.wire.messages import encode, hello, update

TITLES = {word for rules in GAMES.values() for word in (rules.title, rules.edition, rules.name)}
PEOPLE = {"Nina", "Timon", "Keno"}
FACES = {person.display_name for person in PERSONALITIES.values()}
RECORD = GOLDEN / "bohnanza-3.record"


@pytest.fixture(scope="module", autouse=True)
def _third_language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with third_language(tmp_path_factory.mktemp("locale")):
        yield


# --- errors and refusals ---------------------------------------------------------------------------------------


def test_every_error_is_translated_in_the_pseudo_locale() -> None:
    for _, call, template in error_calls():
        for english in used_texts.literals(template):
            error = BadInput(english)
            assert not words_outside_brackets(error_text(error, (), CODE)) or not has_words(english), call


WRONG = ("", "A", "Z plant Red 1", "A jump", "A plant Purple 1", "A plant Red", "A plant Red 0", "A harvest x")


@pytest.mark.parametrize("typed", WRONG)
def test_errors_of_actions_are_translated(typed: str) -> None:
    with pytest.raises(TobeanError) as wrong:
        parse_action(typed)
    assert words_outside_brackets(error_text(wrong.value, (), CODE)) == []


@pytest.mark.parametrize("line", range(1, 12))
def test_errors_of_records_are_translated(line: int) -> None:
    lines = RECORD.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = "rubbish"
    with pytest.raises(TobeanError) as wrong:
        for _ in parse_record("\n".join(lines)).replay():
            pass
    assert words_outside_brackets(error_text(wrong.value, (), CODE)) == []


# --- hints, reviews, talk --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_hints_are_translated(game: str) -> None:
    table = tobean.Game(game, max(GAMES[game].players), seed=1).table
    chance = chance_from("brackets")
    said = 0
    for _ in range(12):
        if table.over:
            break
        seat = table.awaited
        actions = table.legal_actions(seat)
        given = hint(observe(table, seat), actions, chance)
        if given is not None:
            said += 1
            assert words_outside_brackets(given.sentence([], CODE)) == []
        table.apply(table.sample_action(seat, chance))
    assert said


def test_remarks_and_problems_are_translated() -> None:
    for voice in ("", *PERSONALITIES):
        for occasion in OCCASIONS:
            for count in range(len(variants(occasion, voice))):
                assert words_outside_brackets(remark_text(Remark(occasion, (0, 1)), voice, CODE, count)) == []
    for english in PROBLEMS.values():
        assert words_outside_brackets(text(english, CODE)) == []


# --- messages of a table ----------------------------------------------------------------------------------------

PROGRAM_FIELDS = {
    "attached",
    "type",
    "key",
    "written",
    "of",
    "kind",
    "bot",
    "state",
    "pace",
    "game",
    "do",
    "language",
    "script",
    "style",
    "event",
    "leading",
    "onward",
    "unordered",
    "deals",
    "token",
    "verb",
    "behind",
}
"""Message fields that programs read, so they are not translated."""
BOSSES = {"Al", "Don", "Joe"}
FIGURES = {figure.name for rules in GAMES.values() for figure in game_messages_of(rules).figures.values()}


def texts_in(data: object, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        for name, value in data.items():
            yield from texts_in(value, str(name))
    elif isinstance(data, list):
        for value in data:
            yield from texts_in(value, key)
    elif isinstance(data, str):
        yield key, data


@pytest.mark.parametrize("game", GAMES)
def test_messages_of_a_table_are_translated(game: str) -> None:
    session, log = started_session(setup_of(game, max(GAMES[game].players)), 5)
    for _ in play_randomly(session, log, 5, most=40):
        pass
    viewer = Viewer(0, language=CODE)
    sent = [encode(hello(session, viewer)), update(session, viewer, 0)]
    said = [pair for message in sent for pair in texts_in(json.loads(message))]
    assert sum("⟦" in text for _, text in said) > 10
    keys = {*EVENTS, *game_messages_of(session.rules).questions}
    read = [(key, text) for key, text in said if key not in PROGRAM_FIELDS and key not in EVENTS and text not in keys]
    assert not [pair for pair in read if words_outside_brackets(pair[1], {*TITLES, *session.names, *BOSSES})]


# --- commands --------------------------------------------------------------------------------------------------


def ran(*words: str) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(list(words))
    return code, out.getvalue() + err.getvalue().removeprefix("tobean: ")


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "nothing.record", "--lang", CODE),
        ("replay", str(RECORD), "--at", "9999", "--lang", CODE),
        ("replay", str(RECORD), "--lang", CODE),
        ("rules", "--lang", CODE),
        ("rules", "K999", "--lang", CODE),
        ("rules", "nothingsuch", "--lang", CODE),
        ("cards", "skat", "--lang", CODE),
        ("--lang", CODE, "streak", "-"),
        ("--lang", CODE, "scenario", "nothing.scenario"),
        ("--lang", CODE, "sim", "--bots", "nobody"),
    ],
    ids=" ".join,
)
def test_errors_and_output_of_commands_are_translated(words: tuple[str, ...]) -> None:
    _, said = ran(*words)
    assert said
    assert (
        words_outside_brackets(
            said, {*TITLES, *PEOPLE, *words, "Player", "No such file or directory", "AMIGO", "Lookout"}
        )
        == []
    )


SOLO = RECORD.with_name("al-cabohne-1.record")
FAILING = """\
scenario: Keno
given players: Nina, Timon, Keno
given field Keno 1: 3 Chili
then thalers Keno: 2 Chili
then field Keno 7: Chili
refused K7: Keno harvest 1
refused K7: Keno harvest 2
legal Keno harvest 3
illegal Keno harvest 1
sees Nina hand Keno: 3 Chili
chance Chili

scenario: Nina
given players: Nina, Timon, Keno
when Keno harvest 1

scenario: Timon
given players: Nina, Timon, Keno
given field Keno 1: 3000 Chili
then turn: 1

scenario: Keno
nonsense
"""
"""Scenarios that fail in every possible way."""
ENTRY_NAMES = {"thalers", "field", "Keno harvest", "hand", "chance", "Chili", "nothing"}
"""Keys of scenario lines."""
SCENARIO_VERBS = {"given", "when", "then", "refused", "legal", "illegal", "sees"}
UNITS = {"ms", "µs"}
OPTIONS = {"talk_limit", "third_field=no"}
WIDE = "1000"
"""Terminal width at which no table is cut."""


@pytest.mark.parametrize(
    "words",
    [
        ("sim", "-n", "2", "-b", "sprout,miser", "-w", "1"),
        ("solo", "sprout", "-d", "1", "-w", "1"),
        ("streak", "FOLDER/solo.streak", str(SOLO)),
        ("scenario", "FOLDER/failing.scenario"),
        ("scenario", "FOLDER/failing.scenario", "--list"),
        ("cards",),
        ("review", str(RECORD)),
    ],
    ids=lambda words: words[0],
)
def test_output_of_commands_is_translated(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing.scenario").write_text(FAILING, encoding="utf-8")
    monkeypatch.setenv("COLUMNS", WIDE)
    given = [word.replace("FOLDER", str(tmp_path)) for word in words]
    _, said = ran("--lang", CODE, *given)
    assert "⟦" in said
    names = {*TITLES, *PEOPLE, *BOTS, *given, *OPTIONS}
    if words[0] == "scenario":
        names |= ENTRY_NAMES | SCENARIO_VERBS
    if words[0] == "cards":
        names |= LANGUAGES_THERE | set(NAMES_OF_CARDS)
        names |= {kind_name(kind, language) for kind in range(len(NAMES_OF_CARDS)) for language in LANGUAGES}
    assert words_outside_brackets(said, names | UNITS) == []


@pytest.mark.parametrize("command", ["scenario", "replay", "review"])
def test_errors_about_standard_input_are_translated(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = b"scenario: Nina\nnonsense" if command == "scenario" else b"rubbish"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(typed)))
    _, said = ran("--lang", CODE, command, "-")
    assert "⟦standard input⟧" in said
    assert words_outside_brackets(said, PEOPLE | SCENARIO_VERBS | {"chance"}) == []


def test_the_report_of_the_arena_is_translated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", WIDE)
    page = tmp_path / "arena.html"
    bots = ("sprout", "miser")
    _, said = ran("--lang", CODE, "arena", *bots, "-d", "1", "-p", "3", "-w", "1", "--surplus", "--html", str(page))
    texts = [said, *read(page.read_text(encoding="utf-8"))]
    assert sum("⟦" in text for text in texts) > 50
    names = {*TITLES, *BOTS, NO_TRADE, COMMUNE, *OPTIONS, *UNITS}
    assert [word for text in texts for word in words_outside_brackets(text, names)] == []


# --- pages -----------------------------------------------------------------------------------------------------

UNTRANSLATED_NAMES = {*TITLES, *PEOPLE, *BOTS, *NAMES, *FACES, *FIGURES, *LANGUAGES_THERE}
"""Names of games, people, bots, bosses and languages."""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every page of a server by its address, in the pseudo locale."""
    found: dict[str, str] = {}
    with server_client(tmp_path_factory.mktemp("brackets")) as client:
        client.cookies.set("language", CODE)
        table = open_bot_table(client)
        waiting = post_form(client, "/open", game="bohnanza", name="Nina", seat1="open", seat2="sprout", seat3="none")
        people = open_people_table(client)
        over = finished_game(client)
        files = {"record": ("game.record", RECORD.read_text(encoding="utf-8"), "text/plain")}
        brought = client.post("/replays", files=files, headers={"Origin": ORIGIN}, follow_redirects=False)
        address = brought.headers["location"]
        games = [f"/{kind}/{game}" for kind in ("rules", "cards") for game in GAMES]
        replay = [address]
        tables = [
            f"/tables/{table}",
            waiting.headers["location"],
            f"/tables/{people}",
            f"/tables/{over}",
            f"/tables/{over}/result",
        ]
        plain = [
            "/",
            "/lobby",
            "/mine",
            "/mine/games",
            "/me",
            "/replays",
            "/puzzles",
            "/puzzles/bohnanza/1",
            "/puzzles/bohnanza/1?answer=1",
            "/rules",
            "/learn",
            "/open",
            "/nothing-there",
        ]
        for path in [*plain, *games, *replay, *tables]:
            found[path] = client.get(path).text
        found["bad record"] = client.post(
            "/replays", files={"record": ("x", "rubbish", "text/plain")}, headers={"Origin": ORIGIN}
        ).text
        found["bad name"] = post_form(client, "/me", name="").text
        found["bad game"] = post_form(client, "/play", game="skat", name="Nina", level="sprout").text
        found["words of the scripts"] = " ".join(client.get(f"/catalogue/{CODE}.json").json().values())
        found["manifest"] = client.get("/manifest.webmanifest").json()["description"]
    return found


@pytest.mark.long
def test_pages_are_translated(pages: dict[str, str]) -> None:
    assert len(pages) > 20
    forgotten = {}
    for path, html in pages.items():
        words = [
            word for said in read(html, ("rulebook",)) for word in words_outside_brackets(said, UNTRANSLATED_NAMES)
        ]
        if words:
            forgotten[path] = words
    assert forgotten == {}
