"""Lanterns, registered only during a test, because other tests list all actions, steps and events."""

import contextlib
from collections.abc import Iterator

from lanterns.lighting import LIT, Dusk, Light
from lanterns.rules import RULES
from tobean.bots.game_knowledge import KNOWLEDGE_CACHE
from tobean.games.registry import GAMES
from tobean.kernel.actions import ACTIONS, register_action
from tobean.kernel.agenda import STEPS, register_step
from tobean.kernel.events import EVENTS


def unregister() -> None:
    """Removes everything that the import of the package has registered."""
    ACTIONS.pop(Light.VERB, None)
    STEPS.pop(Dusk.NAME, None)
    EVENTS.pop(LIT.name, None)


unregister()


@contextlib.contextmanager
def lanterns_registered() -> Iterator[str]:
    """Registers the game in this process."""
    register_action(Light)
    register_step(Dusk)
    EVENTS[LIT.name] = LIT
    GAMES.add(RULES, "lanterns")
    try:
        yield "lanterns"
    finally:
        GAMES.remove("lanterns")
        KNOWLEDGE_CACHE.pop("lanterns", None)
        unregister()
