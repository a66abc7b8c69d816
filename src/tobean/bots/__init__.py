"""Players that are programs. They see observations, never the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tobean.bots.base import Bot
from tobean.bots.miser import Miser
from tobean.bots.random import RandomBot
from tobean.bots.sprout import Sprout
from tobean.kernel.errors import BadInput

BOTS: Final[dict[str, Callable[[], Bot]]] = {"random": RandomBot, "miser": Miser, "sprout": Sprout}
"""How to make each bot, by its name."""


def bot_named(name: str) -> Bot:
    make = BOTS.get(name)
    if make is None:
        raise BadInput(f"there is no bot {name!r}; there are: {', '.join(BOTS)}")
    return make()
