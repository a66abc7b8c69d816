"""Syntax of actions: templates from which formatting, parsing and the parts for clients are derived.

    SYNTAX = (ActionSyntax("harvest {field}"), ActionSyntax("harvest {field}: discard {discards}"))

A placeholder names a parameter of the action. `{card@place}` is a card with its place; `{target:other}` says that
clients know this part as `other`. A parameter that a template does not name has the value fixed by the template, or its
default. An action is formatted by the first template that expresses all of it, and parsed by any of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from tobean.kernel.notation.card_locations import (
    in_usual_order,
    parse_placed_card,
    parse_placed_cards,
    placed_card_text,
    placed_cards_text,
)
from tobean.kernel.notation.parameters import CARD_AND_PLACE_PATTERN, GameCards, Parameter

PLACEHOLDER: Final = re.compile(r"\{(\w+)(?:@(\w+))?(?::(\w+))?\}")
WHOLE_PLACEHOLDER: Final = re.compile(r"\{[^}]*\}")


class Placeholder(NamedTuple):
    """A placeholder of a template: a parameter, optionally the parameter of its place, and the key for clients."""

    name: str
    place: str
    key: str


class ActionSyntax:
    """One way to write an action, after its seat."""

    def __init__(self, text: str, **fixed: Any) -> None:
        self.text = text
        self.fixed = fixed
        """Values that all actions written this way have in common."""
        self.verb = text.split()[0]
        """The first word, by which `parse_action` finds it."""
        self.placeholders = [Placeholder(name, place, key or name) for name, place, key in PLACEHOLDER.findall(text)]
        self.literals = WHOLE_PLACEHOLDER.split(text)
        """The text before, between and after the placeholders."""
        self.named = {
            name for placeholder in self.placeholders for name in (placeholder.name, placeholder.place) if name
        }
        self._pattern: re.Pattern[str] | None = None

    def is_for(self, rules: GameCards) -> bool:
        """Whether the action can be written this way in this game."""
        return True

    def pattern(self, parameters: tuple[Parameter, ...]) -> re.Pattern[str]:
        """Return the regular expression for this syntax; white space is flexible."""
        if self._pattern is None:
            pattern = spaced(self.literals[0])
            for placeholder, literal in zip(self.placeholders, self.literals[1:], strict=True):
                parameter = parameter_named(placeholder.name, parameters)
                is_placed_card = placeholder.place and not parameter.is_list
                pattern += f"({CARD_AND_PLACE_PATTERN if is_placed_card else parameter.pattern})" + spaced(literal)
            self._pattern = re.compile(pattern)
        return self._pattern

    # --- formatting ----------------------------------------------------------------------------------------

    def expresses(self, action: object, parameters: tuple[Parameter, ...]) -> bool:
        for parameter in parameters:
            if parameter.name in self.named:
                continue
            value = getattr(action, parameter.name)
            if value != self.fixed.get(parameter.name, parameter.default):
                return False
        return True

    def format_action(self, action: object, parameters: tuple[Parameter, ...]) -> str:
        text = self.literals[0]
        for placeholder, literal in zip(self.placeholders, self.literals[1:], strict=True):
            text += self.placeholder_text(action, placeholder, parameters) + literal
        return text

    def placeholder_text(self, action: object, placeholder: Placeholder, parameters: tuple[Parameter, ...]) -> str:
        value = getattr(action, placeholder.name)
        if not placeholder.place:
            return parameter_named(placeholder.name, parameters).text(value)
        place = getattr(action, placeholder.place)
        return placed_cards_text(value, place) if isinstance(value, tuple) else placed_card_text(value, place)

    def parts(self, action: object) -> dict[str, Any]:
        """Return the parts of the action that are named or fixed here, for clients."""
        parts: dict[str, Any] = dict(self.fixed)
        for placeholder in self.placeholders:
            parts[placeholder.key] = getattr(action, placeholder.name)
            if placeholder.place:
                parts[placeholder.place] = getattr(action, placeholder.place)
        return parts

    # --- parsing -------------------------------------------------------------------------------------------

    def read(self, text: str, parameters: tuple[Parameter, ...], names: Sequence[str]) -> dict[str, Any] | None:
        """Parse a text into values by parameter; None if it does not match this syntax. Raises `BadNotation`."""
        match = self.pattern(parameters).fullmatch(text)
        if match is None:
            return None
        values: dict[str, Any] = {parameter.name: parameter.default for parameter in parameters}
        values.update(self.fixed)
        for placeholder, part in zip(self.placeholders, match.groups(), strict=True):
            parameter = parameter_named(placeholder.name, parameters)
            if not placeholder.place:
                values[placeholder.name] = parameter.read(part, names)
            elif parameter.is_list:
                cards, places = parse_placed_cards(part)
                if parameter.any_order:
                    cards, places = in_usual_order(cards, places)
                values[placeholder.name], values[placeholder.place] = cards, places
            else:
                values[placeholder.name], values[placeholder.place] = parse_placed_card(part)
        return values


def spaced(text: str) -> str:
    """Return a pattern for this text with flexible white space."""
    return r"\s+".join(re.escape(part) for part in re.split(r"\s+", text))


def parameter_named(name: str, parameters: tuple[Parameter, ...]) -> Parameter:
    for parameter in parameters:
        if parameter.name == name:
            return parameter
    raise LookupError(name)
