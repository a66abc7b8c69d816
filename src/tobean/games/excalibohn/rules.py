"""Excalibohn (E1-E14): the later edition of Rabohnzel, as a set of changes to it."""

from dataclasses import replace
from typing import Final

from tobean.games.magic import magic_phase
from tobean.games.magic.component import MagicEdition, magic_of, new_magic
from tobean.games.magic.spells.shared_spells import SHARED_SPELLS
from tobean.games.magic.spells.spell import kinds_of
from tobean.games.rabohnzel.rules import RULES as RABOHNZEL
from tobean.kernel.actions import Action, Harvest
from tobean.kernel.component import Component, Options
from tobean.kernel.phases.planting import PLANT_FIRST
from tobean.kernel.phases.trading import TRADING
from tobean.kernel.phases.turn import END_IF_NO_PILE, NEXT_PLAYER
from tobean.kernel.rules import AnytimeRule, Option
from tobean.kernel.state.action_cache import FIELDS_BY_MASK
from tobean.kernel.state.harvest import harvestable, row_payout
from tobean.kernel.state.piles import TurnOver
from tobean.kernel.table import Table

EDITION: Final = MagicEdition(
    lock_rule="E6",
    attack_locks_all=True,
    counter_is_optional=False,  # E7
    stolen_is_announced=False,  # E14
    counter_pluck_has_ability=True,  # E7
    pile_at_start_only=True,  # E10
    turn_is_played_out=True,  # E3
    trade_turns_over=True,  # E10
    spells=kinds_of(SHARED_SPELLS),
)


def make_magic(players: int, options: Options) -> Component:
    return new_magic(EDITION, players)


def discards(table: Table, seat: int, field: int, order: tuple[int, ...]) -> str:
    """Check the owner's choice of the discards, their order and, of an enchanted row, which cards become thalers
    (E5)."""
    row = table.fields[seat][field]
    if len(order) != len(row) - row_payout(table, row):
        return "E5"
    rest = list(row)
    for card in order:
        if card not in rest:
            return "E5"
        rest.remove(card)
    return ""


class EnchantedHarvests(AnytimeRule):
    """The ways to harvest an enchanted row: its first card at any place among the discards, or among the thalers
    (E5)."""

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        actions: list[Action] = []
        enchanted = magic_of(table).enchanted[seat]
        if not enchanted:
            return actions
        for field in FIELDS_BY_MASK[harvestable(table, table.decision, seat) & enchanted]:
            row = table.fields[seat][field]
            discarded = len(row) - row_payout(table, row)
            rest = row[1:]
            for place in range(1, discarded):
                actions.append(Harvest(seat, field, tuple(rest[:place] + row[:1] + rest[place : discarded - 1])))
            if 0 < discarded < len(row):
                actions.append(Harvest(seat, field, tuple(rest[:discarded])))
        return actions


RULES: Final = replace(
    RABOHNZEL,
    name="excalibohn",
    title="Excalibohn",
    edition="AMIGO 02051, rules 2",
    display_order=3,
    prefixes=("K", "T", "I", "O", "B", "R", "E"),
    component=make_magic,
    turn=(
        PLANT_FIRST,  # E1: 1a
        magic_phase.BEGIN_MAGIC,
        magic_phase.MAGIC_DECISION,  # E1, E2: 1b
        TurnOver(2),
        magic_phase.START_OF_TRADING,  # E10
        TRADING,  # E13: spell cards are not beans and cannot be traded
        magic_phase.PLANT_DUE_BY_MAGIC,
        magic_phase.BEFORE_DRAW,
        magic_phase.DRAW_TO_THE_END,  # E3, E12
        magic_phase.AFTER_DRAW,
        magic_phase.END_OF_MAGIC,
        END_IF_NO_PILE,  # E3
        NEXT_PLAYER,
    ),
    options=(
        Option(
            "field_spell_in_magic_phase",
            False,
            "the field spell may also be used with a card planted in phase 1b",
            "E9",
        ),
    ),
    extras=tuple(spell.card() for spell in SHARED_SPELLS),
    anytime_rules=(*RABOHNZEL.anytime_rules, EnchantedHarvests()),
    discards=discards,  # E5
)
