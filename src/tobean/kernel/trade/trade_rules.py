"""A game's own rules for deals beyond T1-T8: partners, cards, and the consequences of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from tobean.kernel.cards import KIND_OF
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import KindArg

if TYPE_CHECKING:
    from tobean.kernel.actions import MakeOffer
    from tobean.kernel.table import Table
    from tobean.kernel.trade.offers import Offer

NO_KINDS: Final[dict[int, str]] = {}
"""A shared empty dictionary, never modified."""


@mypyc_attr(allow_interpreted_subclasses=True)
class TradeRules:
    """No additional rules. A game overrides the methods in which it differs.

    `allows_offer` is false wherever `check_offer` raises, and `allows_deal` wherever `check_deal` does: the first of
    each pair is called often, the second explains the refusal.
    """

    def cannot_trade(self, table: Table, seat: int) -> bool:
        """Whether this seat, other than the active one, publicly cannot make a deal with the active player."""
        return False

    def may_offer_aside(self, table: Table, seat: int) -> bool:
        """Whether this seat may offer cards set aside; T2 forbids it."""
        return False

    def forbidden_kinds(self, table: Table) -> dict[int, str]:
        """Return the kinds that can be neither offered nor requested now, each with the rule that forbids it.

        It depends on public facts (I3). Offers that name such a kind are rejected, not sampled, and not proposed by
        bots; open ones lapse as soon as the kind is forbidden; the page disables it in the offer form. Calls stay free
        (T8). The keys are requested kinds: `KIND_OF[card]`.
        """
        return NO_KINDS

    def allows_offer(self, table: Table, action: MakeOffer) -> bool:
        return True

    def check_offer(self, table: Table, action: MakeOffer) -> None:
        """Raise the game's own error for an offer, if there is one."""

    def allows_deal(
        self, table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]
    ) -> bool:
        """Whether the additional rules allow this seat to accept this offer with these cards from these places."""
        return True

    def check_deal(
        self, table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]
    ) -> None:
        """Raise the game's own error for a deal, if there is one."""

    def min_deals(self, table: Table) -> int:
        """Return the minimum number of deals in this turn that explains the cards set aside (T1, T5).

        It is one with each other player; a game that also sets cards aside in another way returns less.
        """
        others = sum([seat != table.active and bool(table.aside[seat]) for seat in range(table.players)])
        return max(others, 1 if any(table.aside) else 0)

    def after_deal(self, table: Table, seat: int, other: int) -> None:
        """Called after a deal between these two seats."""


DEFAULT_TRADE_RULES: Final = TradeRules()


def names_one_of(kinds: dict[int, str], cards: tuple[int, ...], wants: tuple[int, ...]) -> bool:
    """Whether an offer of these cards for these kinds names one of the forbidden ones."""
    for card in cards:
        if KIND_OF[card] in kinds:
            return True
    for kind in wants:  # noqa: SIM110 - a loop is faster when compiled
        if kind in kinds:
            return True
    return False


def offer_allowed(table: Table, action: MakeOffer) -> bool:
    """Whether the game's own rules allow this offer."""
    trade_rules = table.rules.trade_rules
    if trade_rules is DEFAULT_TRADE_RULES:
        return True
    kinds = trade_rules.forbidden_kinds(table)
    if kinds and names_one_of(kinds, action.cards, action.wants):
        return False
    return trade_rules.allows_offer(table, action)


def check_offer_allowed(table: Table, action: MakeOffer) -> None:
    """Raise `Illegal` where the game's own rules forbid this offer."""
    trade_rules = table.rules.trade_rules
    kinds = trade_rules.forbidden_kinds(table)
    if kinds:
        for card in (*[KIND_OF[card] for card in action.cards], *action.wants):
            if card in kinds:
                raise Illegal(kinds[card], "{card} cannot be traded now.", card=KindArg(card))
    trade_rules.check_offer(table, action)


def lapse_forbidden_offers(table: Table) -> None:
    """Remove the open offers that name a kind that has become forbidden."""
    kinds = table.rules.trade_rules.forbidden_kinds(table)
    if not kinds:
        return
    before = table.offers
    table.offers = tuple([offer for offer in before if not names_one_of(kinds, offer.cards, offer.wants)])
    table.record_lapsed_offers(before)
