"""How an action is written: forms with blanks, from which its notation, its reading and its parts for clients follow.

    FORMS = (Form("harvest {field}"), Form("harvest {field}: discard {discards}"))

A blank names a value of the action. `{card@place}` is a card with where it lies; `{target:other}` says that clients
know this part as `other`. What a form does not name has the value fixed in the form, or its usual one. An action is
written in the first form that says all there is to say, and read in any of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tobean.kernel.places import ordered, parse_place, parse_stake, place_text, stake_text
from tobean.kernel.values import PLACED, Value

if TYPE_CHECKING:
    from tobean.kernel.actions import Action

BLANK: Final = re.compile(r"\{(\w+)(?:@(\w+))?(?::(\w+))?\}")
BLANK_AS_A_WHOLE: Final = re.compile(r"\{[^}]*\}")


class Blank(NamedTuple):
    """A blank of a form: a value, perhaps the place that goes with it, and what clients call it."""

    name: str
    place: str
    key: str


class Form:
    """One way to write an action, after its seat."""

    def __init__(self, text: str, **fixed: Any) -> None:
        self.text = text
        self.fixed = fixed
        """Values of all actions that are written so."""
        self.verb = text.split()[0]
        """The word by which it is found."""
        self.blanks = [Blank(name, place, key or name) for name, place, key in BLANK.findall(text)]
        self.literals = BLANK_AS_A_WHOLE.split(text)
        """What stands before, between and behind the blanks."""
        self.named = {name for blank in self.blanks for name in (blank.name, blank.place) if name}
        self._pattern: re.Pattern[str] | None = None

    def pattern(self, values: tuple[Value, ...]) -> re.Pattern[str]:
        """What a text in this form looks like; any white space does."""
        if self._pattern is None:
            looks = spaced(self.literals[0])
            for blank, literal in zip(self.blanks, self.literals[1:], strict=True):
                value = value_named(blank.name, values)
                looks += f"({PLACED if blank.place and not value.is_list else value.pattern})" + spaced(literal)
            self._pattern = re.compile(looks)
        return self._pattern

    # --- writing -------------------------------------------------------------------------------------------

    def says(self, action: Action) -> bool:
        """Does this form say all about the action?"""
        for value in action.VALUES:
            if value.name in self.named:
                continue
            given = getattr(action, value.name)
            if given != self.fixed.get(value.name, value.usual):
                return False
        return True

    def written(self, action: Action) -> str:
        """The action in this form."""
        text = self.literals[0]
        for blank, literal in zip(self.blanks, self.literals[1:], strict=True):
            text += self.blank_text(action, blank) + literal
        return text

    def blank_text(self, action: Action, blank: Blank) -> str:
        given = getattr(action, blank.name)
        if not blank.place:
            return value_named(blank.name, action.VALUES).text(given)
        place = getattr(action, blank.place)
        return stake_text(given, place) if isinstance(given, tuple) else place_text(given, place)

    def parts(self, action: Action) -> dict[str, Any]:
        """What a client needs to know of the action: what is named or fixed here."""
        found: dict[str, Any] = dict(self.fixed)
        for blank in self.blanks:
            found[blank.key] = getattr(action, blank.name)
            if blank.place:
                found[blank.place] = getattr(action, blank.place)
        return found

    # --- reading -------------------------------------------------------------------------------------------

    def read(self, text: str, values: tuple[Value, ...], names: Sequence[str]) -> dict[str, Any] | None:
        """The values that a text in this form holds; None: it is not in this form. Raises `BadNotation`."""
        found = self.pattern(values).fullmatch(text)
        if found is None:
            return None
        held: dict[str, Any] = {value.name: value.usual for value in values}
        held.update(self.fixed)
        for blank, part in zip(self.blanks, found.groups(), strict=True):
            value = value_named(blank.name, values)
            if not blank.place:
                held[blank.name] = value.read(part, names)
            elif value.is_list:
                cards, places = parse_stake(part)
                if value.any_order:
                    cards, places = ordered(cards, places)
                held[blank.name], held[blank.place] = cards, places
            else:
                held[blank.name], held[blank.place] = parse_place(part)
        return held


def spaced(text: str) -> str:
    """A pattern for this text in which any white space does."""
    return r"\s+".join(re.escape(part) for part in re.split(r"\s+", text))


def value_named(name: str, values: tuple[Value, ...]) -> Value:
    for value in values:
        if value.name == name:
            return value
    raise LookupError(name)
