"""Sword beans: attacks, their effects, and counter-attacks to any depth (R14, R15, R17, E6, E7).

From naming the target until the attack is over, the steps below are on the agenda; while one of them is open, the
target may not harvest, in a counter-attack the active player may not either (R14), and in Excalibohn no player may
(E6).
"""

from typing import Final

from tobean.games.magic import abilities
from tobean.games.magic.actions import Activate, Choose, CounterAttack
from tobean.games.magic.cards import ATTACK, CAPE, CAPES_FOR_A_SPELL, MAGIC, PLUCK, PRINCESS, SWORD
from tobean.games.magic.component import ATTACK_STEP, magic_of
from tobean.games.magic.events import ATTACKED, CHOSE_THALER, WON_THALER
from tobean.kernel.actions import Action, Pass
from tobean.kernel.agenda import Decision, Step, register_step
from tobean.kernel.errors import BadTable, Illegal
from tobean.kernel.events import PASSED
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.parameters import FlagParameter, KindParameter, SeatParameter
from tobean.kernel.state.field_rules import FieldRules
from tobean.kernel.state.harvest import row_payout
from tobean.kernel.table import Table


class MagicFieldRules(FieldRules):
    """Restrictions on harvests during an attack, derived from the agenda (R14, E6)."""

    def harvest_forbidden_by(self, table: Table, decision: Step, seat: int) -> str:
        if not isinstance(decision, (ChooseThaler, CounterAttackDecision, ActivateOne, abilities.PlaceUnderAttack)):
            return ""
        attack = attack_below(table)
        if attack is not None and not attack.locks(table, seat):
            return ""
        return magic_of(table).edition.lock_rule

    def raise_harvest_error(self, table: Table, decision: Step, seat: int, rule: str) -> None:
        attack = attack_below(table)
        if attack is None:
            raise Illegal(rule, "An attack is being carried out: nobody may harvest until it is over.")
        if seat == attack.target:
            raise Illegal(
                rule, "{seat} is under attack and may not harvest until the attack is over.", seat=SeatArg(seat)
            )
        raise Illegal(
            rule,
            "Because of the counter-attack {seat} may not harvest until the attack is over.",
            seat=SeatArg(seat),
        )

    def raise_discards_error(self, table: Table, seat: int, field: int, discards: tuple[int, ...]) -> None:
        """Name the enchanted card if it would become a thaler instead of one planted on it (R23)."""
        row = table.fields[seat][field]
        if not magic_of(table).enchanted[seat] >> field & 1 or table.rules.discards is not None:
            return
        if discards == row[1 : len(row) - row_payout(table, row) + 1]:
            raise Illegal("R23", "The enchanted {card} cannot become a thaler.", card=KindArg(row[0]))


class Attack(Step):
    """The step below all decisions of an attack, which holds the seats that may not harvest during it (R14).

    It is absent in Excalibohn, where no player may harvest during an attack (E6).
    """

    NAME = ATTACK_STEP
    PARAMETERS = (SeatParameter("target"), FlagParameter("countered", "countered"))

    def __init__(self, target: int, countered: bool = False) -> None:
        super().__init__()
        self.target = target
        self.countered = countered

    def fits(self, table: Table) -> bool:
        return super().fits(table) and self.target != table.active

    def check_agenda_index(self, table: Table, index: int) -> None:
        if magic_of(table).edition.attack_locks_all:
            raise BadTable("next: there is no step {step!r} here: during an attack nobody may harvest (E6)", step=self)
        decision = table.agenda[-1]
        if index != len(table.agenda) - 2 or not isinstance(decision, ATTACK_DECISIONS):
            raise BadTable("next: {step!r} lies just below a decision of the attack (R14)", step=self)
        if self.countered:
            abilities.check_shown(table, self, self.target, SWORD)
        if not all(seat in (table.active, self.target) for seat in seats_of(decision)):
            raise BadTable(
                "next: {step!r}: the attack is on {seat}; only that player and the active one take part in it (R14)",
                step=decision,
                seat=SeatArg(self.target),
            )
        if not self.countered:
            self.check_first_strike(table, decision)

    def check_first_strike(self, table: Table, decision: Step) -> None:
        """Check a decision before a Sword was shown: the active player has struck at the target (R15)."""
        if isinstance(decision, CounterAttackDecision):
            raise BadTable("next: {step!r}: no sword has been shown in this attack (R15)", step=decision)
        has_wrong_attacker = isinstance(decision, abilities.PlaceUnderAttack) != (seats_of(decision)[0] == self.target)
        if has_wrong_attacker:
            raise BadTable(
                "next: {step!r}: {seat} is the attacker as long as no sword has been shown (R15)",
                step=decision,
                seat=SeatArg(table.active),
            )

    def locks(self, table: Table, seat: int) -> bool:
        return seat == self.target or (self.countered and seat == table.active)


register_step(Attack)


