"""What is only called so in Excalibohn."""

from __future__ import annotations

from typing import Final

from tobean.games.magic.spells import BEANS, PILE, SWORD, TRADE
from tobean.games.magic.words import ATTACK_TITLE, MAGIC_TURN
from tobean.games.rabohnzel.words import WORDS as RABOHNZEL
from tobean.speech.kernel_words import KERNEL, MOST
from tobean.speech.words import About, Moment, Outcome, Words

WORDS: Final = Words(
    home=__package__,
    based_on=RABOHNZEL,
    rules={"stole": "E14", "attacked": "E7", "ended": "E3", "drew spell": "R2"},
    outcomes={
        "most": Outcome("E4", MOST),
        "spells": Outcome(
            "E4",
            "{tied} have {thalers} thalers each. In a tie the values of their spell cards decide: {scores}. "
            "{who} wins.",
        ),
        "spells, shared": Outcome(
            "E4",
            "{tied} have {thalers} thalers each. In a tie the values of their spell cards decide: {scores}. "
            "{who} share the win.",
        ),
    },
    moments={
        "attacked, sword": Moment(
            ATTACK_TITLE,
            "{seat} attacks {target} and draws a thaler: {cards:label}. It stays, and the Sword strikes back.",
        ),
    },
    blurb="Swords that strike back, mean beans and eleven spells.",
    cards={
        SWORD: About(
            "E7",
            "Ability, in your magic phase: attack another player and draw one of their thalers at random. A Princess "
            "is yours. A Sword strikes back by itself: they draw one of yours. A Pluck: they take your last hand card. "
            "A Magic: you may activate a spell. Anything else: nothing happens. Unless you win it, the thaler stays.",
        ),
        TRADE: About(
            "E10",
            "Before the trading, once you have seen the two cards turned over: turn over a third one. In phase 3 you "
            "may discard turned-over cards instead of planting them.",
        ),
        PILE: About(
            "E10",
            "Before the trading, once you have seen the two cards turned over: take the top card of the discard pile "
            "as one more.",
        ),
        BEANS: About(
            "R23",
            "In phase 3: plant one of your cards, whatever its kind, on a field of yours with a single card. From then "
            "on that first card counts as the new kind.",
        ),
    },
    phases=(
        KERNEL.phases[0]._replace(shown="1a"),
        MAGIC_TURN._replace(shown="1b"),
        *KERNEL.phases[1:],
    ),
)
