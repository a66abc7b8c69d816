"""Texts with blanks: `{seat} plants {cards} on field {field}.`

A blank names a value that the event, action or step declares (kernel/notation/parameters.py), and the kind of that value knows how
to be told: a seat by the name of the player, a field counted from 1, cards as the object of a sentence. `{card@place}`
is a card with where it lies. Behind a colon a text may ask for another form, and a translation for another one than
the English text:

    number         {size:cards} 3 cards   {price:thalers} 3 thalers   {run_out:nth} the third time
    addressee      {to} as receiving something   {to:asked} as being asked for something
    kind           {card} its name   {card:spoken} as the object of a sentence   {card:printed} what it says
    cards          {cards} as the object of a sentence   {cards:label} as a list   {cards:printed} what the first says
    any            {card:notation} as docs/notation.md writes it
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from tobean.i18n.card_names import CardNamer, player
from tobean.kernel.notation.parameters import (
    TABLE,
    AddresseeParameter,
    CardsParameter,
    CountedParameter,
    KindParameter,
    OfferParameter,
    Parameter,
    SeatParameter,
)

BLANK: Final = re.compile(r"\{(\w+)(?:@(\w+))?(?::(\w+))?\}")
Form = TypeVar("Form")
ValueFormatter = Callable[[Any, Sequence[str]], str]
"""Tells a value; the second argument are the names of the players."""
OwnValues = Mapping[type[Parameter], Callable[[Any, str, CardNamer], str]]
"""How the values are told that only a game knows."""


class UnknownForm(ValueError):
    """A text asks for a form that its value does not have."""


class Template:
    """A text whose blanks know how to be filled."""

    def __init__(self, text: str, values: Mapping[str, Parameter], card_namer: CardNamer, own: OwnValues) -> None:
        self.first, *rest = BLANK.split(text)
        self.placeholders: list[tuple[str, str, ValueFormatter, str]] = []
        """What each blank holds and where that lies, how it is told, and what stands behind it."""
        for name, place, form, literal in zip(*[iter(rest)] * 4, strict=True):
            if name not in values:
                raise UnknownForm(f"there is nothing called {name!r} to fill {text!r}")
            value = values[name]
            formatter = (
                located_card_formatter(card_namer, value)
                if place
                else formatter_for(card_namer, value, form or "", own)
            )
            self.placeholders.append((name, place or "", formatter, literal))

    def fill(self, held: Callable[[str], Any], names: Sequence[str]) -> str:
        """The text; `held` gives the values by their names."""
        if not self.placeholders:
            return self.first
        said = [self.first]
        for name, place, formatter, literal in self.placeholders:
            said.append(formatter((held(name), held(place)) if place else held(name), names))
            said.append(literal)
        return "".join(said)


# --- how values are told -------------------------------------------------------------------------------------


def formatter_for(card_namer: CardNamer, value: Parameter, form: str, own: OwnValues) -> ValueFormatter:
    """How this value is told in this form."""
    if form == "notation":
        return lambda given, names: value.text(given)
    for kind in type(value).__mro__:
        tell = own.get(kind)
        if tell is not None:
            return lambda given, names: tell(given, form, card_namer)
        formatter = FORMATTERS.get(kind)
        if formatter is not None:
            return formatter(card_namer, form)
    raise AssertionError("every value is a Value")


def number_formatter(card_namer: CardNamer, form: str) -> ValueFormatter:
    forms: dict[str, Callable[[int], str]] = {
        "": str,
        "cards": card_namer.grammar.unknown,
        "thalers": card_namer.grammar.thalers,
        "nth": card_namer.grammar.nth,
    }
    formatter = form_named(forms, form)
    return lambda given, names: formatter(given)


def ordinal_formatter(card_namer: CardNamer, form: str) -> ValueFormatter:
    form_named({"": ""}, form)
    return lambda given, names: str(given + 1)


def seat_formatter(card_namer: CardNamer, form: str) -> ValueFormatter:
    form_named({"": ""}, form)
    return player


def addressee_formatter(card_namer: CardNamer, form: str) -> ValueFormatter:
    table = form_named({"": card_namer.grammar.TABLE_GIVEN, "asked": card_namer.grammar.TABLE_ASKED}, form)
    return lambda given, names: table if given == TABLE else player(given, names)


def kind_formatter(card_namer: CardNamer, form: str) -> ValueFormatter:
    formatter = form_named({"": card_namer.label, "spoken": card_namer.spoken, "printed": card_namer.printed}, form)
    return lambda given, names: formatter((given,))


def cards_formatter(card_namer: CardNamer, form: str) -> ValueFormatter:
    formatter = form_named({"": card_namer.spoken, "label": card_namer.label, "printed": card_namer.printed}, form)
    return lambda given, names: formatter(given)


def located_card_formatter(card_namer: CardNamer, value: Parameter) -> ValueFormatter:
    """A card with where it lies, or several."""
    if not value.is_list:
        return lambda given, names: card_namer.placed(*given)
    return lambda given, names: card_namer.listed(
        [card_namer.placed(card, place) for card, place in zip(*given, strict=True)]
    )  # fmt: skip


def form_named(forms: dict[str, Form], form: str) -> Form:
    if form not in forms:
        raise UnknownForm(f"there is no form {form!r}; there are: {', '.join(filter(None, forms)) or 'none'}")
    return forms[form]


FORMATTERS: Final[dict[type[Parameter], Callable[[CardNamer, str], ValueFormatter]]] = {
    Parameter: number_formatter,
    OfferParameter: number_formatter,
    CountedParameter: ordinal_formatter,
    SeatParameter: seat_formatter,
    AddresseeParameter: addressee_formatter,
    KindParameter: kind_formatter,
    CardsParameter: cards_formatter,
}
