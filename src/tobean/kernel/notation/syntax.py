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

from tobean.kernel.notation.card_locations import (
    in_usual_order,
    parse_placed_card,
    parse_placed_cards,
    placed_card_text,
    placed_cards_text,
)
from tobean.kernel.notation.parameters import CARD_AND_PLACE, Parameter

if TYPE_CHECKING:
    from tobean.kernel.actions import Action

PLACEHOLDER: Final = re.compile(r"\{(\w+)(?:@(\w+))?(?::(\w+))?\}")
WHOLE_PLACEHOLDER: Final = re.compile(r"\{[^}]*\}")


class Placeholder(NamedTuple):
    """A blank of a form: a value, perhaps the place that goes with it, and what clients call it."""

    name: str
    place: str
    key: str


class ActionSyntax:
    """One way to write an action, after its seat."""

    def __init__(self, text: str, **fixed: Any) -> None:
        self.text = text
        self.fixed = fixed
        """Values of all actions that are written so."""
        self.verb = text.split()[0]
        """The word by which it is found."""
        self.placeholders = [Placeholder(name, place, key or name) for name, place, key in PLACEHOLDER.findall(text)]
        self.literals = WHOLE_PLACEHOLDER.split(text)
        """What stands before, between and behind the blanks."""
        self.named = {
            name for placeholder in self.placeholders for name in (placeholder.name, placeholder.place) if name
        }
        self._pattern: re.Pattern[str] | None = None

    def pattern(self, values: tuple[Parameter, ...]) -> re.Pattern[str]:
        """What a text in this form looks like; any white space does."""
        if self._pattern is None:
            looks = spaced(self.literals[0])
            for placeholder, literal in zip(self.placeholders, self.literals[1:], strict=True):
                value = parameter_named(placeholder.name, values)
                looks += f"({CARD_AND_PLACE if placeholder.place and not value.is_list else value.pattern})" + spaced(
                    literal
                )
            self._pattern = re.compile(looks)
        return self._pattern

    # --- writing -------------------------------------------------------------------------------------------

    def expresses(self, action: Action) -> bool:
        """Does this form say all about the action?"""
        for value in action.PARAMETERS:
            if value.name in self.named:
                continue
            given = getattr(action, value.name)
            if given != self.fixed.get(value.name, value.default):
                return False
        return True

    def format_action(self, action: Action) -> str:
        """The action in this form."""
        text = self.literals[0]
        for placeholder, literal in zip(self.placeholders, self.literals[1:], strict=True):
            text += self.placeholder_text(action, placeholder) + literal
        return text

    def placeholder_text(self, action: Action, placeholder: Placeholder) -> str:
        given = getattr(action, placeholder.name)
        if not placeholder.place:
            return parameter_named(placeholder.name, action.PARAMETERS).text(given)
        place = getattr(action, placeholder.place)
        return placed_cards_text(given, place) if isinstance(given, tuple) else placed_card_text(given, place)

    def parts(self, action: Action) -> dict[str, Any]:
        """What a client needs to know of the action: what is named or fixed here."""
        found: dict[str, Any] = dict(self.fixed)
        for placeholder in self.placeholders:
            found[placeholder.key] = getattr(action, placeholder.name)
            if placeholder.place:
                found[placeholder.place] = getattr(action, placeholder.place)
        return found

    # --- reading -------------------------------------------------------------------------------------------

    def read(self, text: str, values: tuple[Parameter, ...], names: Sequence[str]) -> dict[str, Any] | None:
        """The values that a text in this form holds; None: it is not in this form. Raises `BadNotation`."""
        found = self.pattern(values).fullmatch(text)
        if found is None:
            return None
        held: dict[str, Any] = {value.name: value.default for value in values}
        held.update(self.fixed)
        for placeholder, part in zip(self.placeholders, found.groups(), strict=True):
            value = parameter_named(placeholder.name, values)
            if not placeholder.place:
                held[placeholder.name] = value.read(part, names)
            elif value.is_list:
                cards, places = parse_placed_cards(part)
                if value.any_order:
                    cards, places = in_usual_order(cards, places)
                held[placeholder.name], held[placeholder.place] = cards, places
            else:
                held[placeholder.name], held[placeholder.place] = parse_placed_card(part)
        return held


def spaced(text: str) -> str:
    """A pattern for this text in which any white space does."""
    return r"\s+".join(re.escape(part) for part in re.split(r"\s+", text))


def parameter_named(name: str, values: tuple[Parameter, ...]) -> Parameter:
    for value in values:
        if value.name == name:
            return value
    raise LookupError(name)
