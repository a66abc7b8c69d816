"""The effects of spells, and when they may be used (R16-R27, E10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.games.magic.actions import Cast
from tobean.games.magic.card_flow import begin_flow, enchant_players
from tobean.games.magic.component import MAX_FIELDS, Magic, magic_of
from tobean.games.magic.events import BORROWED_SPELL, CAST, DREW_SPELL, ENCHANTED, LOST_FIELD, MOVED_CARD, OPENED_FIELD
from tobean.games.magic.magic_phase import (
    PLANT_DUE_BY_MAGIC,
    BeforeDraw,
    MagicPhase,
    PlantDueByMagic,
    SpellWindow,
    StartOfTrading,
    own_planting_done,
)
from tobean.games.magic.spell_swap import swap_spells
from tobean.games.magic.spells import (
    ANY_TIME,
    ATTACK,
    BEANS,
    CAPE,
    CAPES_FOR_A_SPELL,
    FIELD,
    FLOW,
    HAND,
    MOVE,
    PILE,
    PLAYERS,
    RANDOM,
    SWAP,
    TRADE,
    SpellCard,
    spell_name,
)
from tobean.kernel.actions import Action, DiscardTurned
from tobean.kernel.cards import distinct_kinds
from tobean.kernel.errors import Illegal
from tobean.kernel.events import DISCARDED, TOOK_FROM_DISCARD
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.phases.planting import PlantFromHand, plant
from tobean.kernel.phases.trading import Trading
from tobean.kernel.rules import NO_ACTIONS, AnytimeRule
from tobean.kernel.state.hands import HandFact, tuple_without
from tobean.kernel.state.piles import TurnOver
from tobean.kernel.state.seats import ALL_SEATS

if TYPE_CHECKING:
    from tobean.kernel.agenda import Step
    from tobean.kernel.table import Table


def is_window(magic: Magic, spell: int, step: Step) -> bool:
    """Whether the spell may be used at this decision."""
    if spell in ANY_TIME:
        # Between two steps of one's own turn, never inside an ability, an attack or another spell (R16).
        return isinstance(step, (PlantFromHand, MagicPhase, Trading, PlantDueByMagic, SpellWindow))
    if spell == TRADE or (spell == PILE and magic.edition.pile_at_start_only):
        return isinstance(step, StartOfTrading)
    if spell == PILE:
        return isinstance(step, (StartOfTrading, Trading))
    if spell in (FIELD, BEANS):
        return isinstance(step, PlantDueByMagic)
    return spell == HAND and isinstance(step, BeforeDraw)


def window_rule(magic: Magic, spell: int) -> str:
    """Return the rule that says when this spell may be used."""
    if spell in ANY_TIME:
        return "R16"
    if spell in (TRADE, PILE) and magic.edition.pile_at_start_only:
        return "E10"
    return RULES[spell]


RULES: Final[dict[int, str]] = {
    ATTACK: "R17", FIELD: "R18", SWAP: "R19", TRADE: "R20", FLOW: "R21", PILE: "R22", BEANS: "R23", PLAYERS: "R24",
    MOVE: "R25", HAND: "R26", RANDOM: "R27",
}  # fmt: skip


class CastSpell(AnytimeRule):
    """The use of an active spell by the active player, in its window."""

    def opens_field(self, table: Table) -> bool:
        """True because of the field spell (R18)."""
        return True

    def handles(self, action: Action) -> bool:
        return isinstance(action, Cast)

    def check(self, table: Table, action: Action) -> None:
        assert isinstance(action, Cast)
        magic = magic_of(table)
        if action.seat != table.active:
            raise Illegal("R16", "You can use spells only in your own turn.")
        if not magic.is_up(action.seat, action.spell):
            raise Illegal("R16", "{spell} is not active.", spell=KindArg(action.spell, spell_name(action.spell)))
        if action.spell == ATTACK:
            raise Illegal("R17", "The attack spell is used together with mean or sword beans.")
        if not is_window(magic, action.spell, table.agenda[-1]):
            raise Illegal(
                window_rule(magic, action.spell),
                "This is not the time for {spell}.",
                spell=KindArg(action.spell, spell_name(action.spell)),
            )
        check_spell(table, magic, action)

    def take(self, table: Table, action: Action) -> None:
        assert isinstance(action, Cast)
        cast(table, action)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != table.active:
            return NO_ACTIONS
        actions: list[Action] = []
        magic = magic_of(table)
        for card in magic.spells[seat]:
            if card.up and is_window(magic, card.spell, table.agenda[-1]):
                add_casts(table, magic, seat, card.spell, actions)
        return actions


def check_spell(table: Table, magic: Magic, action: Cast) -> None:
    """Check the conditions of each spell beyond its window."""
    spell = action.spell
    if spell == SWAP:
        target = action.target
        if not 0 <= target < table.players or target == action.seat:
            raise Illegal("R19", "Spells are swapped with another player.")
        if not 0 <= action.number < len(magic.face_down(target)):
            raise Illegal("R19", "{seat} has no such face-down spell.", seat=SeatArg(target))
    elif spell == MOVE:
        size = len(table.hands[action.seat])
        if not 0 <= action.number < size or not 0 <= action.to < size or action.number == action.to:
            raise Illegal("R25", "Move a card of your hand to another place in the hand.")
    elif spell in (FIELD, BEANS):
        check_due(table, action)
    elif spell == FLOW and not table.hands[action.seat]:
        raise Illegal("R21", "You have no card in your hand to plant.")
    elif spell == PILE and not table.discard:
        raise Illegal("R22", "The discard pile is empty.")
    elif spell == TRADE and action.without and magic.edition.trade_turns_over:
        raise Illegal("E10", "The trade spell always turns over the third card.")
    elif spell == HAND and table.deals:
        raise Illegal("R26", "A deal was made in phase 2.")
    elif spell == RANDOM and not magic.pile:
        raise Illegal("R27", "The spell pile is empty.")


def check_due(table: Table, action: Cast) -> None:
    """Check the card that the field spell or the beans spell plants: it must be due in phase 3."""
    seat = action.seat
    rule = RULES[action.spell]
    if PLANT_DUE_BY_MAGIC.awaited(table) != seat:
        raise Illegal("O1", "{seat} plants first.", seat=SeatArg(PLANT_DUE_BY_MAGIC.awaited(table)))
    due = table.turned if action.place == TURNED else list(table.aside[seat]) if action.place == ASIDE else []
    if action.card not in due:
        raise Illegal(rule, "{card} is not waiting to be planted.", card=KindArg(action.card))
    rows = table.fields[seat]
    if action.spell == FIELD:
        if len(rows) == MAX_FIELDS:
            raise Illegal("R18", "There is no fourth field.")
    elif not 0 <= action.field < len(rows) or len(rows[action.field]) != 1:
        raise Illegal("R23", "The beans spell needs a field with exactly one card.")


def add_casts(table: Table, magic: Magic, seat: int, spell: int, actions: list[Action]) -> None:
    """Add all ways to use a spell whose window is open."""
    size = len(table.hands[seat])
    if spell == SWAP:
        for target in range(table.players):
            if target != seat:
                for number in range(len(magic.face_down(target))):
                    actions.append(Cast(seat, SWAP, target, number))
    elif spell == MOVE:
        for number in range(size):
            for to in range(size):
                if to != number:
                    actions.append(Cast(seat, MOVE, number=number, to=to))
    elif spell in (FIELD, BEANS):
        if PLANT_DUE_BY_MAGIC.awaited(table) == seat:
            for card in distinct_kinds(table.turned):
                add_due(table, seat, spell, card, TURNED, actions)
            for card in distinct_kinds(table.aside[seat]):
                add_due(table, seat, spell, card, ASIDE, actions)
    elif spell == TRADE:
        actions.append(Cast(seat, TRADE))
        if not magic.edition.trade_turns_over:
            actions.append(Cast(seat, TRADE, without=True))
    elif (
        spell == PLAYERS
        or (spell == FLOW and size)
        or (spell == PILE and table.discard)
        or (spell == HAND and not table.deals)
        or (spell == RANDOM and magic.pile)
    ):
        actions.append(Cast(seat, spell))


def add_due(table: Table, seat: int, spell: int, card: int, place: int, actions: list[Action]) -> None:
    rows = table.fields[seat]
    if spell == FIELD:
        if len(rows) < MAX_FIELDS:
            actions.append(Cast(seat, FIELD, card=card, place=place))
        return
    for field in range(len(rows)):
        if len(rows[field]) == 1:
            actions.append(Cast(seat, BEANS, card=card, place=place, field=field))


# --- effects -----------------------------------------------------------------------------------------------


def cast(table: Table, action: Cast) -> None:
    magic = magic_of(table)
    seat, spell = action.seat, action.spell
    if table.events is not None:
        table.events.append(CAST.of(seat=seat, cards=(spell,)))
    if spell == FLOW:
        begin_flow(table, seat)  # turned down when the flow ends
        return
    if spell == SWAP:
        swap_spells(table, magic, action)
        return
    magic.turn(seat, spell, up=False)
    if spell == PLAYERS:
        enchant_players(table, seat)
    elif spell == MOVE:
        move_card(table, seat, action.number, action.to)
    elif spell == FIELD:
        take_due(table, action)
        table.fields[seat].append(())
        if table.events is not None:
            table.events.append(OPENED_FIELD.of(seat=seat))
        plant(table, seat, action.card, 2)
        own_planting_done(table, seat)
    elif spell == BEANS:
        take_due(table, action)
        if table.fields[seat][action.field][0] != action.card:
            magic.enchanted[seat] |= 1 << action.field
        plant(table, seat, action.card, action.field)
        if table.events is not None:
            table.events.append(ENCHANTED.of(seat=seat, field=action.field, cards=(action.card,)))
        own_planting_done(table, seat)
    elif spell == PILE:
        table.turned.append(table.discard.pop())
        if table.events is not None:
            table.events.append(TOOK_FROM_DISCARD.of(seat=seat, cards=(table.turned[-1],)))
    elif spell == TRADE:
        magic.may_discard = True
        if not action.without:
            table.agenda.append(TurnOver(1))
    elif spell == HAND:
        magic.two_more = True
    else:
        borrow_spell(table, magic, seat)


def take_due(table: Table, action: Cast) -> None:
    if action.place == TURNED:
        table.turned.remove(action.card)
    else:
        table.aside[action.seat] = tuple_without(table.aside[action.seat], action.card)


def draw_spell(table: Table, magic: Magic) -> int:
    """Draw the top card of the spell pile."""
    counts = [0] * (max(magic.pile) + 1)
    for spell in magic.pile:
        counts[spell] += 1
    spell = table.chance.pick(counts, len(magic.pile))
    magic.pile = tuple_without(magic.pile, spell)
    return spell


def borrow_spell(table: Table, magic: Magic, seat: int) -> None:
    """Make the top spell of the pile active until the end of the turn, for the random spell (R27)."""
    spell = draw_spell(table, magic)
    magic.spells[seat] = (*magic.spells[seat], SpellCard(spell, True, ALL_SEATS, True))
    if table.events is not None:
        table.events.append(BORROWED_SPELL.of(seat=seat, cards=(spell,)))


def move_card(table: Table, seat: int, number: int, to: int) -> None:
    """Move one hand card to another position; open offers and hand facts follow (R25, T7, I2)."""
    hand, origins = table.hands[seat], table.origins[seat]
    hand.insert(to, hand.pop(number))
    origins.insert(to, origins.pop(number))
    table.offers = tuple(
        [
            offer.with_places(offer.cards, [position_after_move(place, number, to) for place in offer.places])
            if offer.seat == seat
            else offer
            for offer in table.offers
        ]
    )
    facts: list[HandFact] = []
    for fact in table.shown:
        reach = fact.reach
        if fact.seat == seat and number < reach <= to:
            reach = to + 1
        elif fact.seat == seat and to < reach <= number:
            reach += 1
        facts.append(HandFact(fact.seat, fact.card, fact.count, reach))
    table.shown = tuple(facts)
    if table.events is not None:
        table.events.append(MOVED_CARD.of(seat=seat, position=number, to=to))


def position_after_move(place: int, number: int, to: int) -> int:
    """Return a hand position after the card at `number` went to `to`."""
    if place < 0:
        return place
    if place == number:
        return to
    if number < place <= to:
        return place - 1
    if to <= place < number:
        return place + 1
    return place


class DiscardByTrade(AnytimeRule):
    """Discarding a turned-over card in phase 3 instead of planting it, after the trade spell (R20)."""

    def handles(self, action: Action) -> bool:
        return isinstance(action, DiscardTurned)

    def check(self, table: Table, action: Action) -> None:
        assert isinstance(action, DiscardTurned)
        if action.seat != table.active or not magic_of(table).may_discard:
            raise Illegal("R20", "Cards turned over are discarded only after the trade spell was used.")
        if not isinstance(table.agenda[-1], PlantDueByMagic):
            raise Illegal("R20", "Cards turned over are discarded in phase 3.")
        if action.card not in table.turned:
            raise Illegal("R20", "There is no turned-over {card} to discard.", card=KindArg(action.card))

    def take(self, table: Table, action: Action) -> None:
        assert isinstance(action, DiscardTurned)
        table.turned.remove(action.card)
        table.discard.append(action.card)
        if table.events is not None:
            table.events.append(DISCARDED.of(seat=action.seat, cards=(action.card,)))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != table.active or not table.turned or not magic_of(table).may_discard:
            return NO_ACTIONS
        if not isinstance(table.agenda[-1], PlantDueByMagic):
            return NO_ACTIONS
        return [DiscardTurned(seat, card) for card in distinct_kinds(table.turned)]


def after_harvest(table: Table, seat: int, field: int, row: tuple[int, ...]) -> None:
    """End the ability and the enchantment of a harvested field; Capes bring a spell (R6, R9); a third field is
    removed (R18)."""
    magic = magic_of(table)
    bit = 1 << field
    magic.enchanted[seat] &= ~bit
    if seat == table.active:
        magic.used &= ~bit
        magic.begun &= ~bit
    if len(table.fields[seat]) == MAX_FIELDS:
        table.fields[seat].pop(field)
        magic.enchanted[seat] = without_field(magic.enchanted[seat], field)
        if seat == table.active:
            magic.used = without_field(magic.used, field)
            magic.begun = without_field(magic.begun, field)
        if table.events is not None:
            table.events.append(LOST_FIELD.of(seat=seat, field=field))
    if row[-1] == CAPE and len(row) >= CAPES_FOR_A_SPELL and magic.pile:
        spell = draw_spell(table, magic)
        magic.spells[seat] = (*magic.spells[seat], SpellCard(spell, False, 1 << seat, False))
        if table.events is not None:
            table.events.append(DREW_SPELL.of(seat=seat, cards=(spell,), cards_for=1 << seat))


def without_field(fields: int, removed: int) -> int:
    """Return a set of fields after one of them was removed: those behind it move up."""
    below = fields & ((1 << removed) - 1)
    return below | fields >> removed + 1 << removed