def begin_attack(table: Table, attacker: int, target: int, with_spell: bool) -> None:
    """Begin an attack on the named target (R14)."""
    if not magic_of(table).edition.attack_locks_all:
        table.agenda.append(Attack(target))
    table.agenda.append(Strike(attacker, target, with_spell))


def attack_below(table: Table) -> Attack | None:
    """Return the attack to which the decision on top of the agenda belongs."""
    below = table.agenda[-2] if len(table.agenda) > 1 else None
    return below if isinstance(below, Attack) else None


class Strike(Step):
    """The step in which the attacker draws and shows one of the target's thalers; with the attack spell two (R14,
    R17)."""

    NAME = "strike"
    PARAMETERS = (SeatParameter("attacker"), SeatParameter("target"), FlagParameter("with_spell", "spell"))

    def __init__(self, attacker: int, target: int, with_spell: bool = False) -> None:
        super().__init__()
        self.attacker = attacker
        self.target = target
        self.with_spell = with_spell

    def run(self, table: Table) -> None:
        attacker, target = self.attacker, self.target
        first = abilities.pick_thaler(table, table.thalers[target])
        if table.events is not None:
            table.events.append(ATTACKED.of(seat=attacker, target=target, cards=(first,)))
        if not self.with_spell:
            resolve(table, attacker, target, first)
            return
        rest = list(table.thalers[target])
        rest.remove(first)
        if not rest:
            # From a target with one thaler, one is drawn (R17).
            magic_of(table).turn(attacker, ATTACK, up=False)
            resolve(table, attacker, target, first)
            return
        second = abilities.pick_thaler(table, tuple(rest))
        if table.events is not None:
            table.events.append(ATTACKED.of(seat=attacker, target=target, cards=(second,)))
        table.agenda.append(ChooseThaler(attacker, target, first, second))


register_step(Strike)


class ChooseThaler(Decision):
    """The decision which of two drawn thalers counts (R17)."""

    NAME = "choose thaler"
    PARAMETERS = (SeatParameter("attacker"), SeatParameter("target"), KindParameter("first"), KindParameter("second"))

    def __init__(self, attacker: int, target: int, first: int, second: int) -> None:
        super().__init__()
        self.attacker = attacker
        self.target = target
        self.first = first
        self.second = second

    def fits(self, table: Table) -> bool:
        if not super().fits(table) or self.attacker == self.target:
            return False
        thalers = table.thalers[self.target]
        return self.second in thalers and thalers.count(self.first) > (1 if self.first == self.second else 0)

    def check_agenda_index(self, table: Table, index: int) -> None:
        abilities.check_under_attack(table, index)
        attack = attack_below(table)
        if self.attacker != table.active or (attack is not None and attack.countered):
            raise BadTable("next: {step!r}: the attack spell is not for counter-attacks (R17)", step=self)
        if not magic_of(table).is_up(self.attacker, ATTACK):
            raise BadTable(
                "next: {step!r}: two thalers are drawn only with the attack spell, which is not active (R17)", step=self
            )

    def awaited(self, table: Table) -> int:
        return self.attacker

    def check(self, table: Table, action: Action) -> None:
        if action.seat != self.attacker:
            raise Illegal("R17", "{seat} chooses between two thalers.", seat=SeatArg(self.attacker))
        if not isinstance(action, Choose) or action.card not in (self.first, self.second):
            raise Illegal("R17", "One of the two thalers drawn must count.")

    def take(self, table: Table, action: Action) -> None:
        if isinstance(action, Choose):
            table.agenda.pop()
            magic_of(table).turn(self.attacker, ATTACK, up=False)
            if table.events is not None:
                table.events.append(CHOSE_THALER.of(seat=self.attacker, cards=(action.card,)))
            resolve(table, self.attacker, self.target, action.card)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != self.attacker:
            return []
        if self.first == self.second:
            return [Choose(seat, self.first)]
        return [Choose(seat, self.first), Choose(seat, self.second)]


register_step(ChooseThaler)


def resolve(table: Table, attacker: int, target: int, card: int) -> None:
    """Carry out the effect of the thaler that counts (R15)."""
    magic = magic_of(table)
    if card == PRINCESS:
        abilities.lose_thaler(table, target, card)
        table.thalers[attacker] = (*table.thalers[attacker], card)
        if table.events is not None:
            table.events.append(WON_THALER.of(seat=attacker, target=target, cards=(card,)))
    elif card == SWORD:
        if not table.thalers[attacker] or only_swords(table, attacker, target):
            return
        begin_counter(table)
        if magic.edition.counter_is_optional:
            table.agenda.append(CounterAttackDecision(target, attacker))
        else:
            table.agenda.append(Strike(target, attacker))
    elif card == PLUCK:
        if table.hands[attacker]:
            abilities.steal(table, target, attacker)
            gains_ability = target == table.active and magic.edition.counter_pluck_has_ability
            table.agenda.append(abilities.PlaceUnderAttack(target, gains_ability))
    elif card == MAGIC and (magic.face_down(attacker) or may_win_spell(table, attacker)):
        table.agenda.append(ActivateOne(attacker))


