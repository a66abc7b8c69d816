"""All cards of a game by sort, with their full texts: the content of the cards page and of `tobean cards`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.kernel.cards import Bean
from tobean.play.wire.catalogue import BEANS, EXTRAS, full_name, grouped_cards, key_of
from tobean.speech.catalogues import N_
from tobean.speech.teller import teller_of
from tobean.speech.words import About

if TYPE_CHECKING:
    from tobean.kernel.cards import Extra
    from tobean.kernel.rules import Rules
    from tobean.play.wire.page import CardGroup
    from tobean.speech.teller import Teller
    from tobean.speech.words import Figure

HEADINGS: Final = N_({BEANS.of: "Beans", EXTRAS.of: "Other cards"})
NOTHING: Final = About("", "")


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
    about: About
    """Full text in the words of the game, without what is printed; empty for a bean that only has a beanometer."""
    provenance: str


@dataclass(frozen=True)
class CardSection:
    """The cards of one sort, with a heading and an introduction."""

    heading: str
    about: About
    cards: tuple[ListedCard, ...]


def card_sections(rules: Rules, language: str) -> list[CardSection]:
    """The cards that are in the game, beans first."""
    teller = teller_of(rules, language)
    listed = [listed_card(card, group, teller) for group, card in grouped_cards(rules) if card.count]
    figures = teller.words.figures.items()
    listed += [listed_figure(key, figure, teller) for key, figure in figures if teller.holds(figure.about.rule)]
    return [
        CardSection(
            teller.text(teller.words.headings.get(sort) or HEADINGS.get(sort) or HEADINGS[EXTRAS.of]),
            introduction(sort, teller),
            tuple(card for card in listed if card.sort == sort),
        )
        for sort in dict.fromkeys(card.sort for card in listed)
    ]


def introduction(sort: str, teller: Teller) -> About:
    """What holds for all cards of a sort; the words of the game below may introduce a sort that this game lacks."""
    found = teller.words.things.get(sort, NOTHING)
    return teller.explained(found) if teller.holds(found.rule) else NOTHING


def listed_card(card: Bean | Extra, group: CardGroup, teller: Teller) -> ListedCard:
    return ListedCard(
        sort=group.of,
        key=key_of(card.kind),
        name=full_name(card, group, teller),
        count=card.count,
        steps=card.steps if isinstance(card, Bean) else (),
        beanometer=teller.beanometer(card) if isinstance(card, Bean) else "",
        printed=teller.printed((card.kind,)),
        about=teller.about(card) if card.kind in teller.words.cards else NOTHING,
        provenance=teller.provenance(card),
    )


def listed_figure(key: str, figure: Figure, teller: Teller) -> ListedCard:
    return ListedCard(
        sort=figure.of,
        key=key.removeprefix(f"{figure.of}-"),
        name=figure.name,
        count=1,
        steps=(),
        beanometer="",
        printed="",
        about=teller.explained(figure.about),
        provenance=teller.provenance(figure),
    )
