"""Messages of Bohnmarkt beyond those of Bohnanza."""

from typing import Final

from tobean.games.bohnanza.messages import MESSAGES as BOHNANZA
from tobean.i18n.game_messages import Explanation, GameMessages, Prompt
from tobean_bohnmarkt.cards import AWNING, BASKET, SCALES

MESSAGES: Final = GameMessages(
    home=__package__,
    based_on=BOHNANZA,
    blurb="Bohnanza with a market: spend your thalers on goods, and end the game while you lead.",
    events={
        "stocked": "The market now offers {cards}.",
        "bought good": "{seat} buys {cards} at the market.",
    },
    actions={"pay for": "Buy: {card}"},
    questions={"shopping": Prompt("M2", "Buy at the market, or go on.", "{who} may buy at the market.")},
    rules={"stocked": "M1", "bought good": "M2"},
    headings={"good": "Goods"},
    things={"good": Explanation("M4", "You may buy goods before you draw. The third good of a player ends the game.")},
    cards={
        BASKET: Explanation("M3", "It costs two thalers and counts as three at the end."),
        SCALES: Explanation("M3", "They cost four thalers and count as six at the end."),
        AWNING: Explanation("M3", "It costs six thalers and counts as nine at the end."),
    },
)
