"""Al Cabohne (A1-A19): one or two players against the Bean Mafia, without trading."""

from __future__ import annotations

from typing import Final

from tobean.games.bohnanza import BLUE, GREEN, STINK
from tobean.games.mafia import Mafia, bring_back
from tobean.games.mafia_bosses import AL, DON, JOE
from tobean.games.mafia_end import FINAL_HARVEST_OF_ALL, richer_than_the_mafia
from tobean.games.mafia_field import BuyFieldInTurn, FarmingUnderTheMafia
from tobean.games.mafia_phases import LEFTOVERS, Collect, PlantOwn, Tax
from tobean.games.mafia_reveal import (
    CARDS_DRAWN,
    CARDS_REVEALED,
    BeforeReplenishing,
    PlantRevealed,
    Replenish,
    Reveal,
)
from tobean.games.mafia_setup import deal_and_feed
from tobean.kernel.cards import Bean, kind
from tobean.kernel.rules import Rules
from tobean.kernel.turn import END_IF_NO_PILE, NEXT_PLAYER

KIDNEY: Final = kind("Kidney", "Kidneybohne")
FIRE: Final = kind("Fire", "Feuerbohne")
PUFF: Final = kind("Puff", "Puffbohne")
POLE: Final = kind("Pole", "Stangenbohne")

BEANS: Final = (
    Bean(BLUE, 20, (4, 6, 8, 10), "card; rulebook: 2 pay nothing"),
    Bean(KIDNEY, 19, (5, 6, 7, 8), "card"),
    Bean(FIRE, 18, (3, 6, 8, 9), "card"),
    Bean(PUFF, 16, (4, 5, 6, 7), "card; rulebook: 5 pay 2"),
    Bean(STINK, 16, (3, 5, 7, 8), "rulebook"),
    Bean(GREEN, 14, (3, 5, 6, 7), "card; rulebook: 5 pay 2"),
    Bean(POLE, 13, (3, 4, 5, 6), "card"),
)
KINDS: Final = (BLUE, KIDNEY, FIRE, PUFF, STINK, GREEN, POLE)


def new_mafia(players: int) -> Mafia:
    """Al and Don; in the solo game Joe too (A16)."""
    return Mafia(3 if players == 1 else 2, KINDS)


TURN: Final = (
    LEFTOVERS,  # A4
    Tax(solo=False),  # A5
    Collect(AL, solo=False),
    Collect(DON, solo=False),
    PlantOwn(0, solo=False),  # A6
    Reveal(CARDS_REVEALED, solo=False),  # A7, A8
    PlantRevealed(solo=False),  # A9, A10
    END_IF_NO_PILE,  # A14
    BeforeReplenishing(solo=False),  # A12
    Replenish(CARDS_DRAWN, solo=False),  # A11
    END_IF_NO_PILE,  # A14
    NEXT_PLAYER,
)
SOLO_TURN: Final = (
    Tax(solo=True),  # A17
    Collect(AL, solo=True),
    Collect(DON, solo=True),
    Collect(JOE, solo=True),
    PlantOwn(0, solo=True),
    Reveal(CARDS_REVEALED, solo=True),
    PlantRevealed(solo=True),
    BeforeReplenishing(solo=True),
    Replenish(CARDS_DRAWN, solo=True),
    END_IF_NO_PILE,  # A18
    NEXT_PLAYER,
)

AL_CABOHNE: Final = Rules(
    name="al-cabohne",
    title="Al Cabohne",
    edition="AMIGO, rules 1",
    prefixes=("K", "I", "O", "A"),
    beans=BEANS,
    players=(1, 2),
    fields=(3, 2),  # A16, A13
    most_fields=3,
    fields_rule="A13",
    hand_size=5,  # A3; in the solo game two more (A16)
    last_run_out=(1, 3),  # A18, A14
    turn=TURN,
    turns=(SOLO_TURN, TURN),
    setup=deal_and_feed,  # A3, A16
    score=richer_than_the_mafia,  # A15, A19
    standing=(BuyFieldInTurn(),),  # A13
    final=FINAL_HARVEST_OF_ALL,  # A14, A18
    component=new_mafia,
    farming=FarmingUnderTheMafia(),  # A2, A12
    before_new_pile=bring_back,  # A13
)
