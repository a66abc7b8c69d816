"""Al Cabohne: what a situation is worth in thalers, and which action leads to the best one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.bots.expertise import best_of
from tobean.games.al_cabohne.bots.outlook import Outlook
from tobean.games.al_cabohne.bots.situation import (
    BEFORE_DRAW,
    BEFORE_REVEAL,
    MAY_PLANT,
    MUST_PLANT,
    NOTHING,
    Situation,
    situation_of,
)
from tobean.games.al_cabohne.bots.taste import SOLO, TWO, Taste
from tobean.games.al_cabohne.reveal import BeforeReplenishing
from tobean.view.determinize import determinize

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.view.observation import Observation

NO_PLACE: Final = -10.0
"""A group of cards that fits nowhere: something else has to be done first."""


def judged(table: Table, seat: int, actions: list[Action], outlook: Outlook) -> list[float]:
    """What each action leads to."""
    now = situation_of(table, seat)
    found: list[float] = []
    for action in actions:
        then = now.copy()
        then.take(action)
        found.append(value(then, outlook))
    return found


def taste_of(table: Table) -> Taste:
    return SOLO if table.players == 1 else TWO


def best_action(table: Table, seat: int, actions: list[Action], outlook: Outlook) -> Action:
    """The action with the best value; the first of equals.

    Before cards are drawn nothing has changed since the last decision, so there is nothing to think about again.
    """
    if len(actions) == 1 or isinstance(table.agenda[-1], BeforeReplenishing):
        return actions[0]
    return best_of(actions, judged(table, seat, actions, outlook))


def judged_by_sight(view: Observation, actions: list[Action], chance: Chance) -> list[float]:
    """What each action leads to for this view; no secret has a part in it."""
    table = determinize(view, chance)
    return judged(table, view.seat, actions, Outlook(table, view.seat, taste_of(table)))


def judge_choice(view: Observation, actions: list[Action], chance: Chance) -> Action:
    """The judge's action for this view; no secret has a part in it."""
    table = determinize(view, chance)
    return best_action(table, view.seat, actions, Outlook(table, view.seat, taste_of(table)))


@final
class Player:
    """Plays one seat by the judge; looks at the cards to come anew when some have come."""

    def __init__(self, seat: int, taste: Taste) -> None:
        self.seat = seat
        self.taste = taste
        self.outlook: Outlook | None = None
        self.seen_at = -1

    def act(self, table: Table) -> None:
        table.apply_trusted(best_action(table, self.seat, table.legal_actions(self.seat), self.looked(table)))

    def looked(self, table: Table) -> Outlook:
        """The cards to come."""
        outlook = self.outlook
        drawn = table.run_outs * 1000 + table.draw_size
        if outlook is None or drawn != self.seen_at:
            outlook = Outlook(table, self.seat, self.taste)
            self.outlook = outlook
            self.seen_at = drawn
        return outlook


def value(now: Situation, outlook: Outlook) -> float:
    """Own thalers and hopes, less those of the mafia and the opponent."""
    taste = outlook.taste
    found = now.thalers + own_rows(now, outlook) + hand_value(now, outlook)
    found -= taste.mafia_thaler * now.mafia_thalers + taste.mafia * boss_rows(now, outlook)
    if not now.solo:
        found += beside_the_other(now, outlook)
    if now.turned:
        seen = 0
        for card in now.turned:
            if not seen >> card & 1:
                seen |= 1 << card
                found += group_value(now, outlook, card)
    elif now.hand and now.stage <= MUST_PLANT:
        found += placed(now, outlook, now.hand[0], 1)
    elif now.hand and now.stage == MAY_PLANT:
        found += max(0.0, placed(now, outlook, now.hand[0], 1))
    elif now.hand:
        found += taste.front * min(0.0, placed(now, outlook, now.hand[0], 1))
    if now.top_run and now.stage <= BEFORE_REVEAL and now.collector(now.top_kind) == NOTHING:
        likely = min(1.0, 3.0 * outlook.share[now.top_kind])
        found += taste.regain * likely * now.top_run
    return found


def field_value(now: Situation, outlook: Outlook, card: int, size: int) -> float:
    hope = outlook.field(card, size)
    if now.collector(card) == NOTHING:
        return hope
    sure = now.pay(card, size)
    return sure + outlook.taste.taxed * (hope - sure)


