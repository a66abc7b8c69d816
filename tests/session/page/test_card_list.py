"""Every special card has its full text on the cards page, at the table and on the command line, in every language."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from tests.support.cli import Run
from tests.support.server.app import server_client
from tobean.games import GAMES
from tobean.games.al_cabohne.cards import BOSSES
from tobean.games.bohnedikt.cards import SACRIFICES
from tobean.games.bohnedikt.edicts.registry import EDICTS
from tobean.games.card_set import rules_with_card_set
from tobean.games.magic import SHARED_SPELLS
from tobean.games.magic.cards import CAPE, MAGIC, MEAN, PLUCK, PRINCESS, SWORD, WHITE
from tobean.games.magic.spells.spell import kinds_of
from tobean.i18n.catalogues import LANGUAGES, SOURCE
from tobean.i18n.narrator import narrator_of
from tobean.session.page.card_list import card_sections
from tobean.session.page.catalogue import catalogue

ABILITIES = (PLUCK, CAPE, MEAN, WHITE, MAGIC, PRINCESS, SWORD)
SPECIAL = {
    "bohnanza": (),
    "rabohnzel": (*ABILITIES, *kinds_of(SHARED_SPELLS)),
    "excalibohn": (*ABILITIES, *kinds_of(SHARED_SPELLS)),
    "al-cabohne": (),
    "bohnedikt": (*(edict.kind for edict in EDICTS), *(extra.kind for extra in SACRIFICES if extra.count)),
}
"""Kinds with an effect, as the rules of each game name them; for other games see `special_kinds`."""

ENGLISH = {"the", "and", "of", "to", "your", "you", "with", "card", "cards", "deal", "turn", "it", "is", "if", "from"}
"""Words that no text in another language contains."""


def special_kinds(game: str) -> set[int]:
    """Kinds that need a text; for a game of another package, those without a beanometer."""
    rules = GAMES[game]
    without = [bean.kind for bean in rules.beans if bean.count and not bean.steps]
    without += [extra.kind for extra in rules.extras if extra.count]
    return {*SPECIAL.get(game, ()), *without}


@dataclass
class Shown:
    """A card as the page shows it."""

    name: str = ""
    text: str = ""
    printed: str = ""
    source: str = ""
    links: list[str] = field(default_factory=list)


class CardsPage(HTMLParser):
    """Parses the cards, the headings and all words of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.cards: list[Shown] = []
        self.headings: list[str] = []
        self.words: list[str] = []
        self.part = ""
        self.inside = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        classes = given.get("class", "").split()
        if tag == "main":
            self.inside = True
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(tag)
        if tag == "li" and "kind" in classes:
            self.cards.append(Shown())
        elif self.cards and tag == "h3":
            self.part = "name"
        elif self.cards and tag == "p":
            self.part = next((part for part in ("text", "printed", "source") if part in classes), "")
        elif self.cards and tag == "a" and self.part == "text":
            self.cards[-1].links.append(given["href"])
            self.part = "link"
        elif tag == "section":
            self.part = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "main":
            self.inside = False
        if tag in ("h3", "p", "a"):
            self.part = ""

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.words += re.findall(r"\w+", data.lower())
        if self.cards and self.part in ("name", "text", "printed", "source"):
            before = getattr(self.cards[-1], self.part)
            setattr(self.cards[-1], self.part, f"{before}{data}".strip())


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with server_client(tmp_path_factory.mktemp("cards")) as client:
        yield client


def page_of(client: TestClient, game: str, language: str) -> CardsPage:
    return CardsPage(client.get(f"/cards/{game}", headers={"Accept-Language": language}).text)


def named(client: TestClient, game: str, language: str) -> dict[str, Shown]:
    """The cards of a page by their names."""
    return {card.name.replace(" / ", "/"): card for card in page_of(client, game, language).cards}


def special_names(game: str, language: str) -> list[str]:
    narrator = narrator_of(GAMES[game], language)
    bosses = ["Al Cabohne", "Don Corlebohne", "Joe Bohnano"] if game == "al-cabohne" else []
    assert not bosses or len(bosses) == len(BOSSES)
    return [narrator.kinds[kind] for kind in sorted(special_kinds(game))] + bosses


