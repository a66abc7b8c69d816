"""Messages of Bohnanza; its events and prompts are the engine's."""

from typing import Final

from tobean.i18n.engine_messages import KERNEL
from tobean.i18n.game_messages import GameMessages

MESSAGES: Final = GameMessages(
    home=__package__,
    based_on=KERNEL,
    actions={"buy field": "Buy a third field for three thalers"},
    blurb="The classic: your hand is a queue, so trade away what you cannot plant.",
    options={"third_field": "everybody may once buy a third field for three thalers"},
)
