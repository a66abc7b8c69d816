"""What a position is worth: the best plan for the cards that are due and for the first cards of the hand.

Planting is looked at exactly: every field a card can go to, every harvest that makes room for it (K5, K7), and the
harvest of a row that is begun anew. All fields of a seat are one int, so that plans that lead to the same fields are
looked at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.bots.merchant.valuing import EMPTY, ROW_BITS, ROWS, Judge, kind_of, size_of

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.view.observation import Observation

LOOK_AHEAD: Final = 3
"""How many hand cards are planned for."""


MOST_ORDERED: Final = 4
"""So many cards are planned for in every order; more are planted by kind."""


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


def keep(plans: dict[int, float], state: int, earned: float) -> None:
    """Keep the better way to the same fields."""
    known = plans.get(state, -1000.0)
    if earned > known:
        plans[state] = earned


def planted(judge: Judge, fields: int, plans: dict[int, float], card: int) -> dict[int, float]:
    """All ways to plant one more card, with what has been earned on the way."""
    reached: dict[int, float] = {}
    for state, earned in plans.items():
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
                    keep(reached, rest | anew << shift, earned + pay)
                    continue
            keep(reached, rest | longer << shift, earned)
        if placed and judge.alike:
            continue
        for field in range(fields):
            shift = ROW_BITS * field
            if state >> shift & ROWS == EMPTY and judge.fits(field, EMPTY, card):
                keep(reached, state | judge.grown(field, EMPTY, card) << shift, earned)
                placed = True
                if judge.alike:
                    break
        if placed:
            continue
        for field in range(fields):
            shift = ROW_BITS * field
            if judge.fits(field, EMPTY, card) and may_harvest(state, fields, field):
                pay = judge.pay(field, state >> shift & ROWS)
                rest = state & ~(ROWS << shift)
                keep(reached, rest | judge.grown(field, EMPTY, card) << shift, earned + pay)
                placed = True
        if not placed:
            keep(reached, state, earned)
    return reached


def planted_all(judge: Judge, fields: int, state: int, due: list[int]) -> dict[int, float]:
    """All ways to plant the cards that are due, in every order of their kinds if they are not too many."""
    if len(due) < 2 or len(due) > MOST_ORDERED:
        plans = {state: 0.0}
        for card in matching_first(state, fields, due):
            plans = planted(judge, fields, plans, card)
        return plans
    rest: dict[tuple[int, ...], dict[int, float]] = {tuple(sorted(due)): {state: 0.0}}
    for _ in range(len(due)):
        fewer: dict[tuple[int, ...], dict[int, float]] = {}
        for cards, plans in rest.items():
            for index in range(len(cards)):
                if index and cards[index] == cards[index - 1]:
                    continue
                if index and not_in_order(state, fields, cards, index):
                    continue
                left = cards[:index] + cards[index + 1 :]
                known = fewer.get(left)
                if known is None:
                    known = {}
                    fewer[left] = known
                for reached, earned in planted(judge, fields, plans, cards[index]).items():
                    keep(known, reached, earned)
        rest = fewer
    for plans in rest.values():
        return plans
    return {state: 0.0}


def matching_first(state: int, fields: int, due: list[int]) -> list[int]:
    """The cards with those first whose kind grows here."""
    grows = [kind_of(state >> ROW_BITS * field) for field in range(fields) if size_of(state >> ROW_BITS * field)]
    return [card for card in due if card in grows] + sorted([card for card in due if card not in grows])


def not_in_order(state: int, fields: int, cards: tuple[int, ...], index: int) -> bool:
    """A kind that grew here from the start is planted first: it needs no room, so later is never better."""
    for before in range(index):
        for field in range(fields):
            row = state >> ROW_BITS * field & ROWS
            if row != EMPTY and kind_of(row) == cards[before]:
                return True
    return False


def best(judge: Judge, fields: int, plans: dict[int, float]) -> float:
    """The value of the best plan."""
    most = -1000.0
    for state, earned in plans.items():
        total = earned
        for field in range(fields):
            total += judge.value(field, state >> ROW_BITS * field & ROWS)
        if total > most:
            most = total
    return most


@final
class Farm:
    """What the fields of one seat are worth with these or those cards. Its judge remembers what has been looked at."""

    def __init__(self, judge: Judge, rows: list[int], urgency: float) -> None:
        self.judge = judge
        self.fields = len(rows)
        self.urgency = urgency
        self.state = packed(rows)

    def value(self, due: list[int], hand: list[int]) -> float:
        """The worth of the fields if these cards are due and that is the hand, both without what is not a bean."""
        known = self.judge.plans
        key = (self.urgency + 10.0 * self.fields, self.state, tuple(sorted(due)), tuple(hand[:LOOK_AHEAD]))
        worth = known.get(key)
        if worth is None:
            worth = self.planned(due, hand)
            known[key] = worth
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
