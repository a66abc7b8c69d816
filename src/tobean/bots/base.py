"""Interface of a bot, and the types with which the rest of the program talks to it."""

from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from tobean.kernel.actions import Action
from tobean.kernel.chance import Chance
from tobean.kernel.observation.observation import Observation


class Bot(Protocol):
    """A program that plays one seat.

    It receives the seat's observation and returns an action of that seat.

    Five attributes are optional. `seconds` is the time a decision may take and allows `name@seconds`; `personality`
    allows `name/personality`. `opponents` is set to describe the other seats where that is known. `untimed` is set
    where games are measured: the bot then does the work that its `seconds` stand for without looking at the clock.
    `check_game(rules, players)` raises `BadInput` for a game that the bot cannot play.
    """

    name: str

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        """Return an action while this seat is awaited.

        `actions` are its legal actions; offers and calls may be returned as well.
        """
        ...

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        """Return an offer, a call or a harvest while another seat is awaited, or None to do nothing."""
        ...


ALL_SEATS: Final = (1 << 16) - 1
"""Bit set of all seats."""


@dataclass(frozen=True)
class Opponents:
    """The seats a bot plays with, as far as its behaviour depends on them. Sets of seats are bit sets."""

    treated_as_human: int = ALL_SEATS
    """Seats that get the courtesy due to people; by default all."""
    left_alone: int = 0
    """Seats that have been asked often enough and get no more offers."""
    kept_kinds: tuple[tuple[int, ...], ...] = ()
    """By seat, the kinds it does not give away; empty if no seat has said so."""
    human_players: int = 0
    """Seats of human players at a table of the server; empty in games among bots and in measurements.

    They are offered only cards that they can plant or that are worth a harvest to them, and their offers are answered
    as people expect.
    """
    no_harvest_offers: int = 0
    """Human players with the preference not to get offers that need a harvest."""

    def keeps_kind(self, seat: int, kinds: tuple[int, ...]) -> bool:
        """Whether this seat has said that it does not give away one of these kinds."""
        return seat < len(self.kept_kinds) and any(kind in self.kept_kinds[seat] for kind in kinds)


ALL_PEOPLE: Final = Opponents()
ALL_BOTS: Final = Opponents(treated_as_human=0)
"""Opponents of a bot until its `opponents` is set: games among bots."""


@dataclass(frozen=True)
class Remark:
    """A bot's comment on its last action; `tobean.bots.voice.remark_text` turns it into a sentence.

    It rests on what is public once the action is done, so it reveals no secret (I3).
    """

    occasion: str
    """One of `tobean.bots.voice.remark_text.OCCASIONS`."""
    kinds: tuple[int, ...] = ()
    """Kinds that the sentence names."""


@runtime_checkable
class Talker(Protocol):
    """A bot that makes remarks."""

    def remark(self) -> Remark | None:
        """Return the remark on the last action, once; None after that."""
        ...
