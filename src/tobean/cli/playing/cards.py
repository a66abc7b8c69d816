"""`tobean cards`: the cards of a game with their numbers and full texts."""

from collections import Counter
from collections.abc import Sequence

import click
from rich.padding import Padding
from rich.text import Text

from tobean.cli.language import joined, language_option, say, say_plural
from tobean.cli.output import DEFAULT_GAME, EXIT_OK, cards_option, grid, json_option, print_json, printer
from tobean.games import game_named
from tobean.games.card_set import rules_with_card_set
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import SOURCE, native_name
from tobean.i18n.game_messages import Explanation
from tobean.i18n.narrator import narrator_of
from tobean.kernel.cards import KIND_NAMES, KIND_OF, Bean, Extra
from tobean.kernel.rules import Rules
from tobean.session.page.card_list import CardSection, ListedCard, card_sections
from tobean.session.page.catalogue import kind_name


@click.command(short_help="Show a game's cards, beanometers and texts.")
@click.argument("game", default=DEFAULT_GAME)
@language_option("Language of headings and texts, and of the first column of names.")
@cards_option
@json_option
def cards(game: str, lang: str, card_file: str | None, as_json: bool) -> int:
    """Show the cards of GAME: names, numbers, beanometers, the effect of each special card, and the sources.

    A beanometer lists the cards of a kind that a harvest needs for 1, 2, 3 and 4 thalers (rule K6).
    The number after a text is its rule; `tobean rules GAME R17` prints it.

    \b
    Examples:
      tobean cards
      tobean cards GAME --lang de
      tobean cards GAME --cards ours.toml
      tobean cards --json | jq '.cards[].names.en'

    Exit codes: 0 fine, 2 there is no such game.
    """
    rules = rules_with_card_set(game_named(game), card_file)
    if as_json:
        print_json(cards_data(rules, lang))
    else:
        print_cards(rules, lang)
    return EXIT_OK


def cards_data(rules: Rules, lang: str) -> dict[str, object]:
    """Return the cards as JSON. Only `about`, our own text about a card, depends on the language."""
    narrator = narrator_of(rules, lang)
    all_cards: tuple[Bean | Extra, ...] = (*rules.beans, *rules.extras)
    abouts = {card.kind: narrator.about(card) for card in all_cards}
    figures = [(figure, narrator.translate_explanation(figure.about)) for figure in narrator.messages.figures.values()]
    return {
        "game": rules.name,
        "title": rules.title,
        "edition": rules.edition,
        "total": sum(bean.count for bean in rules.beans),
        "cards": [
            {
                **names_data(bean, rules),
                "count": bean.count,
                "beanometer": [needed or None for needed in bean.steps],
                "text": bean.text,
                "about": abouts[bean.kind].text,
                "rule": abouts[bean.kind].rule,
                "provenance": bean.provenance,
            }
            for bean in rules.beans
        ],
        "other_cards": [
            {
                **names_data(extra, rules),
                "count": extra.count,
                "text": extra.text,
                "about": abouts[extra.kind].text,
                "rule": abouts[extra.kind].rule,
                "provenance": extra.provenance,
            }
            for extra in rules.extras
        ]
        + [
            {
                "names": dict.fromkeys(LANGUAGES, figure.name),
                "name": figure.name,
                "count": 1,
                "text": "",
                "about": about.text,
                "rule": about.rule,
                "provenance": figure.provenance,
            }
            for figure, about in figures
            if narrator.applies(about.rule)
        ],
    }


def names_data(card: Bean | Extra, rules: Rules) -> dict[str, object]:
    """Return the name of a card in the notation and its names in all languages."""
    names = {language: narrator_of(rules, language).kinds[card.kind] for language in LANGUAGES}
    custom_name = card.custom_name(SOURCE) if isinstance(card, Bean) else ""
    return {"name": custom_name or KIND_NAMES[card.kind], "names": names}


def print_cards(rules: Rules, lang: str) -> None:
    """Print all cards with their names in `lang` and in English, the language of the notation."""
    languages = list(dict.fromkeys((lang, SOURCE)))
    translations = [card_sections(rules, language) for language in languages]
    beans, *others = zip(*translations, strict=True)
    print_beans(rules, beans, languages)
    for section in others:
        print_section(section)


def print_beans(rules: Rules, translations: Sequence[CardSection], languages: Sequence[str]) -> None:
    """Print the table of beans, those of other sections as one row for each kind they are requested as.

    The first translation is in the user's language.
    """
    beans = translations[0]
    steps = max(len(bean.steps) for bean in beans.cards)
    count, provenance, everything = say("Cards"), say("How we know"), say("all", context="sum")
    columns = (
        *[native_name(language) for language in languages],
        count,
        *[str(thalers) for thalers in range(1, steps + 1)],
        provenance,
    )
    table = grid(f"{rules.title} ({rules.edition})", columns, words=len(languages), wrapped=provenance)
    table.caption = Text(say("1 to {most}: cards needed for that many thalers (K6)", most=steps))
    table.caption_justify = "left"
    table.show_footer = True
    table.columns[0].footer = everything
    table.columns[len(languages)].footer = str(sum(bean.count for bean in rules.beans))
    for bean, *translated in zip(*[translation.cards for translation in translations], strict=True):
        needed = [str(number) if number else "\N{EN DASH}" for number in bean.steps]
        needed += ["\N{EN DASH}"] * (steps - len(needed))
        shown = (
            bean.name,
            *[translation.name for translation in translated],
            str(bean.count),
            *needed,
            bean.provenance,
        )
        table.add_row(*[Text(cell) for cell in shown])
    for kind, cards_of_kind in requested_kinds(rules).items():
        names = [kind_name(kind, rules, language) for language in languages]
        shown = (*names, str(cards_of_kind), *["\N{EN DASH}"] * steps, say("see below"))
        table.add_row(*[Text(cell) for cell in shown])
    printer().print(table)
    worded = [bean for bean in beans.cards if full_text(bean)]
    if worded:
        print_heading(beans)
    for bean in worded:
        print_text(bean.name, full_text(bean))


def requested_kinds(rules: Rules) -> Counter[int]:
    """Count the beans that are requested as another kind than their own, by that kind."""
    counts: Counter[int] = Counter()
    for bean in rules.beans:
        if KIND_OF[bean.kind] != bean.kind:
            counts[KIND_OF[bean.kind]] += bean.count
    return counts


def print_section(translations: Sequence[CardSection]) -> None:
    """Print cards as a list and not as a table, because prose needs the width of the terminal."""
    print_heading(translations[0])
    for card, *translated in zip(*[translation.cards for translation in translations], strict=True):
        name = " / ".join(dict.fromkeys([card.name, *[translation.name for translation in translated]]))
        count = say_plural("{count} card", "{count} cards", card.count, count=card.count)
        print_text(f"{name} ({joined(count, card.provenance)})", full_text(card))


def print_heading(section: CardSection) -> None:
    console = printer()
    console.print()
    console.print(Text(section.heading, style="bold"))
    if section.about.text:
        console.print(Text(text_with_rule(section.about)))


def print_text(heading: str, text: str) -> None:
    console = printer()
    console.print()
    console.print(Text(heading, style="bold"))
    if text:
        console.print(Padding(Text(text), (0, 0, 0, 2)))


def text_with_rule(about: Explanation) -> str:
    """Return a text with the number of its rule."""
    return f"{about.text} ({about.rule})" if about.text else ""


def full_text(card: ListedCard) -> str:
    """Return the text on the card itself, followed by our own."""
    return "\n".join(filter(None, [card.printed, text_with_rule(card.about)]))
