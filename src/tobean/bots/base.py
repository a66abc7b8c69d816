"""What a bot is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.view.observation import Observation


class Bot(Protocol):
    """A player. It is asked with what its seat may see, and answers with an action of its seat.

    Two attributes are optional: `seconds`, the time a decision may take, and `personality`. A bot that has them can be
    asked for with `name@seconds` and `name/personality`.
    """

    name: str

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        """This seat's choice is awaited. `actions` are its legal actions; offers and calls come on top."""
        ...

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """Somebody else is awaited. An offer, a call, a harvest, or None for nothing."""
        ...


@dataclass(frozen=True)
class Remark:
    """What a bot wants to say about its last act; `tobean.bots.voice.talk` puts it into words.

    It rests on what is public once the act is done: whoever hears it learns nothing that is secret (I3).
    """

    occasion: str
    """One of `tobean.bots.voice.talk.OCCASIONS`."""
    kinds: tuple[int, ...] = ()
    """The kinds of which it speaks."""


@runtime_checkable
class Talker(Protocol):
    """A bot that talks."""

    def remark(self) -> Remark | None:
        """What it wants to say about its last act, once: asked again, it has nothing more to say."""
        ...
