"""The abilities of the kinds (R5-R13), which a field can use in the magic phase, once until it is replanted."""

from typing import ClassVar, Final

from tobean.games.magic.actions import Keep, Use
from tobean.games.magic.cards import ATTACK, CAPE, FIELD, MAGIC, MEAN, PLUCK, SWORD, WHITE
from tobean.games.magic.component import ATTACK_STEP, MAGIC_PHASE, MAX_FIELDS, magic_of
from tobean.games.magic.events import ACTIVATED, DISCARDED_THALER, KEPT, OPENED_FIELD, SHOWED_THALER, STOLE
from tobean.games.magic.spells.registry import spell_name
from tobean.kernel.actions import Action, Plant
from tobean.kernel.agenda import Decision, PromptContext, Step, register_step
from tobean.kernel.errors import BadTable, Illegal
from tobean.kernel.events import ALL, DREW
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_locations import FRONT
from tobean.kernel.notation.parameters import FlagParameter, Parameter, SeatParameter
from tobean.kernel.phases.planting import check_field, fields_for, plant
from tobean.kernel.state import hands
from tobean.kernel.state.action_cache import planting
from tobean.kernel.state.harvest import no_field
from tobean.kernel.state.piles import draw_card
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import HandFact

LARGE_FIELD: Final = 4


class UsingAbilities(Decision):
    """A decision at which the abilities of fields may be used: the magic phase (R5) or a card flow (R21)."""

    def __init__(self, phase: int, by_spell: bool) -> None:
        super().__init__(phase)
        self.by_spell = by_spell
        """Whether the decision is part of a spell."""


# --- planting during the magic phase -----------------------------------------------------------------------


def plant_with_ability(table: Table, seat: int, card: int, field: int, gains_ability: bool) -> None:
    """Plant a card. On an empty field its ability becomes usable this turn only if `gains_ability` (R6, R15)."""
    magic = magic_of(table)
    bit = 1 << field
    if field == len(table.fields[seat]):
        open_third_field(table, seat)
    if not table.fields[seat][field] and seat == table.active:
        if is_card_flow_running(table):
            magic.begun |= bit
        if table.phase == MAGIC_PHASE:
            magic.used = magic.used & ~bit if gains_ability else magic.used | bit
    plant(table, seat, card, field)


def is_card_flow_running(table: Table) -> bool:
    for step in table.agenda:  # noqa: SIM110 - a loop is faster when compiled
        if isinstance(step, UsingAbilities) and step.by_spell:
            return True
    return False


def open_third_field(table: Table, seat: int) -> None:
    """Open a third field; planting on it uses up the field spell (R18)."""
    table.fields[seat].append(())
    magic_of(table).turn(seat, FIELD, up=False)
    if table.events is not None:
        table.events.append(OPENED_FIELD.of(seat=seat))


def may_open_third(table: Table, seat: int) -> bool:
    """Whether a card won in the magic phase may open a third field: only by an option (E9), and not inside another
    spell."""
    return (
        seat == table.active
        and isinstance(table.agenda[-1], PlaceCard)
        and not isinstance(table.agenda[-1], PlaceUnderAttack)
        and not is_card_flow_running(table)
        and table.options.get("field_spell_in_magic_phase") is True
        and table.phase == MAGIC_PHASE
        and len(table.fields[seat]) < MAX_FIELDS
        and magic_of(table).is_up(seat, FIELD)
    )


def check_target_field(table: Table, seat: int, card: int, field: int) -> None:
    if field == len(table.fields[seat]) and may_open_third(table, seat):
        return
    check_field(table, seat, card, field)


def plantings(table: Table, seat: int, card: int) -> list[Action]:
    actions: list[Action] = [planting(seat, card, FRONT, field) for field in fields_for(table, seat, card)]
    if may_open_third(table, seat):
        actions.append(planting(seat, card, FRONT, len(table.fields[seat])))
    return actions


