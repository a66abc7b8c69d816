"""`tobean cards`: what is printed on the cards of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import click
from rich.text import Text

from tobean.cli.output import DEFAULT_GAME, FINE, cards_option, grid, json_option, print_json, printer
from tobean.cli.words import language_option, say
from tobean.games import game_named
from tobean.games.bohnedikt.texts import ENGLISH_PRINTED, GERMAN_PRINTED
from tobean.games.cardset import rules_of
from tobean.kernel.cards import GERMAN_NAMES, NAMES
from tobean.speech.catalogues import SOURCE, native_name

if TYPE_CHECKING:
    from tobean.kernel.cards import Bean
    from tobean.kernel.rules import Rules

GERMAN_SOURCES: Final = {
    "card": "Karte",
    "card; Bohnedikt's rulebook: 5 pay 4": "Karte; Anleitung von Bohnedikt: 5 bringen 4",
    "card; rulebook: 2 pay nothing": "Karte; Anleitung: 2 bringen nichts",
    "card; rulebook: 3 pay 1": "Karte; Anleitung: 3 bringen 1",
    "card; rulebook: 5 pay 2": "Karte; Anleitung: 5 bringen 2",
    "reconstructed": "erschlossen",
    "reconstructed; for card sets of one's own": "erschlossen; für eigene Kartensätze",
    "reconstructed; rulebook: 38 cards": "erschlossen; Anleitung: 38 Karten",
    "reconstructed; rulebook: 38 cards, one of them this": "erschlossen; Anleitung: 38 Karten, eine davon diese",
    "reconstructed; rulebook: sixteen cards": "erschlossen; Anleitung: sechzehn Karten",
    "rulebook": "Anleitung",
    "rulebook of Excalibohn": "Anleitung von Excalibohn",
    "rulebook of Excalibohn: 3 pay 1; the rest reconstructed": (
        "Anleitung von Excalibohn: 3 bringen 1; der Rest erschlossen"
    ),
    "rulebook of Rabohnzel: 2 pay 1; the rest reconstructed": (
        "Anleitung von Rabohnzel: 2 bringen 1; der Rest erschlossen"
    ),
    "rulebook: a spell card from 2 on, 3 pay 1, one to three thalers; 5 and 6 reconstructed": (
        "Anleitung: ab 2 eine Zauberkarte, 3 bringen 1, ein bis drei Taler; 5 und 6 erschlossen"
    ),
}
"""How we know the numbers, by the English text."""


@click.command(short_help="Show a game's cards and beanometers.")
@click.argument("game", default=DEFAULT_GAME)
@language_option("Language of the headings; its names of the beans come first.")
@cards_option
@json_option
def cards(game: str, lang: str, card_file: str | None, as_json: bool) -> int:
    """Show the cards of GAME: names, numbers, beanometers, and how we know them.

    A beanometer tells how many cards of a kind a harvest needs for 1, 2, 3 and 4 thalers (rule K6).

    \b
    Examples:
      tobean cards
      tobean cards bohnanza --lang de
      tobean cards rabohnzel --cards ours.toml
      tobean cards --json | jq '.cards[].english'

    Exit codes: 0 fine, 2 there is no such game.
    """
    rules = rules_of(game_named(game), card_file)
    if as_json:
        print_json(cards_data(rules))
    else:
        print_cards(rules, lang)
    return FINE


def cards_data(rules: Rules) -> dict[str, object]:
    return {
        "game": rules.name,
        "title": rules.title,
        "edition": rules.edition,
        "total": sum(bean.count for bean in rules.beans),
        "cards": [
            {
                "english": bean.called[0] or NAMES[bean.kind],
                "german": bean.called[1] or GERMAN_NAMES[bean.kind],
                "count": bean.count,
                "beanometer": [needed or None for needed in bean.steps],
                "text": bean.text,
                "provenance": bean.provenance,
            }
            for bean in rules.beans
        ],
        "other_cards": [
            {
                "english": NAMES[extra.kind],
                "german": GERMAN_NAMES[extra.kind],
                "count": extra.count,
                "text": extra.text,
                "provenance": extra.provenance,
            }
            for extra in rules.extras
        ],
    }


def source_in(lang: str, provenance: str) -> str:
    """How we know, in this language; what a card set of one's own says stays as it is."""
    return GERMAN_SOURCES.get(provenance, provenance) if lang == "de" else provenance


def printed_in(lang: str, bean: Bean) -> str:
    """What else is printed on a card. A text of a card set of one's own stays as it is."""
    if lang == "de" and bean.text == ENGLISH_PRINTED.get(bean.name):
        return GERMAN_PRINTED[bean.name]
    return bean.text


def print_cards(rules: Rules, lang: str) -> None:
    names = (GERMAN_NAMES, NAMES) if lang == "de" else (NAMES, GERMAN_NAMES)
    steps = max(len(bean.steps) for bean in rules.beans)
    own, other = native_name(lang), say("German") if lang == SOURCE else say("English")
    count, provenance, everything = say("Cards"), say("How we know"), say("all")
    columns = (own, other, count, *[str(thalers) for thalers in range(1, steps + 1)], provenance)
    table = grid(f"{rules.title} ({rules.edition})", columns, words=2, wrapped=provenance)
    table.caption = Text(say("1 to {most}: cards that pay so many thalers (K6)", most=steps))
    table.caption_justify = "left"
    table.show_footer = True
    table.columns[0].footer = everything
    table.columns[2].footer = str(sum(bean.count for bean in rules.beans))
    for bean in rules.beans:
        needed = [str(number) if number else "\N{EN DASH}" for number in bean.steps]
        needed += ["\N{EN DASH}"] * (steps - len(needed))
        called = bean.called[::-1] if lang == "de" else bean.called
        shown = (called[0] or names[0][bean.kind], called[1] or names[1][bean.kind])
        source, text = source_in(lang, bean.provenance), printed_in(lang, bean)
        told = f"{source}\n{text}" if text else source
        table.add_row(*[Text(cell) for cell in (*shown, str(bean.count), *needed, told)])
    printer().print(table)
    if rules.extras:
        more = grid("", (own, other, count, provenance), words=2, wrapped=provenance)
        for extra in rules.extras:
            source = source_in(lang, extra.provenance)
            told = f"{source}; {extra.text}" if extra.text else source
            row = (names[0][extra.kind], names[1][extra.kind], str(extra.count), told)
            more.add_row(*[Text(cell) for cell in row])
        printer().print(more)
