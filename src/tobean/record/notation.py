"""Parsers for actions and cards (docs/notation.md). Formatting is `repr`."""

from tobean.kernel.actions import parse_action
from tobean.kernel.base.seats import parse_seat
from tobean.kernel.notation.card_parser import parse_cards, parse_faces, parse_kinds

__all__ = ["parse_action", "parse_cards", "parse_faces", "parse_kinds", "parse_seat"]
