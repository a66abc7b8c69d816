"""Standing orders: deals that a seat agrees to in advance, such as "any Red for my Soy until my turn".

An order is written like a call (`have Soy; want Red`). It accepts an offer of exactly the wanted kinds that asks for no
more than the given ones, including offers with more of the wanted kinds or a multiple of the whole order. The order
`decline` refuses all other offers. Orders are secret (I1) and expire when the seat's own turn begins.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from tobean.kernel.actions import Accept, Action, Call, Decline
from tobean.kernel.cards import KIND_OF
from tobean.kernel.errors import BadInput
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer
from tobean.record.notation import parse_action
from tobean.session.errors import Refused

DECLINE_REST: Final = "decline"
MAX_ORDERS: Final = 8
MAX_ORDER_LENGTH: Final = 120


def read_order(order: str, table: Table) -> Call:
    """Parse a standing order; raise `BadInput` if it is not one."""
    call = parse_action(f"A call: {order}")
    if not isinstance(call, Call) or not call.wants:
        raise BadInput("{order!r} is not a standing order; write `have Soy; want Red`", order=order)
    for kind in (*call.has, *call.wants):
        if kind not in table.requestable_kinds:
            raise BadInput("a standing order names kinds of this game")
    return call


def checked_orders(orders: Sequence[str], table: Table) -> tuple[str, ...]:
    """Return the orders; raise `Refused` or `BadInput` if they cannot be followed."""
    if len(orders) > MAX_ORDERS or any(len(order) > MAX_ORDER_LENGTH for order in orders):
        raise Refused("There are at most {most} short standing orders.", most=MAX_ORDERS)
    for order in orders:
        if order != DECLINE_REST:
            read_order(order, table)
    return tuple(orders)


def order_covers(offer: Offer, order: Call) -> bool:
    """Whether an offer brings exactly the wanted kinds for no more than the given ones.

    Two for two counts as one for one, twice.
    """
    offered, wanted = Counter([KIND_OF[card] for card in offer.cards]), Counter(order.wants)
    if offered.keys() != wanted.keys():
        return False
    times = min(offered[kind] // count for kind, count in wanted.items())
    return times > 0 and Counter(offer.wants) <= Counter(order.has * times)


def matches_orders(offer: Offer, orders: Sequence[str], table: Table) -> bool:
    return any(order_covers(offer, read_order(order, table)) for order in orders if order != DECLINE_REST)


def standing_order_answer(table: Table, seat: int, orders: Sequence[str]) -> Action | None:
    """Return the first answer that a seat's orders give to an open offer; None if they give none."""
    if not orders or not table.offers or table.over:
        return None
    legal = table.legal_actions(seat)
    for offer in table.offers:
        if not offer.is_for(seat) or offer.declined >> seat & 1:
            continue
        if matches_orders(offer, orders, table):
            for action in legal:
                if isinstance(action, Accept) and action.number == offer.number:
                    return action
        if DECLINE_REST in orders:
            for action in legal:
                if isinstance(action, Decline) and action.number == offer.number:
                    return action
    return None
