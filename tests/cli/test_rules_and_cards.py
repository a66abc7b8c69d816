"""`tobean rules` and `tobean cards`."""

import json
import re
from pathlib import Path

import pytest

from tests.support.cli import Run, single_error_line
from tests.support.engine.tables import BUILTIN_GAMES
from tests.support.paths import ROOT
from tobean.games import GAMES
from tobean.i18n import rulebook
from tobean.i18n.catalogues import LANGUAGES, SOURCE
from tobean.kernel.errors import BadInput


def test_every_rule_of_the_pages_is_found() -> None:
    rules = rulebook.rules()
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("rulebook/en.md")]
    numbers = [number for text in texts for number in re.findall(r"^- \*\*([A-Z]+\d+)\*\*", text, re.MULTILINE)]
    builtin = [number for number, rule in rules.items() if rule.page in (rulebook.KERNEL, *BUILTIN_GAMES)]
    assert sorted(builtin) == sorted(numbers)
    assert rules["K7"].page == "kernel"
    assert rules["K7"].section == "Harvest"
    assert rules["K7"].text.startswith("*Bean protection*: as long as")
    assert rules["K7"].text.endswith("any of them may be harvested.")
    for rule in rules.values():
        assert "\n" not in rule.text
        assert rule.section


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_every_language_has_the_same_rules(language: str) -> None:
    english, translated = rulebook.rules(), rulebook.rules(language)
    assert list(translated) == list(english)
    assert list(rulebook.pages(language)) == list(rulebook.pages())
    for number, rule in translated.items():
        assert rule.page == english[number].page
        assert rule.text != english[number].text
        cited, as_well = (re.findall(r"\b[A-Z]\d+\b", found.text) for found in (english[number], rule))
        assert sorted(as_well) == sorted(cited), number


def test_rules_end_where_their_text_ends() -> None:
    text = "# T\n## One\n- **X1** a\n  b\n\n  no more\n- **Example 1** c\n  d\n- **X2** e\n## Two\n- **XY10** f"
    found = list(rulebook.parse_page("page", text))
    assert [(rule.number, rule.section, rule.text) for rule in found] == [
        ("X1", "One", "a b"),
        ("X2", "One", "e"),
        ("XY10", "Two", "f"),
    ]
    assert found[-1].prefix == "XY"


def numbers_in(out: str) -> list[str]:
    return re.findall(r"^  ([A-Z]+\d+) ", out, re.MULTILINE)


def own_rules(page: str) -> list[str]:
    return [rule.number for rule in rulebook.rules().values() if rule.page == page]


def test_rules_are_looked_up(run: Run) -> None:
    code, out, err = run("rules", "k7")
    assert (code, err) == (0, "")
    assert out.startswith("The kernel: Harvest\n  K7  Bean protection: as long as")
    assert "K8" not in out
    code, out, _ = run("rules", "bohnanza")
    assert numbers_in(out) == own_rules("bohnanza")
    assert "Bohnanza: The turn\n" in out
    everything = run("rules", "bohnanza", "--all")[1]
    assert "  K1 " in everything
    assert "  O1 " in everything
    assert out in everything
    code, out, _ = run("rules", "Bean", "PROTECTION")
    found = [rulebook.rules()[number].text.lower() for number in numbers_in(out)]
    assert (code, "K7" in numbers_in(out), "K8" in numbers_in(out)) == (0, True, False)
    assert all("bean" in text and "protection" in text for text in found)
    assert re.search(rf"bohnanza .* {len(own_rules('bohnanza'))} .* \d+ ", run("rules")[1])


def test_rules_in_german(run: Run) -> None:
    assert run("rules", "K7", "--lang", "de")[1].startswith("Der Kern: Ernte\n  K7  Bohnenschutz: Solange auf")
    code, out, _ = run("rules", "bohnanza", "--lang", "de")
    assert (code, numbers_in(out)) == (0, own_rules("bohnanza"))
    assert "Bohnanza: Der Spielzug\n" in out
    assert numbers_in(run("rules", "Bohnenschutz", "--lang", "de")[1]) == ["K7"]
    assert "nothing in the rules matches" in single_error_line(run("rules", "Bohnenschutz"))


def test_rules_as_json(run: Run) -> None:
    found = json.loads(run("rules", "K7", "B9", "--json")[1])
    assert [rule["number"] for rule in found] == ["K7", "B9"]
    assert set(found[0]) == {"number", "page", "section", "text"}
    games = {entry["game"]: entry for entry in json.loads(run("rules", "--json")[1])}
    assert set(games) == set(GAMES)
    assert games["bohnanza"]["rules"] == len(own_rules("bohnanza")) > 0
    assert games["bohnanza"]["rules_with_shared"] == len(own_rules("bohnanza")) + len(own_rules("kernel"))


def test_missing_rule_pages_are_reported_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rulebook, "files", lambda package: tmp_path)
    rulebook.pages.cache_clear()
    rulebook.rules.cache_clear()
    with pytest.raises(BadInput):
        rulebook.rules()
    assert "the rules pages are not installed" in single_error_line(run("rules"))


@pytest.mark.parametrize("game", GAMES)
def test_cards_as_json(run: Run, game: str) -> None:
    data = json.loads(run("cards", game, "--json")[1])
    beans = GAMES[game].beans
    assert data["total"] == sum(bean.count for bean in beans)
    assert [card["name"] for card in data["cards"]] == [bean.name for bean in beans]
    assert [card["provenance"] for card in data["cards"]] == [bean.provenance for bean in beans]
    for card, bean in zip(data["cards"], beans, strict=True):
        assert [needed or 0 for needed in card["beanometer"]] == list(bean.steps)


def test_cards_as_a_table(run: Run) -> None:
    code, out, err = run("cards")
    assert (code, err) == (0, "")
    cells = [[cell.strip() for cell in re.split("[│|]", line)[1:-1]] for line in out.splitlines()]
    assert ["Garden", "6", "–", "2", "3", "–", "card"] in cells
    assert ["all", "104", "", "", "", "", ""] in cells
    edicts = [[cell.strip() for cell in re.split("[│|]", line)] for line in run("cards", "bohnedikt")[1].splitlines()]
    assert ["", "Edict", "16", "–", "–", "–", "–", "see below", ""] in edicts
    assert ["", "all", "120", "", "", "", "", "", ""] in edicts
    german = run("cards", "bohnanza", "--lang", "de")[1]
    assert re.search(r"Rote Bohne\s+\S\s+Red\s+\S\s+8 ", german)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_cards_say_everything_in_the_chosen_language(run: Run, game: str, language: str) -> None:
    translated = run("cards", game, "--lang", language)[1]
    assert not re.search(r"rulebook|reconstructed|your|worth", translated)  # English names stand beside the others


@pytest.mark.parametrize("written", ["Al Cabohne", "al-cabohne", "AL-Cabohne", " al  cabohne "])
def test_games_are_found_by_free_spelling(run: Run, written: str) -> None:
    assert json.loads(run("cards", written, "--json")[1])["game"] == "al-cabohne"
