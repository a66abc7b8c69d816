"""All cards of a game by sort, with their full texts: the content of the cards page and of `tobean cards`."""

from dataclasses import dataclass
from typing import Final

from tobean.i18n.catalogues import N_
from tobean.i18n.game_messages import Explanation, Figure
from tobean.i18n.narrator import Narrator, narrator_of
from tobean.kernel.cards import Bean, Extra
from tobean.kernel.rules import Rules
from tobean.session.page.catalogue import BEANS, EXTRAS, full_name, grouped_cards, key_of
from tobean.session.page.page_plugin import CardGroup

HEADINGS: Final = N_({BEANS.of: "Beans", EXTRAS.of: "Other cards"})
NOTHING: Final = Explanation("", "")


@dataclass(frozen=True)
class ListedCard:
    """A card with everything a player reads about it."""

    sort: str
    key: str
    """Identifies its picture within the sort."""
    name: str
    count: int
    steps: tuple[int, ...]
    beanometer: str
    """The steps as a sentence."""
    printed: str
    """Text on the card itself; empty for most."""
    about: Explanation
    """Full text in the words of the game, without what is printed; empty for a bean that only has a beanometer."""
    provenance: str


@dataclass(frozen=True)
class CardSection:
    """The cards of one sort, with a heading and an introduction."""

    heading: str
    about: Explanation
    cards: tuple[ListedCard, ...]


def card_sections(rules: Rules, language: str) -> list[CardSection]:
    """List the cards of a game by sort, beans first."""
    narrator = narrator_of(rules, language)
    listed = [listed_card(card, group, narrator) for group, card in grouped_cards(rules) if card.count]
    figures = narrator.messages.figures.items()
    listed += [listed_figure(key, figure, narrator) for key, figure in figures if narrator.applies(figure.about.rule)]
    return [
        CardSection(
            narrator.text(narrator.messages.headings.get(sort) or HEADINGS.get(sort) or HEADINGS[EXTRAS.of]),
            introduction(sort, narrator),
            tuple(card for card in listed if card.sort == sort),
        )
        for sort in dict.fromkeys(card.sort for card in listed)
    ]


def introduction(sort: str, narrator: Narrator) -> Explanation:
    """Return the text about all cards of a sort.

    Messages inherited from a parent game may describe a sort that this game lacks; it has no text then.
    """
    found = narrator.messages.things.get(sort, NOTHING)
    return narrator.translate_explanation(found) if narrator.applies(found.rule) else NOTHING


def listed_card(card: Bean | Extra, group: CardGroup, narrator: Narrator) -> ListedCard:
    return ListedCard(
        sort=group.of,
        key=key_of(card.kind),
        name=full_name(card, group, narrator),
        count=card.count,
        steps=card.steps if isinstance(card, Bean) else (),
        beanometer=narrator.beanometer(card) if isinstance(card, Bean) else "",
        printed=narrator.printed((card.kind,)),
        about=narrator.about(card) if card.kind in narrator.messages.cards else NOTHING,
        provenance=narrator.provenance(card),
    )


def listed_figure(key: str, figure: Figure, narrator: Narrator) -> ListedCard:
    return ListedCard(
        sort=figure.of,
        key=key.removeprefix(f"{figure.of}-"),
        name=figure.name,
        count=1,
        steps=(),
        beanometer="",
        printed="",
        about=narrator.translate_explanation(figure.about),
        provenance=narrator.provenance(figure),
    )
