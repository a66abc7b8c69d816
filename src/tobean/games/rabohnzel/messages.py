"""Messages of Rabohnzel that differ from those of the magic games in common."""

from typing import Final

from tobean.games.magic.messages import MAGIC_TURN, with_spells
from tobean.games.magic.messages import MESSAGES as MAGIC
from tobean.games.rabohnzel.rules import OWN_SPELLS
from tobean.i18n.engine_messages import KERNEL, MOST
from tobean.i18n.game_messages import GameMessages, Outcome

SHARED_MESSAGES: Final = GameMessages(
    home=__package__,
    based_on=MAGIC,
    outcomes={
        "most": Outcome("R4", MOST),
        "spells": Outcome(
            "R4",
            "{tied} have {thalers} thalers each. In a tie the values of their spell cards decide: {scores}. "
            "{who} wins.",
            "{tied} have {thalers} thaler each. In a tie the values of their spell cards decide: {scores}. {who} wins.",
        ),
        "spells, shared": Outcome(
            "R4",
            "{tied} have {thalers} thalers each. In a tie the values of their spell cards decide: {scores}. "
            "{who} share the win.",
            "{tied} have {thalers} thaler each. In a tie the values of their spell cards decide: {scores}. "
            "{who} share the win.",
        ),
    },
    blurb="Beans that can do something, and secret spells for the right moment.",
    phases=(KERNEL.phases[0], MAGIC_TURN, *KERNEL.phases[1:]),
)
"""Messages without the spells that only Rabohnzel has; those of Excalibohn are based on them."""

MESSAGES: Final = with_spells(SHARED_MESSAGES, OWN_SPELLS)
