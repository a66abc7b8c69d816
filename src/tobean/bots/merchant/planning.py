"""What a position is worth: the best plan for the cards that are due and for the first cards of the hand.

Planting is looked at exactly: every field a card can go to, every harvest that makes room for it (K5, K7), and the
harvest of a row that is begun anew. All fields of a seat are one int, so that plans that lead to the same fields are
looked at once. What was found is kept with the judge, as a tree: the ways to plant some cards begin with those to plant
one of them less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.bots.merchant.bundle import CARD_BITS, NO_CARDS, ONE_CARD, bundled, cards_in, without_card
from tobean.bots.merchant.valuing import EMPTY, ROW_BITS, ROWS, SIZES, Judge, crop_of, kind_of, size_of
from tobean.bots.merchant.ways import NOT_KNOWN, Plan, Ways, among, keep

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.view.observation import Observation

LOOK_AHEAD: Final = 3
"""How many hand cards are planned for."""


MOST_ORDERED: Final = 4
"""So many cards are planned for in every order; more are planted by kind."""
FIELD_BITS: Final = 4
"""Room for the number of fields, behind what lies on them."""


def packed(rows: list[int]) -> int:
    """All fields as one int."""
    state = 0
    for field in range(len(rows) - 1, -1, -1):
        state = state << ROW_BITS | rows[field]
    return state


def may_harvest(state: int, fields: int, field: int) -> bool:
    """May this field be harvested (K7)?"""
    size = state >> ROW_BITS * field & SIZES
    if size != 1:
        return size > 1
    return all(state >> ROW_BITS * other & SIZES <= 1 for other in range(fields))


def planted(judge: Judge, fields: int, plans: Plan | None, card: int, reached: Plan | None = None) -> Plan | None:
    """All ways to plant one more card, with what has been earned on the way, besides those that are there already."""
    alike = judge.alike
    plan = plans
    while plan is not None:
        state, earned = plan.state, plan.earned
        plan = plan.after
        placed = empty = longer_rows = False
        for field in range(fields):
            shift = ROW_BITS * field
            row = state >> shift & ROWS
            if row == EMPTY:
                empty = True
                continue
            if row & SIZES > 1:
                longer_rows = True
            if not judge.fits(field, row, card):
                continue
            placed = True
            rest = state & ~(ROWS << shift)
            longer = judge.grown(field, row, card)
            pay = crop_of(judge, field, row).pay
            if pay > 0.0:
                anew = judge.grown(field, EMPTY, card)
                if pay + crop_of(judge, field, anew).worth > crop_of(judge, field, longer).worth and may_harvest(
                    state, fields, field
                ):
                    reached = keep(reached, rest | anew << shift, earned + pay)
                    continue
            reached = keep(reached, rest | longer << shift, earned)
        if placed and alike:
            continue
        if empty:
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
            row = state >> shift & ROWS
            if longer_rows and row & SIZES <= 1:
                continue  # a single bean stays while others lie in longer rows (K7)
            if judge.fits(field, EMPTY, card):
                pay = crop_of(judge, field, row).pay
                rest = state & ~(ROWS << shift)
                reached = keep(reached, rest | judge.grown(field, EMPTY, card) << shift, earned + pay)
                placed = True
        if not placed:
            reached = keep(reached, state, earned)
    return reached


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
            total += crop_of(judge, field, state & ROWS).worth
            state >>= ROW_BITS
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
        place = self.state << FIELD_BITS | self.fields
        ways = judge.plans.get(place)
        if ways is None:
            ways = judge.plans[place] = Ways(EMPTY, None)
            ways.plans = Plan(self.state, 0.0, None)
        self.ways: Ways = ways
        """What the judge has found out about these fields: the ways to plant nothing, and all that follow."""

    def value(self, due: list[int], hand: list[int]) -> float:
        """The worth of the fields if these cards are due and that is the hand, both without what is not a bean."""
        return self.worth(bundled(due), hand)

    def worth(self, due: int, hand: list[int]) -> float:
        """The same with a bundle of cards that are due."""
        temper = self.judge.temper
        urgency = self.urgency
        ways = self.due_planted(due)
        value = self.value_of(ways)
        total = (1.0 - urgency * (temper.first + temper.second + temper.third)) * value
        size = len(hand)
        for count in range(1, LOOK_AHEAD + 1):
            if count <= size:
                ways = self.hand_planted(ways, hand[count - 1])
                value = self.value_of(ways)
            total += urgency * weight(temper, count) * value
        if size > LOOK_AHEAD:
            later = temper.later
            if later:
                for place in range(LOOK_AHEAD, size):
                    total += later * self.growth(hand[place])
        return total

    def growth(self, card: int) -> float:
        """What one more card of a kind that grows here adds."""
        for field in range(self.fields):
            row = self.state >> ROW_BITS * field & ROWS
            if row != EMPTY and self.judge.fits(field, row, card):
                return self.judge.value(field, self.judge.grown(field, row, card)) - self.judge.value(field, row)
        return 0.0

    # --- the tree ------------------------------------------------------------------------------------------

    def value_of(self, ways: Ways) -> float:
        if ways.worth == NOT_KNOWN:
            ways.worth = best(self.judge, self.fields, ways.plans)
        return ways.worth

    def due_planted(self, due: int) -> Ways:
        """All ways to plant the cards that are due."""
        ways = self.ways
        left = due
        while left != NO_CARDS:
            card = left & ONE_CARD
            left >>= CARD_BITS
            found = among(ways.more, card)
            if found is None:
                found = ways.more = Ways(card, ways.more)
            ways = found
        if ways.plans is None:
            ways.plans = self.planted_all(due)
        return ways

    def hand_planted(self, ways: Ways, card: int) -> Ways:
        """These ways with one more card, which comes after all of the others."""
        found = among(ways.then, card)
        if found is None:
            found = ways.then = Ways(card, ways.then)
            found.plans = planted(self.judge, self.fields, ways.plans, card)
        return found

    def planted_all(self, due: int) -> Plan | None:
        """Plans for the cards that are due, in every order of their kinds if they are not too many.

        Any of the cards can be the last one, except one whose kind grows here: it needs no room, so it is planted
        before the higher kinds.
        """
        if due >> CARD_BITS * MOST_ORDERED != NO_CARDS:
            return self.planted_by_kind(due)
        plans: Plan | None = None
        left = due
        while left != NO_CARDS:
            card = (left & ONE_CARD) - 1
            left >>= CARD_BITS
            if left & ONE_CARD == card + 1:
                continue  # of equal cards it does not matter which is last
            if left == NO_CARDS or not grows(self.state, self.fields, card):
                before = self.due_planted(without_card(due, card)).plans
                plans = planted(self.judge, self.fields, before, card, plans)
        return plans

    def planted_by_kind(self, due: int) -> Plan | None:
        """Plans for many cards, those first whose kind grows here."""
        cards = cards_in(due)
        plans = self.ways.plans
        for growing in (True, False):
            for card in cards:
                if grows(self.state, self.fields, card) == growing:
                    plans = planted(self.judge, self.fields, plans, card)
        return plans


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
