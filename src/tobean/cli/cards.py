"""`tobean cards`: what is printed on the cards of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.text import Text

from tobean.cli.output import DEFAULT_GAME, FINE, cards_option, grid, json_option, print_json, printer
from tobean.cli.words import language_option, say
from tobean.games import game_named
from tobean.games.cardset import rules_of
from tobean.kernel.cards import NAMES
from tobean.speech.catalogues import SOURCE, native_name
from tobean.speech.speaker import kind_name
from tobean.speech.teller import teller_of

if TYPE_CHECKING:
    from tobean.kernel.rules import Rules


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
      tobean cards GAME --lang de
      tobean cards GAME --cards ours.toml
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
                "german": bean.called[1] or kind_name(bean.kind, "de", rules.name),
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
                "german": kind_name(extra.kind, "de", rules.name),
                "count": extra.count,
                "text": extra.text,
                "provenance": extra.provenance,
            }
            for extra in rules.extras
        ],
    }


def print_cards(rules: Rules, lang: str) -> None:
    teller, translator = teller_of(rules, lang), teller_of(rules, "de" if lang == SOURCE else SOURCE)
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
        source, text = teller.provenance(bean), teller.printed((bean.kind,))
        told = f"{source}\n{text}" if text else source
        shown = (teller.kinds[bean.kind], translator.kinds[bean.kind], str(bean.count), *needed, told)
        table.add_row(*[Text(cell) for cell in shown])
    printer().print(table)
    if rules.extras:
        more = grid("", (own, other, count, provenance), words=2, wrapped=provenance)
        for extra in rules.extras:
            source, text = teller.provenance(extra), teller.printed((extra.kind,))
            told = f"{source}; {text}" if text else source
            row = (teller.kinds[extra.kind], translator.kinds[extra.kind], str(extra.count), told)
            more.add_row(*[Text(cell) for cell in row])
        printer().print(more)
