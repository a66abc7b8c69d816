"""What a bot is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol, runtime_checkable

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.chance import Chance
    from tobean.view.observation import Observation


class Bot(Protocol):
    """A player. It is asked with what its seat may see, and answers with an action of its seat.

    Four attributes are optional: `seconds`, the time a decision may take, `personality`, `company` and `patient`. A bot
    that has the first two can be asked for with `name@seconds` and `name/personality`; one that has the third is told
    with whom it plays, where somebody knows; the last one is set where games are measured, and then the bot thinks as
    much as its seconds stand for without looking at the clock.
    """

    name: str

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        """This seat's choice is awaited. `actions` are its legal actions; offers and calls come on top."""
        ...

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """Somebody else is awaited. An offer, a call, a harvest, or None for nothing."""
        ...


EVERYBODY: Final = (1 << 16) - 1
"""All seats, as bits."""


@dataclass(frozen=True)
class Company:
    """With whom a bot plays, for its manners; seats as bits."""

    people: int = EVERYBODY
    """Who is to be treated as people are."""
    spared: int = 0
    """Who has been asked often enough and is left in peace."""
    kept: tuple[tuple[int, ...], ...] = ()
    """By seat, the kinds for which they need not be asked; empty: nobody has said so."""
    guests: int = 0
    """People at a table of the server. They are offered what they can plant, or what is worth a harvest to them, and
    their offers are answered as people expect. Games among bots and measurements have none."""
    fitting: int = 0
    """Those of them who want no offer that needs a harvest."""

    def keeps(self, seat: int, wish: tuple[int, ...]) -> bool:
        """Has this seat said that it gives none of that?"""
        return seat < len(self.kept) and any(kind in self.kept[seat] for kind in wish)


AMONG_PEOPLE: Final = Company()
AMONG_BOTS: Final = Company(people=0)
"""Where nobody says otherwise: those who play without a table for people."""


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
