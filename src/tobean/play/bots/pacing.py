"""How long bots take for what they do, and how long they wait for people, at the tempo of their table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.play.bots.bot_requests import VOLUNTEER

if TYPE_CHECKING:
    from tobean.kernel.agenda import Step
    from tobean.play.session.session import Session

JOINING: Final = "joining"
"""A bot puts in a word in the turn of another one: nobody's thoughts are interrupted, but the cards have to be seen."""
LAST_MOMENT: Final = "last moment"
"""A bot may harvest before an attack or the end of the pile, and the one that acts next waits for that. Mostly nothing
happens then."""
PAUSES: Final = {
    "plant from hand": 0.22,
    "plant due": 0.08,
    "trading": 0.05,
    "answer": 1.2,
    VOLUNTEER: 1.1,
    JOINING: 0.5,
    LAST_MOMENT: 0.08,
}
"""Seconds until a bot acts, by what is to be decided: as long as people need to follow, and to think themselves."""
USUAL_PAUSE: Final = 0.25
BOT_PACE_SHARE: Final = 0.02
"""The share of a pause that bots take for what concerns no person; a deal among bots is told in one line."""
PRIORITY_SECONDS: Final = 6.0
"""Seconds for which people have the first word when a bot trades, at the usual tempo."""
LEARNER_PRIORITY_SECONDS: Final = 12.0
LONGEST_SHOWING: Final = 8.0
"""Seconds after the start of a trading until which a page may still be showing what happened before it."""
RESERVE_SECONDS: Final = 8.0
"""Seconds for which bots leave an offer to the table to people, at the usual tempo."""
ANSWER_SECONDS: Final = 12.0
"""Seconds for which a bot waits for people to answer its offer where other people wait, too, at the usual tempo."""
LEARNER_ANSWER_SECONDS: Final = 60.0
COMPOSING_SECONDS: Final = 8.0
"""Seconds for which bots wait after each sign that a person is putting a deal together."""
LONGEST_HOLD: Final = 60.0
"""Seconds after the start of the trading for which words and signs of a person can hold it where others wait, too."""


def decision_sort(step: Step) -> str:
    """The sort of a decision, as far as bots take their own time for it: a game's own planting is planting, too."""
    names = [str(getattr(kind, "NAME", "")) for kind in type(step).__mro__]
    return next((name for name in names if name in PAUSES), step.name)


class Pacing:
    """The tempo of one session, which its people may change at any time."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def scaled(self, seconds: float) -> float:
        """So many seconds at the usual tempo, here."""
        return seconds * self.session.tempo / 100

    def pause(self, decision: str, seat: int, *others: int) -> float:
        """A human moment: not always the same, and the same for whatever will be answered.

        A short one where the others whom it concerns are named, and are bots, too.
        """
        wobble = (self.session.version * 37 + seat * 61) % 100 / 100
        quick = bool(others) and not any(self.session.seats[other].is_person for other in others)
        share = BOT_PACE_SHARE if quick else 1.0
        return self.scaled(PAUSES.get(decision, USUAL_PAUSE) * (0.7 + 0.6 * wobble) * share)

    @property
    def priority_seconds(self) -> float:
        """How long people may look at what a bot has to trade before the bots begin."""
        return self.scaled(LEARNER_PRIORITY_SECONDS if self.session.setup.learning else PRIORITY_SECONDS)

    @property
    def answer_seconds(self) -> float:
        """How long people may think about an offer: longer where they have chosen calm bots, never shorter."""
        return (
            LEARNER_ANSWER_SECONDS if self.session.setup.learning else max(ANSWER_SECONDS, self.scaled(ANSWER_SECONDS))
        )

    @property
    def reserve_seconds(self) -> float:
        """How long bots leave an offer to the table to people. Learners lose none to a quicker bot."""
        return LEARNER_ANSWER_SECONDS if self.session.setup.learning else self.scaled(RESERVE_SECONDS)
