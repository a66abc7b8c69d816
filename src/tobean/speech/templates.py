"""Texts with blanks: `{seat} plants {cards} on field {field}.`

A blank names a value that the event, action or step declares (kernel/values.py), and the kind of that value knows how
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

from tobean.kernel.values import (
    TABLE,
    AddresseeValue,
    CardsValue,
    CountedValue,
    KindValue,
    OfferValue,
    SeatValue,
    Value,
)
from tobean.speech.speaker import Speaker, player

BLANK: Final = re.compile(r"\{(\w+)(?:@(\w+))?(?::(\w+))?\}")
Form = TypeVar("Form")
Told = Callable[[Any, Sequence[str]], str]
"""Tells a value; the second argument are the names of the players."""
OwnValues = Mapping[type[Value], Callable[[Any, str, Speaker], str]]
"""How the values are told that only a game knows."""


class UnknownForm(ValueError):
    """A text asks for a form that its value does not have."""


class Template:
    """A text whose blanks know how to be filled."""

    def __init__(self, text: str, values: Mapping[str, Value], speaker: Speaker, own: OwnValues) -> None:
        self.first, *rest = BLANK.split(text)
        self.blanks: list[tuple[str, str, Told, str]] = []
        """What each blank holds and where that lies, how it is told, and what stands behind it."""
        for name, place, form, literal in zip(*[iter(rest)] * 4, strict=True):
            if name not in values:
                raise UnknownForm(f"there is nothing called {name!r} to fill {text!r}")
            value = values[name]
            told = told_placed(speaker, value) if place else how_told(speaker, value, form or "", own)
            self.blanks.append((name, place or "", told, literal))

    def filled(self, held: Callable[[str], Any], names: Sequence[str]) -> str:
        """The text; `held` gives the values by their names."""
        if not self.blanks:
            return self.first
        said = [self.first]
        for name, place, told, literal in self.blanks:
            said.append(told((held(name), held(place)) if place else held(name), names))
            said.append(literal)
        return "".join(said)


# --- how values are told -------------------------------------------------------------------------------------


def how_told(speaker: Speaker, value: Value, form: str, own: OwnValues) -> Told:
    """How this value is told in this form."""
    if form == "notation":
        return lambda given, names: value.text(given)
    for kind in type(value).__mro__:
        tell = own.get(kind)
        if tell is not None:
            return lambda given, names: tell(given, form, speaker)
        told = TOLD.get(kind)
        if told is not None:
            return told(speaker, form)
    raise AssertionError("every value is a Value")


def told_number(speaker: Speaker, form: str) -> Told:
    forms: dict[str, Callable[[int], str]] = {
        "": str,
        "cards": speaker.grammar.unknown,
        "thalers": speaker.grammar.thalers,
        "nth": speaker.grammar.nth,
    }
    told = chosen(forms, form)
    return lambda given, names: told(given)


def told_counted(speaker: Speaker, form: str) -> Told:
    chosen({"": ""}, form)
    return lambda given, names: str(given + 1)


def told_seat(speaker: Speaker, form: str) -> Told:
    chosen({"": ""}, form)
    return player


def told_addressee(speaker: Speaker, form: str) -> Told:
    table = chosen({"": speaker.grammar.TABLE_GIVEN, "asked": speaker.grammar.TABLE_ASKED}, form)
    return lambda given, names: table if given == TABLE else player(given, names)


def told_kind(speaker: Speaker, form: str) -> Told:
    told = chosen({"": speaker.label, "spoken": speaker.spoken, "printed": speaker.printed}, form)
    return lambda given, names: told((given,))


def told_cards(speaker: Speaker, form: str) -> Told:
    told = chosen({"": speaker.spoken, "label": speaker.label, "printed": speaker.printed}, form)
    return lambda given, names: told(given)


def told_placed(speaker: Speaker, value: Value) -> Told:
    """A card with where it lies, or several."""
    if not value.is_list:
        return lambda given, names: speaker.placed(*given)
    return lambda given, names: speaker.listed(
        [speaker.placed(card, place) for card, place in zip(*given, strict=True)]
    )  # fmt: skip


def chosen(forms: dict[str, Form], form: str) -> Form:
    if form not in forms:
        raise UnknownForm(f"there is no form {form!r}; there are: {', '.join(filter(None, forms)) or 'none'}")
    return forms[form]


TOLD: Final[dict[type[Value], Callable[[Speaker, str], Told]]] = {
    Value: told_number,
    OfferValue: told_number,
    CountedValue: told_counted,
    SeatValue: told_seat,
    AddresseeValue: told_addressee,
    KindValue: told_kind,
    CardsValue: told_cards,
}
