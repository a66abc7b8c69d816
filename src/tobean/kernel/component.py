"""The part of a table that only one game has: other cards, a scripted player, a pile of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from tobean.kernel.base.value_object import ValueObject
from tobean.kernel.errors import BadTable

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.rules import Rules
    from tobean.kernel.state.component_layout import LaidOutCards
    from tobean.kernel.table import Table

Options = dict[str, int | bool | None]
"""The options of a table by their names (`Rules.options`)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Component(ValueObject):
    """The part of a table that belongs to one game. Its entries are part of table texts, snapshots and observations.

    A subclass names its attributes in `ATTRIBUTES` and takes them as arguments in that order.
    """

    def copy(self) -> Component:
        raise NotImplementedError

    def entries(self) -> dict[str, str]:
        """Return the complete state as named texts."""
        return {}

    def read(self, entries: dict[str, str]) -> None:
        """Take the component's own entries out of `entries` and adopt the state they describe. Raises `BadInput`."""

    def check(self, table: Table) -> None:
        """Raise `BadTable` if the table, with this component, could not occur in a game."""

    def fill_missing(self, rules: Rules, hands: list[list[int]], given_entries: dict[str, str]) -> None:
        """Complete a partial table: fill in the entries other than `given_entries`, and the hands."""

    def implied_piles(self, given_entries: Mapping[str, str], run_outs: str) -> dict[str, str]:
        """Return the piles that the entries of a partial table imply if it does not give them, such as `4 any`."""
        return {}

    def card_layout(self, options: Options) -> list[LaidOutCards]:
        """Return the component's cards as laid out with these options; for the view of a seat, call `seen_by` first."""
        return []

    def piles(self) -> tuple[str, ...]:
        """Return the keys of the entries that contain bean cards."""
        return ()

    def unordered_piles(self) -> tuple[str, ...]:
        """Return the keys of the piles whose order has no meaning for players."""
        return ()

    def cards(self) -> list[int]:
        """Return all bean cards in the component."""
        return []

    def seen_by(self, seat: int) -> Component:
        """Return a copy as this seat sees it (I1)."""
        return self.copy()

    def visible_thalers(self, owner: int, thalers: tuple[int, ...]) -> tuple[int, ...]:
        """Return a thaler pile as everyone sees it: complete, unless cards left it face down (I2)."""
        return thalers

    def hidden_from(self, table: Table, seat: int) -> list[tuple[int, int]]:
        """Return the bean cards in front of players that this seat has not seen, each with the number of a draw pile.

        It is the pile from which the card came, or one from whose cards it cannot be distinguished. The cards are
        counted in the urn of that pile, and `determinize` takes other cards out of the urn for them.
        """
        return []

    def determinize(self, table: Table, seat: int, urns: list[list[int]], chance: Chance) -> None:
        """Fill in at random what this seat does not see; may take cards out of the urns."""

    def features(self, seat: int) -> list[int]:
        """Return the content of `seen_by(seat)` as small numbers for machine learning.

        Their number is constant, and the other seats are numbered from this one.
        """
        return []

    def visible_features(self, seat: int) -> list[int]:
        """`features` of what this seat sees. A component without secrets overrides it, which saves the copy."""
        return self.seen_by(seat).features(seat)

    def feature_names(self, players: int) -> list[str]:
        """Return the names of `features`."""
        return []

    def extra_turned_cards(self) -> int:
        """Return the number of cards that may be turned over now beyond those of the turn itself."""
        return 0

    def other_cards_in(self, key: str) -> list[str] | None:
        """Return the cards of an entry that are not beans, one by one; None for other entries."""
        return None

    def on_card_left_hand(self, seat: int, position: int, card: int) -> None:
        """Called when a card has visibly left a hand."""

    def excluded_kinds(self) -> list[tuple[int, int, int]]:
        """Return triples of seat, kind and reach: no card of the kind is among the first `reach` cards of the hand.

        All players know this. `count_violations` counts the cards that are there nevertheless; this list makes it
        faster to find hands without them.
        """
        return []

    def count_violations(self, table: Table) -> int:
        """Return how far the hands are from the public knowledge beyond proven facts; 0 if all of it holds."""
        return 0


def pop_entry(entries: dict[str, str], key: str) -> str:
    """Take an entry out of `entries`, for `Component.read`; raises `BadTable` if it is missing."""
    if key not in entries:
        raise BadTable("the entry {key!r} is missing", key=key)
    return entries.pop(key)
