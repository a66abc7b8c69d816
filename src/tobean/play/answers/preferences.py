"""What a person has arranged for the table: how quick the bots are, what is not asked, and what is answered for them.

All of it lies in the log, so it holds over reloads and days, and is obeyed whether its person looks on or not. What is
secret stays so: `keeps` is shown to all, the rest only to its person. An offer that cannot be paid is declined at once
by default only where no other person plays: the quick no would tell them what is in the hand (I3).
"""

from __future__ import annotations

from typing import Final

import msgspec

from tobean.i18n.catalogues import N_
from tobean.record.notation import parse_kinds

NORMAL: Final = ""
TEMPOS: Final = {"calm": 160, NORMAL: 100, "brisk": 50}
"""The pauses of bots, in per cent of those of the table."""

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
        PASSES: "As you have arranged.",
        "order": "By your standing order.",
    }
)
"""What the person alone reads in the log, by why it was done for them."""


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat has arranged."""

    tempo: str = NORMAL
    declines: int = 0
    """The turn in which every offer is declined."""
    keeps: str = ""
    """The kinds that nobody need ask for, in notation."""
    unpayable: bool | None = None
    """Decline what cannot be paid? None: where nobody could learn anything from it."""
    forced: bool = False
    """Do what has to be done where there is only one way; harvests, which are open at any time, do not count."""
    passes: tuple[str, ...] = ()
    """The questions (`Step.question`) that are answered by passing, going on or ending the trading."""
    fitting: bool = False
    """Be offered only what can be planted without a harvest."""

    @property
    def kept(self) -> tuple[int, ...]:
        return parse_kinds(self.keeps)


DEFAULT_PREFERENCES: Final = Preferences()
