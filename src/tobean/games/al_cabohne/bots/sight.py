"""Al Cabohne: what the nets of `mendel` look at, a situation in whole numbers.

Some numbers for each kind, then the table as a whole; amounts are in sixteenths. What the judge thinks is among them.
The order is part of a net.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.games.al_cabohne.bots.judge import boss_rows, feedable, field_value, hand_value, own_rows, taste_of, value
from tobean.games.al_cabohne.bots.outlook import Outlook
from tobean.games.al_cabohne.bots.situation import BEFORE_DRAW, NOTHING, Situation, situation_of
from tobean.games.al_cabohne.mafia import THRESHOLDS
from tobean.view.determinize import determinize

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.view.observation import Observation

SCALE: Final = 16
MOST: Final = 511
GROUPS: Final = 18
MOST_NEEDED: Final = 6


def whole(amount: float) -> int:
    """An amount in sixteenths."""
    scaled = int(amount * SCALE + (0.5 if amount >= 0.0 else -0.5))
    return min(max(scaled, -MOST), MOST)


def sights(view: Observation, actions: list[Action], chance: Chance) -> list[list[int]]:
    """The situations to which these actions lead; no secret has a part in it."""
    table = determinize(view, chance)
    return sights_at(table, view.seat, actions, Outlook(table, view.seat, taste_of(table)))


def sights_at(table: Table, seat: int, actions: list[Action], outlook: Outlook) -> list[list[int]]:
    """The same at a table that looks to the seat like the real one."""
    now = situation_of(table, seat)
    found: list[list[int]] = []
    for action in actions:
        then = now.copy()
        then.take(action)
        found.append(sight(table, seat, then, outlook))
    return found


def sight(table: Table, seat: int, now: Situation, outlook: Outlook) -> list[int]:
    """All features of a situation."""
    found: list[int] = []
    for card in table.kinds:
        see_kind(now, outlook, card, found)
    see_bosses(now, outlook, found)
    hand = len(now.hand)
    empty = 0
    for card in now.kinds:
        if card == NOTHING:
            empty += 1
    found.append(whole(0.5 * now.thalers))
    found.append(whole(0.5 * now.mafia_thalers))
    found.append(whole(now.thalers - (2.0 if now.solo else 1.0) * now.mafia_thalers))
    found.append(whole(value(now, outlook)))
    found.append(whole(own_rows(now, outlook)))
    found.append(whole(boss_rows(now, outlook)))
    found.append(whole(2.0 * hand_value(now, outlook)))
    found.append(4 * hand)
    found.append(SCALE if hand == 0 else 0)
    found.append(SCALE if hand == 1 else 0)
    found.append(SCALE if feedable(now) else 0)
    found.append(SCALE * empty)
    found.append(SCALE if len(now.kinds) > 2 else 0)
    found.append(SCALE * len(now.turned) // 4)
    for stage in range(BEFORE_DRAW + 1):
        found.append(SCALE if now.stage == stage else 0)
    found.append(whole(outlook.rounds))
    found.append(whole(outlook.left / 20.0))
    found.append(whole(min(1.0, outlook.left / 8.0)))
    found.append(SCALE if outlook.last_pile else 0)
    found.append(2 * table.run_outs * SCALE // 2)
    if now.solo:
        found.extend([0, 0, 0])
    else:
        other = 1 - seat
        found.append(whole(0.5 * len(table.thalers[other])))
        found.append(4 * len(table.hands[other]))
        found.append(whole(float(now.thalers - len(table.thalers[other]))))
        see_other(table, seat, now, outlook, found)
    return found


def see_other(table: Table, seat: int, now: Situation, outlook: Outlook, found: list[int]) -> None:
    """What the opponent's fields pay now and are hoped to, kind by kind and together with the thalers."""
    margin = now.thalers - len(table.thalers[1 - seat])
    for field in range(len(now.kinds)):
        if now.kinds[field] != NOTHING:
            margin += now.pay(now.kinds[field], now.sizes[field])
    pays = [0] * len(outlook.share)
    hopes = [0.0] * len(outlook.share)
    empty, sure, hope = 0, 0, 0.0
    for field in range(len(now.other_kinds)):
        card = now.other_kinds[field]
        if card == NOTHING:
            empty += 1
        else:
            pays[card] = now.pay(card, now.other_sizes[field])
            hopes[card] = field_value(now, outlook, card, now.other_sizes[field])
            sure += pays[card]
            hope += hopes[card]
    for card in table.kinds:
        found.append(SCALE * pays[card] // 2)
        found.append(whole(2.0 * hopes[card]))
    found.append(SCALE * empty)
    found.append(SCALE if len(now.other_kinds) > 2 else 0)
    found.append(SCALE * sure // 2)
    found.append(whole(hope))
    found.append(whole(float(margin - sure)))


def see_kind(now: Situation, outlook: Outlook, card: int, found: list[int]) -> None:
    """What there is of a kind, and where."""
    field = now.field_of(card)
    size = now.sizes[field] if field != NOTHING else 0
    boss = now.collector(card)
    found.append(4 * size)
    found.append(SCALE * now.pay(card, size) // 2 if size else 0)
    found.append(whole(2.0 * field_value(now, outlook, card, size)) if size else 0)
    for number in range(len(THRESHOLDS)):
        found.append(4 * now.boss_sizes[number] if boss == number else 0)
    found.append(whole(outlook.row(boss, card, now.boss_sizes[boss])) if boss != NOTHING else 0)
    found.append(SCALE if boss != NOTHING and field != NOTHING else 0)
    hand = now.hand
    count = hand.count(card)
    found.append(SCALE if hand and hand[0] == card else 0)
    found.append(SCALE if len(hand) > 1 and hand[1] == card else 0)
    found.append(8 * count)
    found.append(SCALE if count and boss == NOTHING else 0)
    found.append(8 * now.turned.count(card))
    found.append(whole(4.0 * outlook.share[card]))
    found.append(whole(outlook.coming[card]))
    found.append(whole(0.25 * outlook.coming_to_boss[card]))
    found.append(8 * now.top_run if now.top_kind == card else 0)
    other = 0
    for index in range(len(now.other_kinds)):
        if now.other_kinds[index] == card:
            other = now.other_sizes[index]
    found.append(4 * other)


def see_bosses(now: Situation, outlook: Outlook, found: list[int]) -> None:
    """How much each boss has to expect, and how many cards he lacks for his next harvest (A1)."""
    for boss in range(len(THRESHOLDS)):
        if boss >= len(now.boss_kinds):
            found.extend([0, 0, 0, 0])
            continue
        card = now.boss_kinds[boss]
        if card == NOTHING:
            found.extend([SCALE, whole(outlook.empty_boss(boss)), 0, 0])
            continue
        size = now.boss_sizes[boss]
        needed = 1
        while needed < MOST_NEEDED and now.pay(card, size + needed) < THRESHOLDS[boss]:
            needed += 1
        found.append(0)
        found.append(whole(outlook.row(boss, card, size)))
        found.append(8 * needed)
        found.append(SCALE if needed == 1 else 0)