class PlaceCard(Decision):
    """The decision to keep or plant a card just plucked (R8) or drawn by White beans (R11), at the back of the hand."""

    NAME = "place card"
    PROMPT_KEY = "place card"
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = (
        SeatParameter("seat"),
        FlagParameter("gains_ability", "fresh"),
        FlagParameter("drawn", "drawn"),
    )

    def __init__(self, seat: int, gains_ability: bool = False, drawn: bool = False) -> None:
        super().__init__()
        self.seat = seat
        self.gains_ability = gains_ability
        """Whether the ability is usable if the card is planted on an empty field (R6)."""
        self.drawn = drawn
        self.rule = "R11" if drawn else "R8"
        self.plants_last_card = True

    def fits(self, table: Table) -> bool:
        return super().fits(table) and bool(table.hands[self.seat])

    def prompt_key(self, position: PromptContext) -> str:
        return "place card, drawn" if self.drawn else self.PROMPT_KEY

    def awaited(self, table: Table) -> int:
        return self.seat

    def check(self, table: Table, action: Action) -> None:
        seat = self.seat
        if action.seat != seat:
            raise Illegal(self.rule, "{seat} has a card to place.", seat=SeatArg(seat))
        if isinstance(action, Plant):
            card = table.hands[seat][-1]
            if action.place != FRONT or action.card != card:
                raise Illegal(self.rule, "Only the card just won can be planted now.")
            check_target_field(table, seat, card, action.field)
        elif not isinstance(action, Keep):
            raise Illegal(self.rule, "The card just won is kept or planted now.")

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, Plant):
            hands.remove_from_hand(table, action.seat, len(table.hands[action.seat]) - 1)
            plant_with_ability(table, action.seat, action.card, action.field, gains_ability=self.gains_ability)
        elif table.events is not None:
            table.events.append(KEPT.of(seat=action.seat))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != self.seat:
            return []
        return [Keep(seat), *plantings(table, seat, table.hands[seat][-1])]


class PlaceUnderAttack(PlaceCard):
    """`PlaceCard` during an attack, when the owner may not harvest: the card can be planted only where it fits (R14,
    R15)."""

    NAME = "place card under attack"
    PROMPT_KEY = "place card, attack"
    PARAMETERS = (SeatParameter("seat"), FlagParameter("gains_ability", "fresh"))

    def __init__(self, seat: int, gains_ability: bool = False) -> None:
        super().__init__(seat, gains_ability)
        self.rule = "R15"

    def check_agenda_index(self, table: Table, index: int) -> None:
        check_under_attack(table, index)
        check_shown(table, self, self.seat, PLUCK)


register_step(PlaceCard, PlaceUnderAttack)


def check_under_attack(table: Table, index: int) -> None:
    """Check that the step at this index of the agenda is next, on its attack, and in the magic phase (R7, R14)."""
    if index != len(table.agenda) - 1 or table.phase != MAGIC_PHASE:
        raise BadTable(
            "next: {step!r} belongs to an attack, which is made in the magic phase and interrupts it (R7, R14)",
            step=table.agenda[index],
        )
    if not magic_of(table).edition.attack_locks_all and table.agenda[index - 1].NAME != ATTACK_STEP:
        raise BadTable(
            "next: after {step!r} comes {then!r} ({rule})", step=table.agenda[index], then=ATTACK_STEP, rule="R14"
        )


def check_shown(table: Table, step: Step, seat: int, card: int) -> None:
    """Check that this seat has the thaler that the attack must have shown: only a Princess changes its owner (R15)."""
    if card not in table.thalers[seat]:
        raise BadTable(
            "next: {step!r}: {seat} has no {card} among the thalers that the attack could have shown (R15)",
            step=step,
            seat=SeatArg(seat),
            card=KindArg(card),
        )


# --- stealing ----------------------------------------------------------------------------------------------


