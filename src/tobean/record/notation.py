"""Parsers for actions and cards (docs/notation.md). Formatting is `repr`."""

from tobean.kernel.actions import parse_action
from tobean.kernel.base.seats import parse_seat
from tobean.kernel.notation.card_parser import parse_cards, parse_kinds, parse_known_cards

__all__ = ["parse_action", "parse_cards", "parse_kinds", "parse_known_cards", "parse_seat"]
