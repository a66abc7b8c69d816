"""Every text for people is in the catalogues: none missing, none unused, with the same placeholders."""

import re
from pathlib import Path

import pytest

from tests.tools import catalogues
from tobean.cli.translating.words import OPTIONAL_PLACEHOLDERS
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogue_files import used_texts
from tobean.i18n.catalogue_files.language_check import catalogue_problems, folder_problems, placeholder_problems
from tobean.i18n.catalogue_files.po import BadCatalogue, Message, parse_po
from tobean.i18n.catalogues import TRANSLATION_FOLDER, Catalogue, clear_cache, counted_text, native_name, text
from tobean.server.language import catalogue, chosen_language


@pytest.mark.parametrize("folder", used_texts.folders(), ids=lambda folder: folder.name)
@pytest.mark.parametrize("language", catalogues.languages())
def test_the_catalogues_are_complete_and_have_nothing_left_over(folder: Path, language: str) -> None:
    assert [str(problem) for problem in folder_problems(folder, language, OPTIONAL_PLACEHOLDERS)] == []


@pytest.mark.parametrize("folder", used_texts.folders(), ids=lambda folder: folder.name)
def test_a_catalogue_round_trips(folder: Path) -> None:
    for language in catalogues.languages():
        path = used_texts.catalogue_of(folder, language)
        if path.is_file():
            assert catalogues.po_text(used_texts.catalogue_entries(path), language) == path.read_text(encoding="utf-8")


def test_texts_are_found_in_python_scripts_and_templates() -> None:
    used = {found.english for found in used_texts.catalogue_texts(used_texts.PACKAGE_FOLDER)}
    for said in ("Plant. Haggle. Harvest.", "You sit at this table already.", "just now", "Replay"):
        assert said in used


def test_problems_are_noticed() -> None:
    there = [
        Message("left over", ("übrig",)),
        Message("Red", ("",), None, "card"),
        Message("You", ("",)),
        Message("a card", ("eine Karte",)),
        Message("{seat} wins", ("{name} gewinnt",)),
    ]
    texts = [used_texts.Text(message.text, context=message.context or "") for message in (there[1], there[2], there[4])]
    texts += [used_texts.Text("brand new"), used_texts.Text("a card", "cards")]
    path = Path("de.po")
    found = [*catalogue_problems(texts, there, path), *placeholder_problems(there, path, {})]
    assert [str(problem) for problem in found] == [
        "de.po: not in the catalogue: 'brand new'",
        "de.po: not used any more: 'left over'",
        "de.po: a card without a name: 'Red'",
        "de.po: not translated: 'You'",
        "de.po: another plural than in English: 'a card'",
        "de.po: other placeholders than in English: '{seat} wins'",
    ]


def test_all_forms_of_translation_markers_are_found(tmp_path: Path) -> None:
    source = tmp_path / "some.py"
    source.write_text(
        'A = N_({"x": "one", "y": ("two", "three")}, context="card")\n'
        'words.ngettext("a day", "{count} days", 3); N_("yes" if late else "no"); other("nothing")\n'
    )
    found = {(said.english, said.plural, said.context) for said in used_texts.in_python(source)}
    marked = {("one", "", "card"), ("two", "", "card"), ("three", "", "card"), ("yes", "", ""), ("no", "", "")}
    assert found == marked | {("a day", "{count} days", "")}
    template = tmp_path / "some.html"
    template.write_text('{{ _("Keep") }}{{ pgettext("name", "Keep") }}{{ ngettext("a bot", "%(num)s bots", count) }}')
    texts = {("Keep", "", ""), ("Keep", "", "name"), ("a bot", "%(num)s bots", "")}
    assert {(said.english, said.plural, said.context) for said in used_texts.in_template(template)} == texts


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ('msgid "a"\nmsgstr "b\n', "line 2: this is not a line of a catalogue"),
        ('"a"\n', "line 1: this text belongs to nothing"),
        ('msgid "a"\n', "line 1: an entry has a msgid and its msgstr"),
        ('msgid "a"\nmsgstr ""\nmsgid "b"\n', "line 3: a second msgid"),
        ('msgid "a"\nmsgstr "x"\n\nmsgid "a"\nmsgstr "y"\n', "line 4: 'a' appears twice"),
        ('#, fuzzy\nmsgid "a"\nmsgstr "x"\n', "line 1: this translation is marked as fuzzy"),
        ('msgid "\\q"\nmsgstr "x"\n', "line 1: unknown escape"),
    ],
)
def test_a_damaged_catalogue_names_the_line(written: str, problem: str) -> None:
    with pytest.raises(BadCatalogue, match=re.escape(f"some.po, {problem}")):
        parse_po(written, "some.po")


def test_a_catalogue_has_contexts_multiline_texts_and_plurals() -> None:
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


def test_a_rewritten_catalogue_keeps_the_plural_rule_of_its_language() -> None:
    """0 and 1 are singular in French."""
    days = Message("a day", ("un jour", "{count} jours"), "{count} days")
    for language, forms in (("fr", ["un jour", "un jour", "{count} jours"]), ("de", ["{count} jours", "un jour"])):
        found = Catalogue(parse_po(catalogues.po_text([days], language), "some.po"))
        assert [found.counted("a day", "", count, None) for count in range(len(forms))] == forms


def test_a_new_language_can_be_tried_without_installing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = list(LANGUAGES)
    entries = [Message("Lobby", ("Foyer",)), Message("English", ("X",), None, "this language")]
    (tmp_path / "xx.po").write_text(catalogues.po_text(entries, "xx"), encoding="utf-8")
    with monkeypatch.context() as translating:
        translating.setenv(TRANSLATION_FOLDER, str(tmp_path))
        clear_cache()
        assert list(LANGUAGES) == [*installed, "xx"]
        assert text("Lobby", "xx") == "Foyer"
        assert text("Rules", "xx") == "Rules"
        assert counted_text("a day ago", "{count} days ago", 2, "xx") == "{count} days ago"
        assert native_name("xx") == "X"
    clear_cache()
    assert list(LANGUAGES) == installed
    assert [native_name(language) for language in LANGUAGES] == ["English", "Deutsch", "Français"]


def test_the_language_is_chosen_by_cookie_then_browser() -> None:
    assert chosen_language({"language": "de"}, "en") == "de"
    assert chosen_language({"language": "xx"}, "de-AT,en;q=0.5") == "de"
    assert chosen_language({}, "nl, en;q=0.3, de;q=0.7") == "de"
    assert chosen_language({}, ";;;q=,,,=") == "en"
    assert catalogue("en").gettext("Lobby") == "Lobby"
    assert catalogue("de").ngettext("a day ago", "{count} days ago", 3) == "vor {count} Tagen"