def own_rows(now: Situation, outlook: Outlook) -> float:
    taste = outlook.taste
    room = taste.room_before if now.stage <= BEFORE_REVEAL else taste.room_after
    found = 0.0
    for field in range(len(now.kinds)):
        card = now.kinds[field]
        if card == NOTHING:
            found += room
            room *= taste.more_room
        else:
            found += field_value(now, outlook, card, now.sizes[field])
    return found


def boss_rows(now: Situation, outlook: Outlook) -> float:
    found = 0.0
    starving = 1.0
    for boss in range(len(now.boss_kinds)):
        card = now.boss_kinds[boss]
        if card == NOTHING:
            if starving == 1.0 and not feedable(now):
                starving = outlook.taste.starving
            found += outlook.empty_boss(boss) * starving
        else:
            found += outlook.row(boss, card, now.boss_sizes[boss])
    return found


def feedable(now: Situation) -> bool:
    """Does the hand hold what an empty boss must be given (A10)?"""
    return any(now.collector(card) == NOTHING for card in now.hand)


def hand_value(now: Situation, outlook: Outlook) -> float:
    taste = outlook.taste
    found = -taste.held * len(now.hand)
    seen = 0
    for card in now.hand:
        if seen >> card & 1:
            continue
        seen |= 1 << card
        count = now.hand.count(card)
        field = now.field_of(card)
        if field != NOTHING:
            size = now.sizes[field]
            gain = field_value(now, outlook, card, size + count) - field_value(now, outlook, card, size)
            found += taste.held_match * gain
        else:
            found += taste.held_group * field_value(now, outlook, card, count) - taste.held_alone * count
    return found


def beside_the_other(now: Situation, outlook: Outlook) -> float:
    """What a third field (A13) and a tax on the opponent (A5) are worth."""
    taste = outlook.taste
    found = taste.third_field * outlook.rounds if len(now.kinds) > 2 else 0.0
    for card in now.other_kinds:
        if card != NOTHING and now.collector(card) != NOTHING:
            found += taste.other_taxed
    return found


def group_value(now: Situation, outlook: Outlook, card: int) -> float:
    """What the revealed cards of a kind will bring: planted, given, discarded (A4) or left to the opponent (A9)."""
    count = now.turned.count(card)
    if now.stage < BEFORE_REVEAL:
        return max(0.0, placed(now, outlook, card, count))
    if now.solo:
        return max(placed(now, outlook, card, count), given(now, outlook, card, count))
    left = -left_to_other(now, outlook, card, count)
    if now.stage == BEFORE_DRAW:
        return left
    return max(left, placed(now, outlook, card, count), given(now, outlook, card, count))


def left_to_other(now: Situation, outlook: Outlook, card: int, count: int) -> float:
    """What the opponent makes of cards that are left: those who do not grow the kind discard it."""
    for field in range(len(now.other_kinds)):
        if now.other_kinds[field] == card:
            size = now.other_sizes[field]
            return outlook.taste.other * (outlook.field(card, size + count) - outlook.field(card, size))
    return outlook.taste.other_fresh * outlook.field(card, count)


def placed(now: Situation, outlook: Outlook, card: int, count: int) -> float:
    """What cards that wait to be planted bring on the best own field."""
    field = now.field_of(card)
    if field != NOTHING:
        size = now.sizes[field]
        return field_value(now, outlook, card, size + count) - field_value(now, outlook, card, size)
    fresh = field_value(now, outlook, card, count)
    taste = outlook.taste
    room = taste.room_before if now.stage <= BEFORE_REVEAL else taste.room_after
    best = NO_PLACE
    for field in range(len(now.kinds)):
        old = now.kinds[field]
        if old == NOTHING:
            best = max(best, fresh - room)
        elif not now.protected(field):
            sure = now.pay(old, now.sizes[field])
            best = max(best, fresh + sure - field_value(now, outlook, old, now.sizes[field]))
    return best


def given(now: Situation, outlook: Outlook, card: int, count: int) -> float:
    """What revealed cards bring on the best boss (A9); mostly it is a loss."""
    weight = outlook.taste.mafia
    boss = now.collector(card)
    if boss != NOTHING:
        before = outlook.row(boss, card, now.boss_sizes[boss])
        return weight * (before - outlook.row(boss, card, now.boss_sizes[boss] + count))
    best = NO_PLACE
    for boss in range(len(now.boss_kinds)):
        if now.boss_kinds[boss] == NOTHING:
            best = max(best, weight * (outlook.empty_boss(boss) - outlook.row(boss, card, count)))
    return best
