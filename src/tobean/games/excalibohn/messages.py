"""Messages of Excalibohn that differ from those of Rabohnzel."""

from typing import Final

from tobean.games.magic.cards import BEANS, PILE, PLUCK, SWORD, TRADE
from tobean.games.magic.messages import ATTACK_TITLE, MAGIC_TURN
from tobean.games.rabohnzel.messages import SHARED_MESSAGES as RABOHNZEL
from tobean.i18n.engine_messages import KERNEL, MOST
from tobean.i18n.game_messages import Explanation, GameMessages, Moment, Outcome

MESSAGES: Final = GameMessages(
    home=__package__,
    based_on=RABOHNZEL,
    rules={"stole": "E14", "attacked": "E7", "ended": "E3", "drew spell": "R2"},
    outcomes={
        "most": Outcome("E4", MOST),
        "spells": RABOHNZEL.outcomes["spells"]._replace(rule="E4"),
        "spells, shared": RABOHNZEL.outcomes["spells, shared"]._replace(rule="E4"),
    },
    moments={
        "attacked, sword": Moment(
            ATTACK_TITLE,
            "{seat} attacks {target} and draws a thaler: {cards:label}. It stays, and the Sword strikes back.",
        ),
    },
    blurb="Swords that strike back, mean beans and eleven spells.",
    cards={
        PLUCK: Explanation(
            "E14",
            "Ability, in your magic phase: take the last card of another player's hand, without showing it to the "
            "others. Put it at the back of your own hand, or plant it at once, after a harvest if you like.",
        ),
        SWORD: Explanation(
            "E7",
            "Ability, in your magic phase: attack another player with thalers and draw one of these at random. A "
            "Princess is yours. A Sword strikes back by itself: they draw one of yours, by the same rules. A Pluck: "
            "they take your last hand card and keep or plant it. A Magic: you may activate one of your face-down "
            "spells. Anything else: nothing happens. Unless it is won, a thaler stays where it was. Until the attack "
            "is over, nobody may harvest.",
        ),
        TRADE: Explanation(
            "E10",
            "Before the trading, once you have seen the two cards turned over: turn over a third one. In phase 3 you "
            "may discard turned-over cards that are left instead of planting them.",
        ),
        PILE: Explanation(
            "E10",
            "Before the trading, once you have seen the two cards turned over: take the top card of the discard pile, "
            "if there is one, as one more.",
        ),
        BEANS: Explanation(
            "R23",
            "In phase 3: plant one of the cards you have to plant, whatever its kind, on a field of yours with a "
            "single card. As long as it lies there, that first card counts as the new kind.",
        ),
    },
    phases=(
        KERNEL.phases[0]._replace(shown="1a"),
        MAGIC_TURN._replace(shown="1b"),
        *KERNEL.phases[1:],
    ),
)
