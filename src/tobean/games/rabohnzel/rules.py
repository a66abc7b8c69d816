"""Rabohnzel (R1-R27): Bohnanza with a magic phase, attacks and spells."""

from dataclasses import replace
from typing import Final

from tobean.games.bohnanza.rules import RULES as BOHNANZA
from tobean.games.bohnanza.rules import deal_hands
from tobean.games.magic import magic_phase
from tobean.games.magic.abilities import PlaceCard, PlaceUnderAttack
from tobean.games.magic.attack import ActivateOne, Attack, ChooseThaler, CounterAttackDecision, MagicFieldRules
from tobean.games.magic.component import MagicEdition, magic_of, new_magic
from tobean.games.magic.events import DREW_SPELL, SHOWED_SPELL
from tobean.games.magic.harvest import after_harvest
from tobean.games.magic.spell_card import SpellCard
from tobean.games.magic.spells.front_card_spells import CardFlow, EndFlow, PlantEnchanted
from tobean.games.magic.spells.registry import SPELL_VALUES, bits_of
from tobean.games.magic.spells.shared_spells import SHARED_SPELLS
from tobean.games.magic.spells.spell import CastSpell, Spell, kinds_of
from tobean.games.magic.spells.swap_spell import LaySpell
from tobean.games.magic.spells.trading_spells import DiscardByTrade
from tobean.games.rabohnzel.cards import BEANS
from tobean.kernel.base.seats import ALL_SEATS
from tobean.kernel.component import Component, Options
from tobean.kernel.phases.planting import PLANT_FIRST
from tobean.kernel.phases.scoring import rank_players
from tobean.kernel.phases.trading import TRADING
from tobean.kernel.phases.turn import NEXT_PLAYER
from tobean.kernel.rules import Result
from tobean.kernel.state.piles import TurnOver
from tobean.kernel.table import Table

OWN_SPELLS: Final[tuple[Spell, ...]] = ()
"""Spells that no other game has, each in a module of this folder."""
SPELLS: Final = (*SHARED_SPELLS, *OWN_SPELLS)

EDITION: Final = MagicEdition(
    lock_rule="R14",
    attack_locks_all=False,
    counter_is_optional=True,
    stolen_is_announced=True,
    counter_pluck_has_ability=False,
    pile_at_start_only=False,
    turn_is_played_out=False,
    trade_turns_over=False,
    spells=kinds_of(SPELLS),
)


def make_magic(players: int, options: Options) -> Component:
    return new_magic(EDITION, players)


def setup(table: Table) -> None:
    """Deal a spell each, face down; the holder of the highest one shows it and starts (R2). Then deal five cards
    each."""
    magic = magic_of(table)
    for seat in range(table.players):
        spell = magic.draw_spell(table.chance)
        magic.spells[seat] = (SpellCard(spell, False, 1 << seat, False),)
        if table.events is not None:
            table.events.append(DREW_SPELL.of(seat=seat, cards=(spell,), cards_for=1 << seat))
    values = [magic.spell_score(seat) for seat in range(table.players)]
    start = values.index(max(values))
    highest = magic.spells[start][0].spell
    magic.spells[start] = (SpellCard(highest, False, ALL_SEATS, False),)
    higher = [spell for spell in magic.edition.spells if SPELL_VALUES[spell] > values[start]]
    magic.spells = [tuple([card.excluding(bits_of(tuple(higher))) for card in cards]) for cards in magic.spells]
    table.start = table.active = start
    if table.events is not None:
        table.events.append(SHOWED_SPELL.of(seat=start, cards=(highest,)))
    deal_hands(table)


def most_thalers_then_pfennigs(table: Table) -> Result:
    """Rank by thalers, then by pfennigs on one's own spells; a tie after that is a shared win (R4, E4)."""
    magic = magic_of(table)
    keys = [(len(table.thalers[seat]), magic.spell_score(seat)) for seat in range(table.players)]
    return rank_players(table, keys)


RULES: Final = replace(
    BOHNANZA,
    name="rabohnzel",
    title="Rabohnzel",
    edition="Lookout, rules 3",
    display_order=2,
    prefixes=("K", "T", "I", "O", "B", "R"),
    beans=BEANS,
    fields=(2, 2, 2),
    opens_field=True,  # R18
    fields_rule="R18",
    last_run_out=(3, 4, 4),  # R1
    component=make_magic,
    setup=setup,  # R2
    turn=(
        PLANT_FIRST,
        magic_phase.BEGIN_MAGIC,
        magic_phase.MAGIC_DECISION,  # R3, R5
        TurnOver(2),
        magic_phase.START_OF_TRADING,  # R20
        TRADING,
        magic_phase.PLANT_DUE_BY_MAGIC,
        magic_phase.BEFORE_DRAW,  # R16, R26
        magic_phase.DRAW_PHASE,
        magic_phase.AFTER_DRAW,  # R25
        magic_phase.END_OF_MAGIC,
        NEXT_PLAYER,
    ),
    nested_steps=(
        CardFlow,
        EndFlow,
        LaySpell,
        PlantEnchanted,
        PlaceCard,
        PlaceUnderAttack,
        Attack,
        ChooseThaler,
        CounterAttackDecision,
        ActivateOne,
        magic_phase.AfterPlanting,
    ),
    final=magic_phase.MAGIC_END,
    score=most_thalers_then_pfennigs,  # R4
    options=(),
    extras=tuple(spell.card() for spell in SPELLS),
    anytime_rules=(magic_phase.UseAbility(), CastSpell(), DiscardByTrade()),  # R16-R27
    field_rules=MagicFieldRules(),  # R14
    after_harvest=after_harvest,  # R9, R18
)
