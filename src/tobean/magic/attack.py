"""Sword beans: attacks, what they show, and counter-attacks to any depth (R14, R15, R17, E6, E7).

From the naming of the target until all is over the steps below lie on the agenda; while one of them is open, nobody
harvests. `count` holds small numbers side by side: attacker, target (tens), and more where said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.kernel.actions import Action, Pass, seat_name
from tobean.kernel.errors import Illegal
from tobean.kernel.events import Event
from tobean.kernel.farming import Farming
from tobean.kernel.steps import Decision, Step, vocabulary
from tobean.magic.abilities import PlaceUnderAttack, activate, lose_thaler, pick_thaler, steal
from tobean.magic.actions import Activate, Choose, CounterAttack
from tobean.magic.component import magic_of
from tobean.magic.spells import ATTACK, MAGIC, PLUCK, PRINCESS, SWORD

if TYPE_CHECKING:
    from tobean.kernel.table import Table


class FarmingAmongSwords(Farming):
    """Nobody harvests during an attack; read off the agenda (R14, E6)."""

    def closed(self, table: Table, seat: int) -> str:
        top = table.agenda[-1]
        if isinstance(top, (ChooseThaler, Counter, ActivateOne, PlaceUnderAttack)):
            return magic_of(table).ways.lock_rule
        return ""


def two_seats(table: Table, count: int) -> bool:
    """Are these, side by side, two different seats of the table?"""
    one, other = count % 10, count // 10
    return one < table.players and other < table.players and one != other


class Strike(Step):
    """The attacker draws one of the target's thalers and shows it; with the attack spell (hundreds) two (R14, R17)."""

    def __init__(self, count: int) -> None:
        super().__init__("strike", 0, count)

    def run(self, table: Table) -> None:
        attacker, target, with_spell = self.count % 10, self.count // 10 % 10, self.count >= 100
        first = pick_thaler(table, table.thalers[target])
        if table.events is not None:
            table.events.append(Event("attacked", seat=attacker, other=target, cards=(first,)))
        if not with_spell:
            resolve(table, attacker, target, first)
            return
        rest = list(table.thalers[target])
        rest.remove(first)
        if not rest:
            # Of a target with one thaler, one is drawn (R17).
            magic_of(table).turn(attacker, ATTACK, up=False)
            resolve(table, attacker, target, first)
            return
        second = pick_thaler(table, tuple(rest))
        if table.events is not None:
            table.events.append(Event("attacked", seat=attacker, other=target, cards=(second,)))
        table.agenda.append(ChooseThaler(attacker + 10 * target + 100 * first + 100000 * second))


vocabulary("strike", lambda count: Strike(count))


