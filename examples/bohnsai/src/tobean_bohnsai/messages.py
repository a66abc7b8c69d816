"""Messages of Bohnsai beyond those of Bohnanza."""

from typing import Final

from tobean.games.bohnanza.messages import MESSAGES as BOHNANZA
from tobean.i18n.game_messages import Explanation, GameMessages
from tobean_bohnsai.cards import BONSAI

MESSAGES: Final = GameMessages(
    home=__package__,
    based_on=BOHNANZA,
    blurb="Bohnanza with a pair of shears: cut back what you grew, and let your bonsai sow.",
    events={"pruned": "{seat} prunes field {field} and discards {cards}."},
    actions={"prune": "Prune field {field}"},
    rules={"pruned": "S3"},
    cards={
        BONSAI: Explanation(
            "S2",
            "Its harvest gives seeds: for every thaler it pays, you draw a card to the back of your hand, as long as "
            "more than one card is left in the draw pile.",
        )
    },
)
