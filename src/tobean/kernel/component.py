"""The part of a table that only one game has: cards of another sort, a scripted player, a pile of its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from tobean.kernel.state.value_object import ValueObject

if TYPE_CHECKING:
    from tobean.kernel.chance import Chance
    from tobean.kernel.rules import Rules
    from tobean.kernel.state.component_layout import LaidOutCards
    from tobean.kernel.table import Table

Options = Mapping[str, int | bool | None]
"""The options of a table by their names (`Rules.options`)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Component(ValueObject):
    """The part of a table that belongs to one game. Its entries are part of table texts, snapshots and observations.

    What it holds it says in `ATTRIBUTES`, and takes as arguments in that order.
    """

    def copy(self) -> Component:
        """An independent copy."""
        raise NotImplementedError

    def entries(self) -> dict[str, str]:
        """All of it as named texts."""
        return {}

    def read(self, found: dict[str, str]) -> None:
        """Take its entries out of a dictionary and become what they say. Raises `BadInput`."""

    def use_rules_revision(self, revision: int) -> None:
        """Do what an earlier reading of the rules did and today's does not, so that its records still replay."""

    def check(self, table: Table) -> None:
        """Raise `BadTable` if with this component the table is not one at which a game could be."""

    def migrate(self, table: Table) -> None:
        """Correct what an earlier version of the program wrote and `check` refuses today."""

    def fill_missing(self, rules: Rules, hands: list[list[int]], said: dict[str, str]) -> None:
        """Complete a table of which only some entries are said: what is missing of its own, also in the hands."""

    def card_layout(self, options: Options) -> list[LaidOutCards]:
        """Its cards as they lie on a table with these options, for pictures. Show a seat those of `seen_by(seat)`."""
        return []

    def piles(self) -> tuple[str, ...]:
        """The keys of those entries that hold bean cards."""
        return ()

    def unordered_piles(self) -> tuple[str, ...]:
        """Those of its piles whose order means nothing to a player."""
        return ()

    def cards(self) -> list[int]:
        """All bean cards it holds."""
        return []

    def seen_by(self, seat: int) -> Component:
        """A copy as this seat sees it (I1)."""
        return self.copy()

    def visible_thalers(self, owner: int, thalers: tuple[int, ...]) -> tuple[int, ...]:
        """A thaler pile as anybody sees it: all of it, unless cards left it face down (I2)."""
        return thalers

    def hidden_from(self, table: Table, seat: int) -> list[tuple[int, int]]:
        """Bean cards before people that this seat has not seen, each with the number of the draw pile it came from,
        or of one whose cards it cannot be told from. They are counted in the urn of that pile, and `determinize`
        takes others out of it for them."""
        return []

    def determinize(self, table: Table, seat: int, urns: list[list[int]], chance: Chance) -> None:
        """Fill in by chance what this seat does not see; may take cards out of the urns."""

    def features(self, seat: int) -> list[int]:
        """What is to be seen of `seen_by(seat)` as small numbers, always as many, for programs that learn. Others count
        from this seat."""
        return []

    def feature_names(self, players: int) -> list[str]:
        """What each of these numbers is."""
        return []

    def extra_turned_cards(self) -> int:
        """How many cards may lie turned over now beyond those of the turn itself."""
        return 0

    def other_cards_in(self, key: str) -> list[str] | None:
        """The cards of an entry that are not beans, one by one; None for other entries."""
        return None

    def on_card_left_hand(self, seat: int, position: int, card: int) -> None:
        """A card left a hand for all to see."""

    def excluded_kinds(self) -> list[tuple[int, int, int]]:
        """Seat, kind and reach: all know that such a card is not among the first ones of this hand. `count_violations` counts
        those that are there nevertheless; this is for finding hands without them quickly."""
        return []

    def count_violations(self, table: Table) -> int:
        """How far the hands are from what all know of them, beyond what offers have proven; 0: nothing is wrong."""
        return 0