def steal(table: Table, thief: int, victim: int) -> None:
    """Move the back hand card of the victim to the back of the thief's hand (R8, R15, E14)."""
    position = len(table.hands[victim]) - 1
    origin = table.origins[victim][position]
    informed_seats = ALL
    if magic_of(table).edition.stolen_is_announced:
        card = hands.remove_from_hand(table, victim, position)
        origin = hands.marked_seen_by_all(origin)
    else:
        informed_seats = 1 << thief | 1 << victim
        card = remove_back_card_unseen(table, victim, position)
        origin = hands.marked_seen_by(origin, victim)
    hands.add_to_hand_back(table, thief, card, origin)
    if table.events is not None:
        table.events.append(STOLE.of(seat=thief, victim=victim, cards=(card,), cards_for=informed_seats))


def remove_back_card_unseen(table: Table, seat: int, position: int) -> int:
    """Remove the back card of a hand unseen: any fact about the hand may have been about this card (I2)."""
    table.origins[seat].pop(position)
    remaining_facts: list[HandFact] = []
    for fact in table.shown:
        if fact.seat != seat or position >= fact.reach:
            remaining_facts.append(fact)
        elif fact.count > 1:
            remaining_facts.append(HandFact(seat, fact.card, fact.count - 1, fact.reach - 1))
    table.shown = tuple(remaining_facts)
    return table.hands[seat].pop(position)


# --- random thalers ----------------------------------------------------------------------------------------


def pick_thaler(table: Table, thalers: tuple[int, ...]) -> int:
    """Pick one card of a shuffled thaler pile."""
    counts = [0] * len(table.bag)
    for card in thalers:
        counts[card] += 1
    return table.chance.pick(counts, len(thalers))


def lose_thaler(table: Table, seat: int, card: int) -> None:
    """Remove a thaler of this kind from the pile, the one earned last."""
    thalers = list(table.thalers[seat])
    thalers.reverse()
    thalers.remove(card)
    thalers.reverse()
    table.thalers[seat] = tuple(thalers)


def number_on(table: Table, card: int) -> int:
    """Return the number printed on a card (K1)."""
    for bean in table.rules.beans:
        if bean.kind == card:
            return bean.count
    return 0


# --- using an ability --------------------------------------------------------------------------------------


def check_use(table: Table, action: Use) -> None:
    """Check the use of a field's ability by the active player (R5-R14, R17)."""
    seat, field = action.seat, action.field
    magic = magic_of(table)
    rows = table.fields[seat]
    if not 0 <= field < len(rows):
        raise no_field(table, field, len(rows))
    if not rows[field]:
        raise Illegal("R5", "Nothing grows on field {field}.", field=field + 1)
    if magic.used >> field & 1:
        raise Illegal("R7", "The ability of field {field} is used up until the field is replanted.", field=field + 1)
    kind, size = rows[field][-1], len(rows[field])
    if kind in (PLUCK, SWORD):
        check_target(table, action, kind)
    elif action.target >= 0:
        raise Illegal("R5", "This ability is not used on another player.")
    if kind == MAGIC:
        check_activation(table, action, 2 if size >= LARGE_FIELD else 1)
    elif action.spells:
        raise Illegal("R5", "Only magic beans activate spells.")
    if action.with_attack:
        if not magic.is_up(seat, ATTACK):
            raise Illegal("R17", "The attack spell is not active.")
        if kind != SWORD and (kind != MEAN or size >= LARGE_FIELD):
            raise Illegal("R17", "The attack spell is for sword beans, or for one to three mean beans.")
    elif kind == MEAN and size < LARGE_FIELD:
        raise Illegal("R10", "Mean beans need four on the field, or the attack spell.")
    if kind == WHITE and table.no_pile:
        raise Illegal("R11", "There is no draw pile left to draw from.")
    if kind not in (PLUCK, MEAN, WHITE, MAGIC, SWORD):
        rule = "R9" if kind == CAPE else "R13"
        raise Illegal(rule, "{card} has no ability.", card=KindArg(kind))


def check_target(table: Table, action: Use, kind: int) -> None:
    target = action.target
    if not 0 <= target < table.players or target == action.seat:
        raise Illegal("R8" if kind == PLUCK else "R14", "This ability is used on another player.")
    if kind == PLUCK and not table.hands[target]:
        raise Illegal("R8", "{seat} has no hand card to take.", seat=SeatArg(target))
    if kind == SWORD and not table.thalers[target]:
        raise Illegal("R14", "{seat} has no thalers to attack.", seat=SeatArg(target))