def begin_counter(table: Table) -> None:
    """Note that a Sword was shown: from now on the active player may not harvest either (R14)."""
    attack = table.agenda[-1]
    if isinstance(attack, Attack) and not attack.countered:
        table.agenda[-1] = Attack(attack.target, countered=True)


def may_win_spell(table: Table, attacker: int) -> bool:
    """Whether a harvest of Capes could bring the attacker a spell before one is activated (R9, R14, R15)."""
    attack = table.agenda[-1]
    if not magic_of(table).pile or not isinstance(attack, Attack) or attack.locks(table, attacker):
        return False
    return any(len(row) >= CAPES_FOR_A_SPELL and row[-1] == CAPE for row in table.fields[attacker])


def only_swords(table: Table, one: int, other: int) -> bool:
    """Whether both sides have only Swords: the attack is over, because the chain would never end (R15)."""
    return all(card == SWORD for card in table.thalers[one]) and all(card == SWORD for card in table.thalers[other])


class CounterAttackDecision(Decision):
    """The decision whether to strike back at the attacker after a Sword was shown (R15)."""

    NAME = "counter-attack"
    PARAMETERS = (SeatParameter("striker"), SeatParameter("target"))

    def __init__(self, striker: int, target: int) -> None:
        super().__init__()
        self.striker = striker
        self.target = target

    def fits(self, table: Table) -> bool:
        return super().fits(table) and self.striker != self.target and bool(table.thalers[self.target])

    def check_agenda_index(self, table: Table, index: int) -> None:
        abilities.check_under_attack(table, index)
        if not magic_of(table).edition.counter_is_optional:
            raise BadTable("next: there is no step {step!r} here: a counter-attack follows by itself (E7)", step=self)
        abilities.check_shown(table, self, self.striker, SWORD)
        if only_swords(table, self.striker, self.target):
            raise BadTable(
                "next: {step!r}: if all thalers of both are sword beans, the attack is over (R15)", step=self
            )

    def awaited(self, table: Table) -> int:
        return self.striker

    def check(self, table: Table, action: Action) -> None:
        if action.seat != self.striker:
            raise Illegal("R15", "{seat} may counter-attack now.", seat=SeatArg(self.striker))
        if not isinstance(action, (Pass, CounterAttack)):
            raise Illegal("R15", "A sword was shown: counter-attack or pass.")

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, CounterAttack):
            table.agenda.append(Strike(self.striker, self.target))
        elif table.events is not None:
            table.events.append(PASSED.of(seat=action.seat))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        return [Pass(seat), CounterAttack(seat)] if seat == self.striker else []


register_step(CounterAttackDecision)


class ActivateOne(Decision):
    """The attacker's decision to activate one own face-down spell after a Magic bean was shown (R15).

    It is also open to an attacker without a face-down spell if a harvest of Capes could bring one (R9, R14); all of
    this is public.
    """

    NAME = "activate one"
    PARAMETERS = (SeatParameter("seat"),)

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat

    def check_agenda_index(self, table: Table, index: int) -> None:
        abilities.check_under_attack(table, index)
        attack = attack_below(table)
        if self.seat != table.active:
            targets = [table.active]
        elif attack is not None:
            targets = [attack.target]
        else:
            targets = [seat for seat in range(table.players) if seat != table.active]
        if not any(MAGIC in table.thalers[target] for target in targets):
            # Raises an error that names the first possible target.
            abilities.check_shown(table, self, targets[0], MAGIC)

    def awaited(self, table: Table) -> int:
        return self.seat

    def check(self, table: Table, action: Action) -> None:
        if action.seat != self.seat:
            raise Illegal("R15", "{seat} may activate a spell now.", seat=SeatArg(self.seat))
        if isinstance(action, Activate):
            if action.spell not in magic_of(table).face_down(self.seat):
                raise Illegal("R15", "You can activate only a face-down spell of your own.")
        elif not isinstance(action, Pass):
            raise Illegal("R15", "A magic bean was shown: activate a spell or pass.")

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, Activate):
            abilities.activate(table, action.seat, action.spell)
        elif table.events is not None:
            table.events.append(PASSED.of(seat=action.seat))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != self.seat:
            return []
        return [Pass(seat), *[Activate(seat, spell) for spell in magic_of(table).face_down(seat)]]


register_step(ActivateOne)
ATTACK_DECISIONS: Final = (ChooseThaler, CounterAttackDecision, ActivateOne, abilities.PlaceUnderAttack)


def seats_of(decision: Step) -> tuple[int, ...]:
    """Return the seats that a decision of an attack names, the deciding one first."""
    if isinstance(decision, ChooseThaler):
        return (decision.attacker, decision.target)
    if isinstance(decision, CounterAttackDecision):
        return (decision.striker, decision.target)
    assert isinstance(decision, (ActivateOne, abilities.PlaceUnderAttack))
    return (decision.seat,)
