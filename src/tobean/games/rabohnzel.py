"""Rabohnzel (R1-R27): Bohnanza with a magic phase, attacks and spells."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tobean.games.bohnanza import BOHNANZA, deal_hands
from tobean.kernel.cards import Bean, Extra
from tobean.kernel.component import Component
from tobean.kernel.piles import TurnOver
from tobean.kernel.planting import PLANT_FIRST
from tobean.kernel.scoring import ranked
from tobean.kernel.seats import ALL_SEATS
from tobean.kernel.trading import TRADING
from tobean.kernel.turn import NEXT_PLAYER
from tobean.magic.abilities import PlaceCard, PlaceUnderAttack
from tobean.magic.attack import ActivateOne, ChooseThaler, Counter, FarmingAmongSwords
from tobean.magic.casting import CastSpell, DiscardByTrade, after_harvest, draw_spell
from tobean.magic.component import Magic, Ways, magic_of
from tobean.magic.events import DREW_SPELL, SHOWED_SPELL
from tobean.magic.flow import CardFlow, EndFlow, PlantEnchanted
from tobean.magic.phase import (
    AFTER_DRAW,
    BEFORE_DRAW,
    BEGIN_MAGIC,
    DRAW_PHASE,
    END_OF_MAGIC,
    MAGIC_DECISION,
    MAGIC_END,
    PLANT_DUE_BY_MAGIC,
    START_OF_TRADING,
    AfterPlanting,
    UseAbility,
)
from tobean.magic.spells import CAPE, MAGIC, MEAN, PLUCK, PRINCESS, SPELLS, SWORD, VALUES, WHITE, Card, bits_of
from tobean.magic.swap import LaySpell

if TYPE_CHECKING:
    from tobean.kernel.rules import Result
    from tobean.kernel.table import Table

BEANS: Final = (
    Bean(PLUCK, 9, (2, 4, 5, 6), "reconstructed; rulebook: 2 pay 1"),
    Bean(
        CAPE, 11, (3, 5, 6, 0), "rulebook: a spell card from 2 on, 3 pay 1, one to three thalers; 5 and 6 reconstructed"
    ),
    Bean(MEAN, 13, (3, 5, 6, 7), "reconstructed"),
    Bean(WHITE, 14, (3, 5, 6, 7), "rulebook: 3 pay 1; the rest reconstructed"),
    Bean(MAGIC, 15, (3, 5, 7, 8), "reconstructed"),
    Bean(PRINCESS, 17, (2, 4, 6, 7), "rulebook of Excalibohn"),
    Bean(SWORD, 19, (4, 6, 8, 10), "reconstructed"),
)

WAYS: Final = Ways(
    lock_rule="R14",
    counter_is_optional=True,
    stolen_is_announced=True,
    counter_pluck_has_ability=False,
    pile_at_start_only=False,
    turn_is_played_out=False,
    trade_turns_over=False,
)


def make_magic(players: int) -> Component:
    return Magic(WAYS, [() for _ in range(players)], SPELLS, [0] * players)


def setup(table: Table) -> None:
    """A spell each, face down; the holder of the highest one shows it and starts (R2). Then five cards each."""
    magic = magic_of(table)
    for seat in range(table.players):
        spell = draw_spell(table, magic)
        magic.spells[seat] = (Card(spell, False, 1 << seat, False),)
        if table.events is not None:
            table.events.append(DREW_SPELL.of(seat=seat, cards=(spell,), cards_for=1 << seat))
    start = 0
    for seat in range(table.players):
        if VALUES[magic.spells[seat][0].spell] > VALUES[magic.spells[start][0].spell]:
            start = seat
    highest = magic.spells[start][0].spell
    magic.spells[start] = (Card(highest, False, ALL_SEATS, False),)
    higher = bits_of(tuple([spell for spell in SPELLS if VALUES[spell] > VALUES[highest]]))
    magic.spells = [tuple([card.is_not(higher) for card in cards]) for cards in magic.spells]
    table.start = table.active = start
    if table.events is not None:
        table.events.append(SHOWED_SPELL.of(seat=start, cards=(highest,)))
    deal_hands(table)


def most_thalers_then_pfennigs(table: Table) -> Result:
    """Most thalers; tied, more pfennigs on the own spells; still tied, a shared win (R4, E4)."""
    magic = magic_of(table)
    keys = [
        (len(table.thalers[seat]), sum([VALUES[card.spell] for card in magic.spells[seat] if not card.borrowed]))
        for seat in range(table.players)
    ]
    return ranked(table, keys)


RABOHNZEL: Final = replace(
    BOHNANZA,
    name="rabohnzel",
    title="Rabohnzel",
    edition="Lookout, rules 1",
    prefixes=("K", "T", "I", "O", "B", "R"),
    beans=BEANS,
    fields=(2, 2, 2),
    last_run_out=(3, 4, 4),  # R1
    component=make_magic,
    setup=setup,  # R2
    turn=(
        PLANT_FIRST,
        BEGIN_MAGIC,
        MAGIC_DECISION,  # R3, R5
        TurnOver(2),
        START_OF_TRADING,  # R20
        TRADING,
        PLANT_DUE_BY_MAGIC,
        BEFORE_DRAW,  # R16, R26
        DRAW_PHASE,
        AFTER_DRAW,  # R25
        END_OF_MAGIC,
        NEXT_PLAYER,
    ),
    interludes=(
        CardFlow,
        EndFlow,
        LaySpell,
        PlantEnchanted,
        PlaceCard,
        PlaceUnderAttack,
        ChooseThaler,
        Counter,
        ActivateOne,
        AfterPlanting,
    ),
    final=MAGIC_END,
    score=most_thalers_then_pfennigs,  # R4
    options=(),
    extras=tuple(Extra(spell, 1, "rulebook", f"worth {VALUES[spell]}", fixed=True) for spell in SPELLS),
    standing=(UseAbility(), CastSpell(), DiscardByTrade()),  # R16-R27
    farming=FarmingAmongSwords(),  # R14
    after_harvest=after_harvest,  # R9, R18
)
