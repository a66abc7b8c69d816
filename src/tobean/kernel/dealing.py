"""What a game says about deals beyond T1-T8: with whom, with which cards, and what a deal brings.

An object with methods, as `Farming` is and for the same reason.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from tobean.kernel.actions import MakeOffer
    from tobean.kernel.offers import Offer
    from tobean.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Dealing:
    """No further rules; a game overrides what is different there. What is refused is also not allowed."""

    def barred(self, table: Table, seat: int) -> bool:
        """Is there, for all to see, no deal possible between this seat, another one, and the active player?"""
        return False

    def stakes_aside(self, table: Table, seat: int) -> bool:
        """May this seat stake cards set aside? Never, says T2."""
        return False

    def allows_offer(self, table: Table, action: MakeOffer) -> bool:
        """Do the further rules allow this offer?"""
        return True

    def check_offer(self, table: Table, action: MakeOffer) -> None:
        """Raise the game's own refusal of an offer, if it has one."""

    def allows_deal(
        self, table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]
    ) -> bool:
        """Do the further rules allow that this seat accepts this offer with these cards from these places?"""
        return True

    def check_deal(
        self, table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]
    ) -> None:
        """Raise the game's own refusal of a deal, if it has one."""

    def least_deals(self, table: Table) -> int:
        """The fewest deals of this turn that explain the cards set aside: at least one with each other player (T1, T5).

        A game that sets cards aside in another way, too, returns less.
        """
        others = sum([seat != table.active and bool(table.aside[seat]) for seat in range(table.players)])
        return max(others, 1 if any(table.aside) else 0)

    def after_deal(self, table: Table, seat: int, other: int) -> None:
        """What else a deal between these two seats brings."""


DEALING: Final = Dealing()
