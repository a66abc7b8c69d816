"""What a position is worth: the best plan for the cards that are due and for the first cards of the hand.

Planting is looked at exactly: every field a card can go to, every harvest that makes room for it (K5, K7), and the
harvest of a row that is begun anew. All fields of a seat are one int, so that plans that lead to the same fields are
looked at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.bots.merchant.valuing import EMPTY, ROW_BITS, ROWS, Judge, kind_of, size_of
from tobean.kernel.cards import HIDDEN

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.view.observation import Observation

LOOK_AHEAD: Final = 3
"""How many hand cards are planned for."""


MOST_ORDERED: Final = 4
"""So many cards are planned for in every order; more are planted by kind."""
NOT_KNOWN: Final = -1000000.0
CARD_BITS: Final = 8


def packed(rows: list[int]) -> int:
    """All fields as one int."""
    state = 0
    for field in range(len(rows) - 1, -1, -1):
        state = state << ROW_BITS | rows[field]
    return state


def may_harvest(state: int, fields: int, field: int) -> bool:
    """May this field be harvested (K7)?"""
    size = size_of(state >> ROW_BITS * field)
    if size != 1:
        return size > 1
    return all(size_of(state >> ROW_BITS * other) <= 1 for other in range(fields))


@final  # and not `acyclic`: a chain of such objects cannot be taken apart safely once it is longer than fifty
class Plan:
    """Fields that can be reached, as one int, and the most that is earned on the way there; plans form a chain."""

    def __init__(self, state: int, earned: float, after: Plan | None) -> None:
        self.state = state
        self.earned = earned
        self.after = after


def keep(plans: Plan | None, state: int, earned: float) -> Plan:
    """These plans and one more; of two ways to the same fields the better one is kept."""
    plan = plans
    while plan is not None:
        if plan.state == state:
            if earned > plan.earned:
                plan.earned = earned
            assert plans is not None
            return plans
        plan = plan.after
    return Plan(state, earned, plans)


def planted(judge: Judge, fields: int, plans: Plan | None, card: int, reached: Plan | None = None) -> Plan | None:
    """All ways to plant one more card, with what has been earned on the way, besides those that are there already."""
    alike = judge.alike
    plan = plans
    while plan is not None:
        state, earned = plan.state, plan.earned
        plan = plan.after
        placed = False
        for field in range(fields):
            shift = ROW_BITS * field
            row = state >> shift & ROWS
            if row == EMPTY or not judge.fits(field, row, card):
                continue
            placed = True
            rest = state & ~(ROWS << shift)
            longer = judge.grown(field, row, card)
            pay = judge.pay(field, row)
            if pay > 0.0:
                anew = judge.grown(field, EMPTY, card)
                if pay + judge.value(field, anew) > judge.value(field, longer) and may_harvest(state, fields, field):
                    reached = keep(reached, rest | anew << shift, earned + pay)
                    continue
            reached = keep(reached, rest | longer << shift, earned)
        if placed and alike:
            continue
        for field in range(fields):
            shift = ROW_BITS * field
            if state >> shift & ROWS == EMPTY and judge.fits(field, EMPTY, card):
                reached = keep(reached, state | judge.grown(field, EMPTY, card) << shift, earned)
                placed = True
                if alike:
                    break
        if placed:
            continue
        for field in range(fields):
            shift = ROW_BITS * field
            if judge.fits(field, EMPTY, card) and may_harvest(state, fields, field):
                pay = judge.pay(field, state >> shift & ROWS)
                rest = state & ~(ROWS << shift)
                reached = keep(reached, rest | judge.grown(field, EMPTY, card) << shift, earned + pay)
                placed = True
        if not placed:
            reached = keep(reached, state, earned)
    return reached


def planted_all(judge: Judge, fields: int, state: int, due: list[int]) -> Plan | None:
    """All ways to plant the cards that are due, in every order of their kinds if they are not too many."""
    count = len(due)
    plans: Plan | None = Plan(state, 0.0, None)
    if count == 1:
        return planted(judge, fields, plans, due[0])
    if count == 0 or count > MOST_ORDERED:
        for card in matching_first(state, fields, due):
            plans = planted(judge, fields, plans, card)
        return plans
    cards = sorted(due)
    growing = [grows(state, fields, card) for card in cards]
    ways: list[Plan | None] = [None] * (1 << count)
    """By the cards that have been planted, as bits."""
    ways[0] = plans
    for done in range(len(ways) - 1):
        plans = ways[done]
        if plans is None:
            continue
        before = HIDDEN
        for index in range(count):
            if done >> index & 1:
                continue
            card = cards[index]
            if card != before:  # of equal cards it does not matter which is first
                ways[done | 1 << index] = planted(judge, fields, plans, card, ways[done | 1 << index])
            if growing[index]:
                break  # what grew here from the start is planted first: it needs no room, so later is never better
            before = card
    return ways[len(ways) - 1]


def matching_first(state: int, fields: int, due: list[int]) -> list[int]:
    """The cards with those first whose kind grows here."""
    return [card for card in due if grows(state, fields, card)] + sorted(
        [card for card in due if not grows(state, fields, card)]
    )


def grows(state: int, fields: int, card: int) -> bool:
    """Does this kind grow here?"""
    for field in range(fields):
        row = state >> ROW_BITS * field & ROWS
        if size_of(row) and kind_of(row) == card:
            return True
    return False


def best(judge: Judge, fields: int, plans: Plan | None) -> float:
    """The value of the best plan."""
    most = -1000.0
    plan = plans
    while plan is not None:
        total = plan.earned
        state = plan.state
        for field in range(fields):
            total += judge.value(field, state >> ROW_BITS * field & ROWS)
        if total > most:
            most = total
        plan = plan.after
    return most


@final
class Farm:
    """What the fields of one seat are worth with these or those cards. Its judge remembers what has been looked at."""

    def __init__(self, judge: Judge, rows: list[int], urgency: float) -> None:
        self.judge = judge
        self.fields = len(rows)
        self.urgency = urgency
        self.state = packed(rows)
        place = (urgency + 10.0 * self.fields, self.state)
        known = judge.plans.get(place)
        if known is None:
            known = judge.plans[place] = {}
        self.known: dict[int, float] = known
        """What the judge has found out about these fields, by `key_of` cards."""

    def value(self, due: list[int], hand: list[int]) -> float:
        """The worth of the fields if these cards are due and that is the hand, both without what is not a bean."""
        key = key_of(due, hand)
        worth = self.known.get(key, NOT_KNOWN)
        if worth == NOT_KNOWN:
            worth = self.planned(due, hand)
            self.known[key] = worth
        if len(hand) > LOOK_AHEAD:
            later = self.judge.temper.later
            if later:
                for card in hand[LOOK_AHEAD:]:
                    worth += later * self.growth(card)
        return worth

    def planned(self, due: list[int], hand: list[int]) -> float:
        temper = self.judge.temper
        urgency = self.urgency
        plans = planted_all(self.judge, self.fields, self.state, due)
        value = best(self.judge, self.fields, plans)
        total = (1.0 - urgency * (temper.first + temper.second + temper.third)) * value
        for count in range(1, LOOK_AHEAD + 1):
            if count <= len(hand):
                plans = planted(self.judge, self.fields, plans, hand[count - 1])
                value = best(self.judge, self.fields, plans)
            total += urgency * weight(temper, count) * value
        return total

    def growth(self, card: int) -> float:
        """What one more card of a kind that grows here adds."""
        for field in range(self.fields):
            row = self.state >> ROW_BITS * field & ROWS
            if row != EMPTY and self.judge.fits(field, row, card):
                return self.judge.value(field, self.judge.grown(field, row, card)) - self.judge.value(field, row)
        return 0.0


def key_of(due: list[int], hand: list[int]) -> int:
    """The cards that are due, in any order, and the first ones of the hand, as one int."""
    key = 1
    for index in range(LOOK_AHEAD):
        key = key << CARD_BITS | (hand[index] + 1 if index < len(hand) else 0)
    for card in due if len(due) < 2 else sorted(due):
        key = key << CARD_BITS | card + 1
    return key


def weight(temper: Temper, count: int) -> float:
    """How much the plan with so many hand cards counts; what is left of 1 is for the plan without any."""
    if count == 1:
        return temper.first
    return temper.second if count == 2 else temper.third


def farm_of(judge: Judge, seat: int) -> Farm:
    """The fields of a seat as they are."""
    return Farm(judge, judge.rows(seat), judge.urgency(seat))


def due_cards(view: Observation, seat: int) -> list[int]:
    """The cards that a seat will have to plant in phase 3, as things are."""
    due = list(view.aside[seat])
    if seat == view.active:
        due.extend(view.turned)
    return due


def standing(judge: Judge, seat: int) -> float:
    """How a seat stands, in thalers: those it has, its position, and what else a game gives it."""
    view = judge.view
    farm = farm_of(judge, seat)
    return (
        len(view.thalers[seat])
        + farm.value(due_cards(view, seat), judge.beans_in(view.hands[seat]))
        + judge.extra(seat)
    )  # fmt: skip
