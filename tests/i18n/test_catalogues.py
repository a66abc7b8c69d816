"""Every text for people is in the catalogues: none missing, none unused, with the same placeholders."""

import re
from pathlib import Path

import pytest

from tests.tools import catalogues
from tobean.bots.coach.messages import REASONS
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import TRANSLATION_FOLDER, Catalogue, clear_cache, counted_text, native_name, text
from tobean.i18n.po import BadCatalogue, Message, parse_po
from tobean.server.language import catalogue, chosen_language

BLANK = re.compile(r"(?<=\{)\w+(?:@\w+)?(?=[!:}])|%\(\w+\)s")
"""A placeholder; after a colon each language names the grammatical form that it needs."""
LEFT_OUT = {
    "{what} {text!r}: a number from 1 up is needed": {"what"},
    **{REASONS[name]: {"cards", "partner"} for name in ("accept gift", "offer", "ask")},
    **{text: {"cards"} for name, text in REASONS.items() if name.startswith("harvest")},
}
"""Placeholders that a translation may omit."""


@pytest.mark.parametrize("folder", catalogues.folders(), ids=lambda folder: folder.name)
@pytest.mark.parametrize("language", catalogues.languages())
def test_the_catalogues_are_complete_and_have_nothing_left_over(folder: Path, language: str) -> None:
    there = catalogues.messages_of(catalogues.catalogue_of(folder, language))
    assert catalogues.problems(catalogues.catalogue_texts(folder), there) == []
    for message in there:
        blanks = set(BLANK.findall(message.plural or message.text))
        left_out = blanks - set(BLANK.findall(message.strings[-1])) - LEFT_OUT.get(message.text, set())
        assert not left_out, message.text
        assert all(set(BLANK.findall(string)) <= blanks for string in message.strings), message.text


@pytest.mark.parametrize("folder", catalogues.folders(), ids=lambda folder: folder.name)
def test_a_catalogue_is_written_as_it_is_read(folder: Path) -> None:
    for language in catalogues.languages():
        path = catalogues.catalogue_of(folder, language)
        if path.is_file():
            assert catalogues.po_text(catalogues.messages_of(path), language) == path.read_text(encoding="utf-8")


def test_texts_are_found_in_all_three_languages_of_programming() -> None:
    used = {found.english for found in catalogues.catalogue_texts(catalogues.PACKAGE_FOLDER)}
    for said in ("Plant. Haggle. Harvest.", "You sit at this table already.", "just now", "Replay"):
        assert said in used


def test_problems_are_noticed() -> None:
    there = [Message("left over", ("übrig",)), Message("You", ("",)), Message("a card", ("eine Karte",))]
    found = catalogues.problems(
        [catalogues.Text("brand new"), catalogues.Text("You"), catalogues.Text("a card", "cards")], there
    )
    assert found == [
        "not in the catalogue: 'brand new'",
        "not used any more: 'left over'",
        "not translated: 'You'",
        "another plural: 'a card'",
    ]


def test_marks_are_found_in_every_form(tmp_path: Path) -> None:
    source = tmp_path / "some.py"
    source.write_text(
        'A = N_({"x": "one", "y": ("two", "three")}, context="card")\n'
        'words.ngettext("a day", "{count} days", 3); N_("yes" if late else "no"); other("nothing")\n'
    )
    found = {(said.english, said.plural, said.context) for said in catalogues.in_python(source)}
    marked = {("one", "", "card"), ("two", "", "card"), ("three", "", "card"), ("yes", "", ""), ("no", "", "")}
    assert found == marked | {("a day", "{count} days", "")}


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ('msgid "a"\nmsgstr "b\n', "line 2: this is not a line of a catalogue"),
        ('"a"\n', "line 1: this text belongs to nothing"),
        ('msgid "a"\n', "line 1: an entry has a msgid and its msgstr"),
        ('msgid "a"\nmsgstr ""\nmsgid "b"\n', "line 3: a second msgid"),
        ('msgid "a"\nmsgstr "x"\n\nmsgid "a"\nmsgstr "y"\n', "line 4: 'a' stands there twice"),
        ('#, fuzzy\nmsgid "a"\nmsgstr "x"\n', "line 1: this translation is marked as fuzzy"),
        ('msgid "\\q"\nmsgstr "x"\n', "line 1: nobody knows the escape"),
    ],
)
def test_a_damaged_catalogue_says_where(written: str, problem: str) -> None:
    with pytest.raises(BadCatalogue, match=re.escape(f"some.po, {problem}")):
        parse_po(written, "some.po")


def test_a_catalogue_knows_contexts_lines_and_plurals() -> None:
    header = "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\\n"
    written = f"""msgid ""\nmsgstr "{header}"\n
# said at the table\nmsgid "a {{thing}}"\nmsgid_plural "{{n}} things"\nmsgstr[0] "1"\nmsgstr[1] "2-4"\nmsgstr[2] "5"\n
msgctxt "card"\nmsgid "Red"\nmsgstr ""\n"Rote "\n"\\"Bohne\\"\\n"\n"""
    found = Catalogue(parse_po(written, "some.po"))
    assert [found.counted("a {thing}", "", count, None) for count in (1, 4, 9)] == ["1", "2-4", "5"]
    assert found.text("Red", "card") == 'Rote "Bohne"\n'
    assert found.text("Red", None) is None
    with pytest.raises(BadCatalogue, match="needs 2 forms, not 1"):
        Catalogue([Message("a", ("b",), "c")], "some.po")


def test_a_language_can_be_tried_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = [Message("Lobby", ("Foyer",)), Message("English", ("X",), None, "this language")]
    (tmp_path / "xx.po").write_text(catalogues.po_text(entries, "xx"), encoding="utf-8")
    with monkeypatch.context() as translating:
        translating.setenv(TRANSLATION_FOLDER, str(tmp_path))
        clear_cache()
        assert list(LANGUAGES) == ["en", "de", "xx"]
        assert text("Lobby", "xx") == "Foyer"
        assert text("Rules", "xx") == "Rules"
        assert counted_text("a day ago", "{count} days ago", 2, "xx") == "{count} days ago"
        assert native_name("xx") == "X"
    clear_cache()
    assert list(LANGUAGES) == ["en", "de"]
    assert [native_name(language) for language in LANGUAGES] == ["English", "Deutsch"]


def test_the_language_is_chosen_by_cookie_then_browser() -> None:
    assert chosen_language({"language": "de"}, "en") == "de"
    assert chosen_language({"language": "xx"}, "de-AT,en;q=0.5") == "de"
    assert chosen_language({}, "fr, en;q=0.3, de;q=0.7") == "de"
    assert chosen_language({}, ";;;q=,,,=") == "en"
    assert catalogue("en").gettext("Lobby") == "Lobby"
    assert catalogue("de").ngettext("a day ago", "{count} days ago", 3) == "vor {count} Tagen"
