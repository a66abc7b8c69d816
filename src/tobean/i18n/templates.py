"""Texts with placeholders: `{seat} plants {cards} on field {field}.`

A placeholder names a parameter that the event, action or step declares (kernel/notation/parameters.py), and the type of
that parameter determines its formatter: a seat becomes the name of the player, a field is counted from 1, cards become
the object of a sentence. `{card@place}` is a card with its location. After a colon a text may ask for another form, and
a translation for another one than the English text:

    number         {size:cards} 3 cards   {price:thalers} 3 thalers   {run_out:nth} the third time
    addressee      {to} as recipient   {to:asked} as being asked for something
    kind           {card} its name   {card:spoken} as the object of a sentence   {card:printed} its printed text
    cards          {cards} as the object of a sentence   {cards:label} as a list   {cards:printed} text of the first
    any            {card:notation} as in docs/notation.md
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from tobean.i18n.card_names import CardNamer, player
from tobean.kernel.notation import parameters

PLACEHOLDER: Final = re.compile(r"\{(\w+)(?:@(\w+))?(?::(\w+))?\}")
Form = TypeVar("Form")
ValueFormatter = Callable[[Any, Sequence[str]], str]
"""Formats a value; the second argument is the names of the players."""
OwnValues = Mapping[type[parameters.Parameter], Callable[[Any, str, CardNamer], str]]
"""Formatters for parameters that only one game has."""


class UnknownForm(ValueError):
    """A text asks for a form that its parameter does not have."""


class Template:
    """A text whose placeholders have formatters."""

    def __init__(
        self, text: str, values: Mapping[str, parameters.Parameter], card_namer: CardNamer, own: OwnValues
    ) -> None:
        self.first, *rest = PLACEHOLDER.split(text)
        self.placeholders: list[tuple[str, str, ValueFormatter, str]] = []
        """For each placeholder: parameter, parameter of the location, formatter, and the literal text after it."""
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

    def fill(self, value_of: Callable[[str], Any], names: Sequence[str]) -> str:
        """Fill in the text; `value_of` returns the values by parameter name."""
        if not self.placeholders:
            return self.first
        parts = [self.first]
        for name, place, formatter, literal in self.placeholders:
            parts.append(formatter((value_of(name), value_of(place)) if place else value_of(name), names))
            parts.append(literal)
        return "".join(parts)


# --- formatters ----------------------------------------------------------------------------------------------


def formatter_for(card_namer: CardNamer, value: parameters.Parameter, form: str, own: OwnValues) -> ValueFormatter:
    if form == "notation":
        return lambda given, names: value.text(given)
    for kind in type(value).__mro__:
        own_formatter = own.get(kind)
        if own_formatter is not None:
            return lambda given, names: own_formatter(given, form, card_namer)
        formatter = FORMATTERS.get(kind)
        if formatter is not None:
            return formatter(card_namer, form)
    raise AssertionError("every parameter is a Parameter")


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
    return lambda given, names: table if given == parameters.TABLE else player(given, names)


def kind_formatter(card_namer: CardNamer, form: str) -> ValueFormatter:
    formatter = form_named({"": card_namer.label, "spoken": card_namer.spoken, "printed": card_namer.printed}, form)
    return lambda given, names: formatter((given,))


def cards_formatter(card_namer: CardNamer, form: str) -> ValueFormatter:
    formatter = form_named({"": card_namer.spoken, "label": card_namer.label, "printed": card_namer.printed}, form)
    return lambda given, names: formatter(given)


def located_card_formatter(card_namer: CardNamer, value: parameters.Parameter) -> ValueFormatter:
    """Return the formatter for a card, or several, with their locations."""
    if not value.is_list:
        return lambda given, names: card_namer.placed(*given)
    return lambda given, names: card_namer.listed(
        [card_namer.placed(card, place) for card, place in zip(*given, strict=True)]
    )  # fmt: skip


def form_named(forms: dict[str, Form], form: str) -> Form:
    if form not in forms:
        raise UnknownForm(f"unknown form {form!r}; known: {', '.join(filter(None, forms)) or 'none'}")
    return forms[form]


FORMATTERS: Final[dict[type[parameters.Parameter], Callable[[CardNamer, str], ValueFormatter]]] = {
    parameters.Parameter: number_formatter,
    parameters.OfferParameter: number_formatter,
    parameters.CountedParameter: ordinal_formatter,
    parameters.SeatParameter: seat_formatter,
    parameters.AddresseeParameter: addressee_formatter,
    parameters.KindParameter: kind_formatter,
    parameters.CardsParameter: cards_formatter,
}
