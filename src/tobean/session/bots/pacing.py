"""Pauses of bots before they act, and waiting times for people, at the tempo of the table."""

from typing import Final

from tobean.kernel.agenda import Step
from tobean.session.bots.bot_requests import VOLUNTEER
from tobean.session.session import Session

JOINING: Final = "joining"
"""Pause of a bot that joins in during another bot's turn. No person is interrupted, but the cards must have been seen.
"""
LAST_MOMENT: Final = "last moment"
"""Pause of a bot that may harvest before an attack or the end of the pile. The next to act waits for it, and usually
nothing happens."""
PAUSES: Final = {
    "plant from hand": 0.22,
    "plant due": 0.08,
    "trading": 0.05,
    "answer": 1.2,
    VOLUNTEER: 1.1,
    JOINING: 0.5,
    LAST_MOMENT: 0.08,
}
"""Seconds until a bot acts, by decision: enough for people to follow and to think for themselves."""
DEFAULT_PAUSE: Final = 0.25
BOT_PACE_SHARE: Final = 0.02
"""Share of a pause that bots take for matters that concern no person; a deal among bots is shown as one line."""
PRIORITY_SECONDS: Final = 6.0
"""Seconds for which people have priority when a bot trades, at normal tempo."""
LEARNER_PRIORITY_SECONDS: Final = 12.0
REFUSAL_SECONDS: Final = 3.0
"""Seconds for which people may add "no, but ..." to a refusal while a bot trades, at normal tempo."""
MAX_SHOWING_SECONDS: Final = 8.0
"""Seconds after the start of a trading within which a client may still be showing earlier moves."""
RESERVE_SECONDS: Final = 8.0
"""Seconds for which bots leave an offer to the table to people, at normal tempo."""
ANSWER_SECONDS: Final = 12.0
"""Seconds for which a bot waits for people to answer its offer while other people wait too, at normal tempo."""
LEARNER_ANSWER_SECONDS: Final = 60.0
COMPOSING_SECONDS: Final = 8.0
"""Seconds for which bots wait after each sign that a person is composing a deal."""
MAX_HOLD_SECONDS: Final = 60.0
"""Seconds after the start of the trading for which a person can delay it while other people wait too."""


def pause_key(step: Step) -> str:
    """Classify a decision for its pause; a game's own planting steps count as planting."""
    names = [str(getattr(kind, "NAME", "")) for kind in type(step).__mro__]
    return next((name for name in names if name in PAUSES), step.name)


class Pacing:
    """The tempo of one session, which its people may change at any time."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def scaled(self, seconds: float) -> float:
        """Convert seconds at normal tempo to the tempo of this session."""
        return seconds * self.session.tempo / 100

    def pause(self, decision: str, seat: int, *others: int) -> float:
        """Return a pause of varying length that does not depend on the answer.

        It is short if `others`, the seats concerned, are named and are all bots.
        """
        variation = (self.session.version * 37 + seat * 61) % 100 / 100
        quick = bool(others) and not any(self.session.seats[other].is_person for other in others)
        share = BOT_PACE_SHARE if quick else 1.0
        return self.scaled(PAUSES.get(decision, DEFAULT_PAUSE) * (0.7 + 0.6 * variation) * share)

    @property
    def priority_seconds(self) -> float:
        """Seconds for which people may look at a bot's cards to trade before the bots begin."""
        return self.scaled(LEARNER_PRIORITY_SECONDS if self.session.setup.learning else PRIORITY_SECONDS)

    @property
    def refusal_seconds(self) -> float:
        return self.scaled(REFUSAL_SECONDS)

    @property
    def answer_seconds(self) -> float:
        """Seconds for which people may think about an offer: longer if they have chosen calm bots, never shorter."""
        return (
            LEARNER_ANSWER_SECONDS if self.session.setup.learning else max(ANSWER_SECONDS, self.scaled(ANSWER_SECONDS))
        )

    @property
    def reserve_seconds(self) -> float:
        """Seconds for which bots leave an offer to the table to people. Learners lose no offer to a faster bot."""
        return LEARNER_ANSWER_SECONDS if self.session.setup.learning else self.scaled(RESERVE_SECONDS)
