"""Preferences of a seat: tempo of the bots, decisions that need no asking, offers to decline automatically.

They are stored in the log, so they survive reloads, and they apply whether or not the person is connected. Only `keeps`
is public; the rest is visible to the person alone. Offers that cannot be paid are by default declined at once only if
no other person plays: an immediate refusal would reveal the hand to them (I3).
"""

from typing import Final

import msgspec

from tobean.i18n.catalogues import N_
from tobean.record.notation import parse_kinds

NORMAL: Final = ""
TEMPOS: Final = {"calm": 160, NORMAL: 100, "brisk": 50}
"""Pauses of the bots, in per cent of the table's own."""

CANNOT_PAY: Final = "cannot pay"
KEEPS: Final = "keeps"
DECLINES_ALL: Final = "declines all"
FORCED: Final = "forced"
PASSES: Final = "passes"
NOTES: Final = N_(
    {
        CANNOT_PAY: "You could not pay that: it was declined for you.",
        KEEPS: "You give none of that: it was declined for you.",
        DECLINES_ALL: "You decline everything this turn.",
        FORCED: "There was no choice: it was done for you.",
        PASSES: "As set in your preferences.",
        "order": "By your standing order.",
    }
)
"""Notes appended to the event for the person alone, by the reason of the automatic answer."""


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """Preferences of one seat."""

    tempo: str = NORMAL
    declines: int = 0
    """Number of the turn in which every offer is declined."""
    keeps: str = ""
    """Kinds that the other players need not ask for, in notation."""
    unpayable: bool | None = None
    """Whether to decline offers that cannot be paid. None: only if this reveals nothing to another person."""
    forced: bool = False
    """Whether to take a decision with a single option; harvests, which are possible at any time, do not count."""
    passes: tuple[str, ...] = ()
    """Keys of the prompts (`Step.prompt_key`) that are answered by passing, going on or ending the trading."""
    fitting: bool = False
    """Whether bots offer this seat only cards that can be planted without a harvest."""

    @property
    def kept(self) -> tuple[int, ...]:
        return parse_kinds(self.keeps)


DEFAULT_PREFERENCES: Final = Preferences()
