"""Messages of Lanterns."""

from typing import Final

from tobean.games.bohnanza.messages import MESSAGES as BOHNANZA
from tobean.i18n.game_messages import GameMessages, Moment

MESSAGES: Final = GameMessages(
    home=__package__,
    based_on=BOHNANZA,
    events={"lit": "{seat} lights a lantern for {cards}."},
    moments={"lit": Moment("A lantern!")},
    actions={"light": "Light a lantern for {card}"},
    rules={"lit": "L2"},
)
