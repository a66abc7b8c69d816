"""Packing positions for pickles: as plain numbers and lists, which pickle far faster than objects.

Both directions name every attribute literally, in the order of `STATE`: compiled, that is faster than `getattr`.
"""

from typing import Any

from tobean.kernel.actions import Call
from tobean.kernel.agenda import Step
from tobean.kernel.state.hands import HandFact
from tobean.kernel.state.position import Position
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.trade_history import TradeHistory


def pack_position(position: Position, phases: list[Step]) -> list[Any]:
    """Return the state in the order of `STATE`, then the trade history; steps of a turn as their index in `phases`."""
    return [
        position.hands,
        position.origins,
        position.fields,
        position.thalers,
        position.aside,
        position.pile,
        position.discard,
        position.turned,
        position.run_outs,
        position.no_pile,
        position.start,
        position.active,
        position.turn,
        position.ply,
        [pack_offer(offer) for offer in position.offers],
        position.offer_count,
        [(call.seat, call.has, call.wants) for call in position.calls],
        position.talk,
        position.deals,
        [fact.key() for fact in position.shown],
        [step_number(step, phases) for step in position.agenda],
        position.ending,
        position.component,
        position.trade_history.attribute_values(),
    ]


def step_number(step: Step, phases: list[Step]) -> int | Step:
    for number in range(len(phases)):
        if phases[number] is step:
            return number
    return step


Cards = tuple[int, ...]


def pack_offer(offer: Offer) -> tuple[int, int, int, Cards, Cards, Cards, int, int]:
    return (
        offer.number, offer.seat, offer.to, offer.cards, offer.places, offer.wants, offer.answers, offer.declined,
    )  # fmt: skip


def unpack_offer(packed: tuple[int, int, int, Cards, Cards, Cards, int, int]) -> Offer:
    number, seat, to, cards, places, wants, answers, declined = packed
    return Offer(number, seat, to, cards, places, wants, answers, declined)


def unpack_call(packed: tuple[int, Cards, Cards]) -> Call:
    seat, has, wants = packed
    return Call(seat, has, wants)


def unpack_fact(packed: tuple[int, int, int, int]) -> HandFact:
    seat, card, count, reach = packed
    return HandFact(seat, card, count, reach)


def unpack_position(state: list[Any], position: Position, phases: list[Step]) -> None:
    """Restore the state on a position, which takes over the lists."""
    position.hands = state[0]
    position.origins = state[1]
    position.fields = state[2]
    position.thalers = state[3]
    position.aside = state[4]
    position.pile = state[5]
    position.discard = state[6]
    position.turned = state[7]
    position.run_outs = state[8]
    position.no_pile = state[9]
    position.start = state[10]
    position.active = state[11]
    position.turn = state[12]
    position.ply = state[13]
    position.offers = tuple([unpack_offer(packed) for packed in state[14]])
    position.offer_count = state[15]
    position.calls = tuple([unpack_call(packed) for packed in state[16]])
    position.talk = state[17]
    position.deals = state[18]
    position.shown = tuple([unpack_fact(packed) for packed in state[19]])
    position.agenda = [phases[step] if isinstance(step, int) else step for step in state[20]]
    position.ending = state[21]
    position.component = state[22]
    favours, honoured_calls, refused_calls = state[23]
    position.trade_history = TradeHistory(favours, honoured_calls, refused_calls)