def shown_as(name: str, cards: dict[str, Shown]) -> Shown:
    """A card by its name, which the page may prefix with its type."""
    (found,) = [card for there, card in cards.items() if there == name or there.endswith(f" {name}")]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_special_card_has_its_text_and_rule_on_the_page(client: TestClient, game: str, language: str) -> None:
    cards = named(client, game, language)
    assert len(cards) == sum(len(section.cards) for section in card_sections(GAMES[game], language))
    headers = {"Accept-Language": language}
    pages: dict[str, str] = {}
    for name in special_names(game, language):
        card = shown_as(name, cards)
        assert len(card.text) > 20, name
        assert card.text.endswith("."), name
        assert "{" not in card.text, name
        (link,) = card.links
        address, _, rule = link.partition("#")
        if address not in pages:
            pages[address] = client.get(address, headers=headers).text
        assert f'<li id="{rule}">' in pages[address], f"{name}: {link}"
    assert all(card.source for card in cards.values())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_the_texts_are_in_the_language_of_the_page(client: TestClient, game: str, language: str) -> None:
    english, translated = named(client, game, SOURCE), named(client, game, language)
    for here, there in zip(special_names(game, SOURCE), special_names(game, language), strict=True):
        card, other = shown_as(here, english), shown_as(there, translated)
        assert card.text != other.text, here
        assert not card.printed or card.printed != other.printed
    assert ENGLISH & set(page_of(client, game, SOURCE).words)
    assert not ENGLISH & set(page_of(client, game, language).words)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_a_heading_for_each_type_and_card(client: TestClient, game: str) -> None:
    page = page_of(client, game, "en")
    sections = card_sections(GAMES[game], "en")
    wanted = ["h1"]
    for section in sections:
        wanted += ["h2", *["h3"] * len(section.cards)]
    assert page.headings[: len(wanted)] == wanted
    assert len({section.heading for section in sections}) == len(sections)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_table_gets_the_text_of_the_page(client: TestClient, game: str, language: str) -> None:
    rules = GAMES[game]
    cards = named(client, game, language)
    known = msgspec.json.decode(catalogue(rules, max(rules.players), language))
    sent = {
        card["id"]: card for group in known.values() for card in group if isinstance(card, dict) and "about" in card
    }
    narrator = narrator_of(rules, language)
    for kind in special_kinds(game):
        assert sent[kind]["about"] == shown_as(narrator.kinds[kind], cards).text
    for boss, name in (("boss-al", "Al Cabohne"), ("boss-don", "Don Corlebohne"), ("boss-joe", "Joe Bohnano")):
        if game == "al-cabohne":
            assert known["things"][boss]["about"] == cards[name].text
        else:
            assert boss not in known["things"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_command_prints_the_text_of_the_page(run: Run, game: str, language: str) -> None:
    def joined(text: str) -> str:
        return " ".join(text.split())

    code, out, err = run("cards", game, "--lang", language)
    assert (code, err) == (0, "")
    printed = joined(out)
    data = json.loads(run("cards", game, "--lang", language, "--json")[1])
    abouts = {card["about"]: card["rule"] for card in (*data["cards"], *data["other_cards"])}
    for section in card_sections(GAMES[game], language):
        for card in section.cards:
            if card.about.text:
                assert joined(f"{card.about.text} ({card.about.rule})") in printed, card.name
                assert abouts[card.about.text] == card.about.rule
            assert joined(card.printed) in printed, card.name


def test_a_sacrifice_card_names_its_own_kinds(client: TestClient) -> None:
    for language, name, kinds in (
        ("en", "Sacrifice Green/Red", "Green and Red"),
        ("de", "Opferkarte Brechbohne/Rote Bohne", "eine Brechbohne und eine Rote Bohne"),
    ):
        assert kinds in named(client, "bohnedikt", language)[name].text


def test_a_boss_harvests_at_the_value_the_rules_say(client: TestClient) -> None:
    cards = named(client, "al-cabohne", "en")
    for name, thalers in (("Al Cabohne", "3 thalers"), ("Don Corlebohne", "2 thalers"), ("Joe Bohnano", "1 thaler")):
        assert f"worth {thalers} or more" in cards[name].text


def test_the_text_of_a_custom_card_comes_before_ours(tmp_path: Path, run: Run) -> None:
    own = {"game": "bohnedikt", "edicts": {"U4": {"text": "Only a single deal"}}}
    (edicts,) = [
        section
        for section in card_sections(rules_with_card_set(GAMES["bohnedikt"], own), "en")
        if section.heading == "Edicts"
    ]
    (card,) = [card for card in edicts.cards if card.printed == "Only a single deal"]
    assert card.about.text == "A gift is a deal, too."
    file = tmp_path / "ours.toml"
    file.write_text('game = "bohnedikt"\n[edicts.U4]\ntext = "Only a single deal"\n', encoding="utf-8")
    out = run("cards", "bohnedikt", "--cards", file)[1]
    assert re.search(r"Only a single deal\s+A gift is a deal, too\. \(D5\)", out)
