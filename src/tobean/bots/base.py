"""What a bot is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.view.observation import Observation


class Bot(Protocol):
    """A player. It is asked with what its seat may see, and answers with an action of its seat."""

    name: str

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        """This seat's choice is awaited. `actions` are its legal actions; offers and calls come on top."""
        ...

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """Somebody else is awaited. An offer, a call, a harvest, or None for nothing."""
        ...
