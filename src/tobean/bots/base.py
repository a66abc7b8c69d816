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


ALL_SEATS: Final = (1 << 16) - 1
"""All seats, as bits."""


@dataclass(frozen=True)
class Opponents:
    """With whom a bot plays, for its manners; seats as bits."""

    people: int = ALL_SEATS
    """Who is to be treated as people are."""
    left_alone: int = 0
    """Who has been asked often enough and is left in peace."""
    kept_kinds: tuple[tuple[int, ...], ...] = ()
    """By seat, the kinds for which they need not be asked; empty: nobody has said so."""
    server_people: int = 0
    """People at a table of the server. They are offered what they can plant, or what is worth a harvest to them, and
    their offers are answered as people expect. Games among bots and measurements have none."""
    no_harvest_offers: int = 0
    """Those of them who want no offer that needs a harvest."""

    def keeps_kind(self, seat: int, wish: tuple[int, ...]) -> bool:
        """Has this seat said that it gives none of that?"""
        return seat < len(self.kept_kinds) and any(kind in self.kept_kinds[seat] for kind in wish)


ALL_PEOPLE: Final = Opponents()
ALL_BOTS: Final = Opponents(people=0)
"""Where nobody says otherwise: those who play without a table for people."""


@dataclass(frozen=True)
class Remark:
    """What a bot wants to say about its last act; `tobean.bots.voice.remark_text` puts it into words.

    It rests on what is public once the act is done: whoever hears it learns nothing that is secret (I3).
    """

    occasion: str
    """One of `tobean.bots.voice.remark_text.OCCASIONS`."""
    kinds: tuple[int, ...] = ()
    """The kinds of which it speaks."""


@runtime_checkable
class Talker(Protocol):
    """A bot that talks."""

    def remark(self) -> Remark | None:
        """What it wants to say about its last act, once: asked again, it has nothing more to say."""
        ...