class ChooseThaler(Decision):
    """Two thalers were drawn (hundreds and hundred thousands): one of them must count (R17)."""

    def __init__(self, count: int) -> None:
        super().__init__("choose thaler", 0, count)

    def fits(self, table: Table) -> bool:
        if not two_seats(table, self.count % 100):
            return False
        first, second = self.cards()
        there = table.thalers[self.count // 10 % 10]
        return there.count(first) > (1 if first == second else 0) and second in there

    def cards(self) -> tuple[int, int]:
        return self.count // 100 % 1000, self.count // 100000

    def awaited(self, table: Table) -> int:
        return self.count % 10

    def check(self, table: Table, action: Action) -> None:
        if action.seat != self.count % 10:
            raise Illegal("R17", "{seat} chooses between two thalers.", seat=seat_name(self.count % 10))
        if not isinstance(action, Choose) or action.card not in self.cards():
            raise Illegal("R17", "One of the two thalers drawn must count.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Choose):
            table.agenda.pop()
            attacker, target = self.count % 10, self.count // 10 % 10
            magic_of(table).turn(attacker, ATTACK, up=False)
            if table.events is not None:
                table.events.append(Event("chose thaler", seat=attacker, cards=(action.card,)))
            resolve(table, attacker, target, action.card)

    def options(self, table: Table, seat: int) -> list[Action]:
        if seat != self.count % 10:
            return []
        first, second = self.cards()
        return [Choose(seat, first)] if first == second else [Choose(seat, first), Choose(seat, second)]


vocabulary("choose thaler", lambda count: ChooseThaler(count))


def resolve(table: Table, attacker: int, target: int, card: int) -> None:
    """What the thaler that counts brings (R15)."""
    magic = magic_of(table)
    if card == PRINCESS:
        lose_thaler(table, target, card)
        table.thalers[attacker] = (*table.thalers[attacker], card)
        if table.events is not None:
            table.events.append(Event("won thaler", seat=attacker, other=target, cards=(card,)))
    elif card == SWORD:
        if not table.thalers[attacker] or only_swords(table, attacker, target):
            return
        if magic.ways.counter_is_optional:
            table.agenda.append(Counter(target + 10 * attacker))
        else:
            table.agenda.append(Strike(target + 10 * attacker))
    elif card == PLUCK:
        if table.hands[attacker]:
            steal(table, target, attacker)
            fresh = target == table.active and magic.ways.counter_pluck_has_ability
            table.agenda.append(PlaceUnderAttack(target + (10 if fresh else 0)))
    elif card == MAGIC and magic.face_down(attacker):
        table.agenda.append(ActivateOne(attacker))


def only_swords(table: Table, one: int, other: int) -> bool:
    """Nothing but swords on both sides: the attack is over, for the chain would never end (R15)."""
    return all(card == SWORD for card in table.thalers[one]) and all(card == SWORD for card in table.thalers[other])


class Counter(Decision):
    """The target of an attack that showed a sword may strike back (R15). Here the striker comes first in `count`."""

    def __init__(self, count: int) -> None:
        super().__init__("counter-attack", 0, count)

    def fits(self, table: Table) -> bool:
        return two_seats(table, self.count) and bool(table.thalers[self.count // 10])

    def awaited(self, table: Table) -> int:
        return self.count % 10

    def check(self, table: Table, action: Action) -> None:
        if action.seat != self.count % 10:
            raise Illegal("R15", "{seat} may counter-attack now.", seat=seat_name(self.count % 10))
        if not isinstance(action, (Pass, CounterAttack)):
            raise Illegal("R15", "A sword was shown: counter-attack or pass.")

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, CounterAttack):
            table.agenda.append(Strike(self.count))
        elif table.events is not None:
            table.events.append(Event("passed", seat=action.seat))

    def options(self, table: Table, seat: int) -> list[Action]:
        return [Pass(seat), CounterAttack(seat)] if seat == self.count % 10 else []


vocabulary("counter-attack", lambda count: Counter(count))


class ActivateOne(Decision):
    """An attack showed a magic bean: the attacker may activate one own face-down spell (R15)."""

    def __init__(self, count: int) -> None:
        super().__init__("activate one", 0, count)

    def fits(self, table: Table) -> bool:
        return self.count < table.players

    def awaited(self, table: Table) -> int:
        return self.count

    def check(self, table: Table, action: Action) -> None:
        if action.seat != self.count:
            raise Illegal("R15", "{seat} may activate a spell now.", seat=seat_name(self.count))
        if isinstance(action, Activate):
            if action.spell not in magic_of(table).face_down(self.count):
                raise Illegal("R15", "Only an own face-down spell can be activated.")
        elif not isinstance(action, Pass):
            raise Illegal("R15", "A magic bean was shown: activate a spell or pass.")

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, Activate):
            activate(table, action.seat, action.spell)
        elif table.events is not None:
            table.events.append(Event("passed", seat=action.seat))

    def options(self, table: Table, seat: int) -> list[Action]:
        if seat != self.count:
            return []
        return [Pass(seat), *[Activate(seat, spell) for spell in magic_of(table).face_down(seat)]]


vocabulary("activate one", lambda count: ActivateOne(count))
