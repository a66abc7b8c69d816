"""What all have seen of how the players deal with each other: who does whom favours, and who keeps to their calls.

No rule asks for it, so it is no part of the state: it stands in no table text, and tables that differ in it alone are
the same. It is counted from what everybody sees, the cards of deals, fields and calls, so it tells nobody a secret
(I3). Who wants to know whom to trust finds it at the table and in every observation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from tobean.kernel.cards import KIND_OF
from tobean.kernel.state.seats import SPECTATOR
from tobean.kernel.state.value_object import ValueObject

if TYPE_CHECKING:
    from tobean.kernel.actions import Accept
    from tobean.kernel.table import Table
    from tobean.kernel.trade.offers import Offer


@final
@mypyc_attr(acyclic=True)
class TradeHistory(ValueObject):
    """Counts since the deal. Immutable: when something changes, a new one takes its place, so tables can share it."""

    ATTRIBUTES = ("favours", "honoured_calls", "refused")

    def __init__(self, favours: tuple[int, ...], honoured_calls: tuple[int, ...], refused: tuple[int, ...]) -> None:
        self.favours = favours
        """At `giver * players + receiver`: cards that match the receiver's fields, less those that came back and match
        the giver's, and once more each card out of the hand for which nothing came back; deal by deal, never below 0.
        """
        self.honoured_calls = honoured_calls
        """By seat: cards handed over of kinds that the seat had called out (T8)."""
        self.refused = refused
        """By seat: phases in which the seat refused an offer for nothing but what it had called out."""


NO_HISTORY: Final = [
    TradeHistory((0,) * (players * players), (0,) * players, (0,) * players) for players in range(SPECTATOR + 1)
]
"""By the number of players: nobody has dealt with anybody yet."""


def record_deal(table: Table, offer: Offer, action: Accept) -> None:
    """Two players are about to swap these cards."""
    done = count_matching(table, action.seat, offer.cards) - count_matching(table, offer.seat, action.cards)
    if not action.cards:
        done += count_from_hand(offer.places)
    elif not offer.cards:
        done -= count_from_hand(action.places)
    if done > 0:
        record_favours(table, offer.seat, action.seat, done)
    elif done < 0:
        record_favours(table, action.seat, offer.seat, -done)
    if table.calls:
        record_honoured_calls(table, offer.seat, offer.cards)
        record_honoured_calls(table, action.seat, action.cards)


def record_favours(table: Table, giver: int, receiver: int, count: int) -> None:
    trade_history = table.trade_history
    favours = incremented(trade_history.favours, giver * table.players + receiver, count)
    table.trade_history = TradeHistory(favours, trade_history.honoured_calls, trade_history.refused)


def record_honoured_calls(table: Table, seat: int, cards: tuple[int, ...]) -> None:
    count = 0
    for card in cards:
        if has_signalled(table, seat, KIND_OF[card]):
            count += 1
    if count:
        trade_history = table.trade_history
        table.trade_history = TradeHistory(
            trade_history.favours, incremented(trade_history.honoured_calls, seat, count), trade_history.refused
        )


def record_refused_calls(table: Table) -> None:
    """The trading ends: who has been asked for just what they had called out, and offered something, and said no?"""
    for seat in range(table.players):
        for offer in table.offers:
            if offer.declined >> seat & 1 and offer.cards and offer.wants:
                meant = True
                for kind in offer.wants:
                    if not has_signalled(table, seat, kind):
                        meant = False
                if meant:
                    trade_history = table.trade_history
                    table.trade_history = TradeHistory(
                        trade_history.favours, trade_history.honoured_calls, incremented(trade_history.refused, seat, 1)
                    )
                    break


def has_signalled(table: Table, seat: int, kind: int) -> bool:
    """Has this seat said, in this phase, that it has this kind?"""
    for call in table.calls:  # noqa: SIM110 - compiled, a loop is quicker
        if call.seat == seat and kind in call.has:
            return True
    return False


def count_matching(table: Table, seat: int, cards: tuple[int, ...]) -> int:
    """How many of these cards are of a kind that grows on the seat's fields."""
    count = 0
    for card in cards:
        kind = KIND_OF[card]
        for row in table.fields[seat]:
            if row and KIND_OF[row[len(row) - 1]] == kind:
                count += 1
                break
    return count


def count_from_hand(places: tuple[int, ...]) -> int:
    """How many of these cards need not have been given: those turned over must be planted by somebody."""
    count = 0
    for place in places:
        if place >= 0:
            count += 1
    return count


def incremented(counts: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    """The same counts, one of them by so many higher."""
    changed = list(counts)
    changed[index] = changed[index] + more
    return tuple(changed)
