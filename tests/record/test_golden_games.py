"""Golden games: any change in the course of a game, its notation or its narration shows up here.

Those of an installed game are in a separate folder: `pytest tests/record/test_golden_games.py --golden FOLDER`.
"""

import re
from functools import cache
from pathlib import Path

import pytest

import tobean
from tests.support.engine.tables import ALL_VARIANTS, BUILTIN_VARIANTS
from tests.support.paths import GOLDEN
from tests.tools.golden_games import BOTS, bots_of, golden_texts, main
from tobean.games import GAMES
from tobean.i18n import LANGUAGES, sentence
from tobean.i18n.card_names import kind_name
from tobean.i18n.catalogue_files.used_texts import catalogue_entries, catalogue_of, folders
from tobean.i18n.catalogues import SOURCE
from tobean.i18n.languages.grammar import grammar_of
from tobean.i18n.narrator import narrator_of
from tobean.kernel.cards import KIND_NAMES

WORD = re.compile(r"[^\W\d_]{2,}")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "game" in metafunc.fixturenames:
        own = [(GOLDEN, game, players) for game, players in BUILTIN_VARIANTS]
        given = metafunc.config.getoption("--golden")
        installed = [
            (folder, game, players)
            for folder in map(Path, given)
            for game, players in ALL_VARIANTS
            if (folder / f"{game}-{players}.record").is_file()
        ]
        assert not given or installed, f"there is no golden game of an installed game in {given}"
        names = [f"{game}-{players}" for _, game, players in own + installed]
        metafunc.parametrize(("folder", "game", "players"), own + installed, ids=names)


def test_golden_games_are_unchanged(folder: Path, game: str, players: int) -> None:
    for name, text in golden_texts(game, players, bots_of(folder, game, players)).items():
        kept = (folder / name).read_text(encoding="utf-8")
        assert text == kept, f"{name} has changed; if that is intended, run `make golden` and look at the difference"


def test_golden_records_replay(folder: Path, game: str, players: int) -> None:
    kept = (folder / f"{game}-{players}.record").read_text(encoding="utf-8")
    record = tobean.parse_record(kept)
    assert record.final().over
    assert record.text() == kept


@cache
def words_of_language(language: str) -> frozenset[str]:
    """Words that a narration may contain: those of the catalogues and of the grammar, and the names of bosses."""
    grammar = grammar_of(language)
    entries = [entry for place in folders() for entry in catalogue_entries(catalogue_of(place, language))]
    texts = [text for entry in entries for text in entry.strings]
    texts += [grammar.NOTHING, grammar.LAST_AND, grammar.TABLE_GIVEN, grammar.TABLE_ASKED]
    texts += [grammar.nth(number) for number in range(1, 5)]
    for count in (1, 2):
        texts += [grammar.thalers(count), grammar.unknown(count)]
        texts += [grammar.spoken(count, kind_name(kind, language)) for kind in range(len(KIND_NAMES))]
    narrators = [narrator_of(rules, language) for rules in GAMES.values()]
    texts += [figure.name for narrator in narrators for figure in narrator.messages.figures.values()]
    return frozenset(word for text in texts for word in WORD.findall(text.lower()))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_golden_games_are_narrated_in_one_language(language: str, folder: Path, game: str, players: int) -> None:
    record = tobean.parse_record((folder / f"{game}-{players}.record").read_text(encoding="utf-8"))
    known = words_of_language(language) | {name.lower() for name in record.players}
    for _, _, events in record.replay():
        for event in events:
            told, english = (sentence(event, record.rules(), record.players, code) for code in (language, SOURCE))
            assert told != english
            assert not set(WORD.findall(told.lower())) - known, told


def test_every_golden_file_belongs_to_a_game() -> None:
    suffixes = {name.removeprefix("al-cabohne-1.") for name in golden_texts("al-cabohne", 1)}
    expected = {f"{game}-{players}.{suffix}" for game, players in BUILTIN_VARIANTS for suffix in suffixes}
    assert {path.name for path in GOLDEN.iterdir()} == expected


def test_golden_games_name_their_bots(tmp_path: Path) -> None:
    game, players = BUILTIN_VARIANTS[0]
    others = ("miser-1",) * players
    for wanted in (f"{game}:{players}:{','.join(others)}", f"{game}:{players}"):  # rewriting the game keeps the bots
        main([str(tmp_path), wanted])
        assert bots_of(tmp_path, game, players) == others != BOTS[:players]
        written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
        assert written == golden_texts(game, players, others)
    assert written[f"{game}-{players}.record"] != (GOLDEN / f"{game}-{players}.record").read_text(encoding="utf-8")
    with pytest.raises(SystemExit, match="players need"):
        main([str(tmp_path), f"{game}:{players}:miser-1"])
