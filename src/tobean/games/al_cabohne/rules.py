"""Al Cabohne (A1-A19): one or two players against the Bean Mafia, without trading."""

from typing import Final

from tobean.games.al_cabohne import reveal_phases
from tobean.games.al_cabohne.cards import AL, BEANS, DON, JOE, KINDS
from tobean.games.al_cabohne.events import BOSS_TOOK
from tobean.games.al_cabohne.field_rules import AlCabohneFieldRules, BuyFieldInTurn
from tobean.games.al_cabohne.mafia import (
    CARDS_REVEALED,
    NO_BOSS,
    Mafia,
    collecting_boss,
    first_empty,
    give_to_boss,
    is_solo,
    mafia_of,
    return_laid_aside,
)
from tobean.games.al_cabohne.phases import LEFTOVERS, Collect, PlantOwn, Tax
from tobean.games.al_cabohne.scoring import FINAL_HARVEST_OF_ALL, score_against_mafia
from tobean.kernel.component import Options
from tobean.kernel.errors import BadDeck
from tobean.kernel.events import DEALT_HAND
from tobean.kernel.phases.turn import END_IF_NO_PILE, NEXT_PLAYER, START_TURN
from tobean.kernel.rules import Rules
from tobean.kernel.state.hands import add_drawn_card
from tobean.kernel.state.piles import draw_card
from tobean.kernel.table import Table

SOLO_HAND: Final = 7
"""Cards dealt in the solo game (A16)."""


def new_mafia(players: int, options: Options) -> Mafia:
    """Create a mafia with Al and Don; in the solo game also Joe (A16)."""
    return Mafia(KINDS, [()] * (3 if players == 1 else 2))


TURN: Final = (
    LEFTOVERS,  # A4
    Tax(solo=False),  # A5
    Collect(AL, solo=False),
    Collect(DON, solo=False),
    PlantOwn(0, solo=False),  # A6
    reveal_phases.Reveal(CARDS_REVEALED, solo=False),  # A7, A8
    reveal_phases.PlantRevealed(solo=False),  # A9, A10
    END_IF_NO_PILE,  # A14
    reveal_phases.BeforeReplenishing(solo=False),  # A12
    reveal_phases.Replenish(reveal_phases.CARDS_DRAWN, solo=False),  # A11
    END_IF_NO_PILE,  # A14
    NEXT_PLAYER,
)
SOLO_TURN: Final = (
    Tax(solo=True),  # A17
    Collect(AL, solo=True),
    Collect(DON, solo=True),
    Collect(JOE, solo=True),
    PlantOwn(0, solo=True),
    reveal_phases.Reveal(CARDS_REVEALED, solo=True),
    reveal_phases.PlantRevealed(solo=True),
    reveal_phases.BeforeReplenishing(solo=True),
    reveal_phases.Replenish(reveal_phases.CARDS_DRAWN, solo=True),
    END_IF_NO_PILE,  # A18
    NEXT_PLAYER,
)


def deal_hands_and_bosses(table: Table) -> None:
    """Deal five cards each, seven solo, seat by seat from the starting player; then feed the bosses (A3, A16).

    All fields are empty and there are no leftovers, so the first turn begins with planting from the hand (A3).
    """
    size = SOLO_HAND if is_solo(table) else table.rules.hand_size
    for step in range(table.players):
        seat = (table.start + step) % table.players
        for _ in range(size):
            add_drawn_card(table, seat, draw_card(table))
        if table.events is not None:
            hand = tuple(table.hands[seat])
            table.events.append(DEALT_HAND.of(seat=seat, cards=hand, cards_for=1 << seat))
    feed_bosses(table)
    table.agenda.append(START_TURN)


def feed_bosses(table: Table) -> None:
    """Deal until every boss has a card: to the collector of its kind, else to the first empty one (A1, A3, A16)."""
    mafia = mafia_of(table)
    while True:
        empty = first_empty(mafia)
        if empty == NO_BOSS:
            return
        if table.draw_size < 2:
            raise BadDeck(
                "this deck is too small: every boss needs a kind of his own, and one card must be left to draw"
            )
        card = draw_card(table)
        boss = collecting_boss(mafia, card)
        if boss == NO_BOSS:
            boss = empty
        if table.events is not None:
            table.events.append(BOSS_TOOK.of(boss=boss, cards=(card,)))
        give_to_boss(table, boss, [card])


RULES: Final = Rules(
    name="al-cabohne",
    title="Al Cabohne",
    edition="AMIGO, rules 2",
    display_order=4,
    prefixes=("K", "I", "O", "A"),
    beans=BEANS,
    players=(1, 2),
    fields=(3, 2),  # A16, A13
    max_fields=3,  # A13
    fields_rules=("A16", "A13"),
    hand_size=5,  # A3; in the solo game two more (A16)
    cards_dealt=(SOLO_HAND, 10),
    last_run_out=(1, 3),  # A18, A14
    turn=TURN,
    turns=(SOLO_TURN, TURN),
    setup=deal_hands_and_bosses,  # A3, A16
    score=score_against_mafia,  # A15, A19
    anytime_rules=(BuyFieldInTurn(),),  # A13
    final=FINAL_HARVEST_OF_ALL,  # A14, A18
    component=new_mafia,
    field_rules=AlCabohneFieldRules(),  # A2, A12
    before_new_pile=return_laid_aside,  # A13
)