def check_activation(table: Table, action: Use, maximum: int) -> None:
    spells = action.spells
    if not 1 <= len(spells) <= maximum or len(set(spells)) != len(spells):
        raise Illegal("R12", "This field activates one spell, with four or more cards up to two different ones.")
    face_down = magic_of(table).face_down(action.seat)
    for spell in spells:
        if spell not in face_down:
            raise Illegal(
                "R12", "{spell} is not a face-down spell of your own.", spell=KindArg(spell, spell_name(spell))
            )


def list_uses(table: Table, seat: int, fields: int) -> list[Action]:
    """List all uses of the abilities of these fields."""
    actions: list[Action] = []
    magic = magic_of(table)
    for field in range(len(table.fields[seat])):
        row = table.fields[seat][field]
        if not row or not fields >> field & 1 or magic.used >> field & 1:
            continue
        kind, size = row[-1], len(row)
        if kind == PLUCK:
            for target in range(table.players):
                if target != seat and table.hands[target]:
                    actions.append(Use(seat, field, target))
        elif kind == MEAN:
            if size >= LARGE_FIELD:
                actions.append(Use(seat, field))
            elif magic.is_up(seat, ATTACK):
                actions.append(Use(seat, field, with_attack=True))
        elif kind == WHITE and not table.no_pile:
            actions.append(Use(seat, field))
        elif kind == MAGIC:
            add_activations(seat, field, magic.face_down(seat), size, actions)
        elif kind == SWORD:
            for target in range(table.players):
                if target != seat and table.thalers[target]:
                    actions.append(Use(seat, field, target))
                    if magic.is_up(seat, ATTACK):
                        actions.append(Use(seat, field, target, with_attack=True))
    return actions


def add_activations(seat: int, field: int, face_down: list[int], size: int, actions: list[Action]) -> None:
    for index in range(len(face_down)):
        actions.append(Use(seat, field, spells=(face_down[index],)))
        if size >= LARGE_FIELD:
            for other in range(len(face_down)):
                if other != index:
                    actions.append(Use(seat, field, spells=(face_down[index], face_down[other])))


def activate(table: Table, seat: int, spell: int) -> None:
    """Turn one's own spell face up, which makes it public (R16, I2)."""
    magic_of(table).turn(seat, spell, up=True)
    if table.events is not None:
        table.events.append(ACTIVATED.of(seat=seat, cards=(spell,)))


def use_mean_beans(table: Table) -> None:
    """Make every other player with thalers show one, and discard those below the highest number (R10, E8)."""
    shown: list[tuple[int, int]] = []
    for step in range(1, table.players):
        seat = (table.active + step) % table.players
        if table.thalers[seat]:
            card = pick_thaler(table, table.thalers[seat])
            shown.append((seat, card))
            if table.events is not None:
                table.events.append(SHOWED_THALER.of(seat=seat, cards=(card,)))
    highest = max([number_on(table, card) for _, card in shown], default=0)
    for seat, card in shown:
        if number_on(table, card) < highest:
            lose_thaler(table, seat, card)
            table.discard.append(card)
            if table.events is not None:
                table.events.append(DISCARDED_THALER.of(seat=seat, cards=(card,)))


def use_white_beans(table: Table, size: int) -> None:
    """Draw a card; from a field with four or more it may be planted at once (R11)."""
    if size >= LARGE_FIELD:
        table.agenda.append(PlaceCard(table.active, gains_ability=True, drawn=True))
    card = draw_card(table)
    hands.add_drawn_card(table, table.active, card)
    if table.events is not None:
        table.events.append(DREW.of(seat=table.active, cards=(card,), cards_for=1 << table.active))


def use_pluck_beans(table: Table, target: int) -> None:
    """Steal a card, then keep or plant it (R8)."""
    steal(table, table.active, target)
    table.agenda.append(PlaceCard(table.active, gains_ability=True))
