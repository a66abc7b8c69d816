"""Recording deals and declined offers in the trade history of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.kernel.cards import KIND_OF
from tobean.kernel.trade.trade_history import TradeHistory

if TYPE_CHECKING:
    from tobean.kernel.actions import Accept
    from tobean.kernel.table import Table
    from tobean.kernel.trade.offers import Offer


def record_deal(table: Table, offer: Offer, action: Accept) -> None:
    """Record a deal that is about to be carried out."""
    balance = favour_balance(table, offer, action)
    if not action.cards:
        balance += count_from_hand(offer.places)
    elif not offer.cards:
        balance -= count_from_hand(action.places)
    if balance > 0:
        record_favours(table, offer.seat, action.seat, balance)
    elif balance < 0:
        record_favours(table, action.seat, offer.seat, -balance)
    if table.calls:
        record_honoured_calls(table, offer.seat, offer.cards)
        record_honoured_calls(table, action.seat, action.cards)


def favour_balance(table: Table, offer: Offer, action: Accept) -> int:
    """Return the offered cards that match fields of the accepting seat, less those returned that match the other's."""
    return count_matching(table, action.seat, offer.cards) - count_matching(table, offer.seat, action.cards)


def record_favours(table: Table, giver: int, receiver: int, count: int) -> None:
    trade_history = table.trade_history
    favours = incremented(trade_history.favours, giver * table.players + receiver, count)
    table.trade_history = TradeHistory(favours, trade_history.honoured_calls, trade_history.refused_calls)


def record_honoured_calls(table: Table, seat: int, cards: tuple[int, ...]) -> None:
    count = 0
    for card in cards:
        if has_signalled(table, seat, KIND_OF[card]):
            count += 1
    if count:
        trade_history = table.trade_history
        table.trade_history = TradeHistory(
            trade_history.favours, incremented(trade_history.honoured_calls, seat, count), trade_history.refused_calls
        )


def record_refused_calls(table: Table) -> None:
    """Record at the end of trading which seats refused to trade kinds that they had announced."""
    for seat in range(table.players):
        for offer in table.offers:
            if offer.declined >> seat & 1 and offer.cards and offer.wants:
                were_announced = True
                for kind in offer.wants:
                    if not has_signalled(table, seat, kind):
                        were_announced = False
                if were_announced:
                    trade_history = table.trade_history
                    table.trade_history = TradeHistory(
                        trade_history.favours,
                        trade_history.honoured_calls,
                        incremented(trade_history.refused_calls, seat, 1),
                    )
                    break


def has_signalled(table: Table, seat: int, kind: int) -> bool:
    """Whether this seat has announced in this phase that it has this kind."""
    for call in table.calls:  # noqa: SIM110 - a loop is faster when compiled
        if call.seat == seat and kind in call.has:
            return True
    return False


def count_matching(table: Table, seat: int, cards: tuple[int, ...]) -> int:
    """Return the number of these cards whose kind grows in the seat's fields."""
    count = 0
    for card in cards:
        kind = KIND_OF[card]
        for row in table.fields[seat]:
            if row and KIND_OF[row[len(row) - 1]] == kind:
                count += 1
                break
    return count


def count_from_hand(places: tuple[int, ...]) -> int:
    """Count the cards given from the hand. Turned-over cards do not count because they must be planted anyway."""
    count = 0
    for place in places:
        if place >= 0:
            count += 1
    return count


def incremented(counts: tuple[int, ...], index: int, more: int) -> tuple[int, ...]:
    """Return the counts with one of them increased."""
    changed = list(counts)
    changed[index] = changed[index] + more
    return tuple(changed)
