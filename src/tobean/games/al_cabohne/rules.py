"""Al Cabohne (A1-A19): one or two players against the Bean Mafia, without trading."""

from typing import Final

from tobean.games.al_cabohne import reveal_phases
from tobean.games.al_cabohne.cards import AL, BEANS, DON, JOE, KINDS
from tobean.games.al_cabohne.field_rules import AlCabohneFieldRules, BuyFieldInTurn
from tobean.games.al_cabohne.mafia import CARDS_REVEALED, Mafia, return_laid_aside
from tobean.games.al_cabohne.phases import LEFTOVERS, Collect, PlantOwn, Tax
from tobean.games.al_cabohne.scoring import FINAL_HARVEST_OF_ALL, score_against_mafia
from tobean.games.al_cabohne.setup import deal_hands_and_bosses
from tobean.kernel.component import Options
from tobean.kernel.phases.turn import END_IF_NO_PILE, NEXT_PLAYER
from tobean.kernel.rules import Rules


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

RULES: Final = Rules(
    name="al-cabohne",
    title="Al Cabohne",
    edition="AMIGO, rules 2",
    display_order=4,
    prefixes=("K", "I", "O", "A"),
    beans=BEANS,
    players=(1, 2),
    fields=(3, 2),  # A16, A13
    max_fields=3,
    fields_rules=("A16", "A13"),
    hand_size=5,  # A3; in the solo game two more (A16)
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
