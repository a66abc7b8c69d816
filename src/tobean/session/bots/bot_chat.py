"""Chat lines of bots: remarks on their own moves, rate-limited, and replies to people."""

from collections.abc import Mapping
from typing import Final

from tobean.bots import PERSONALITIES
from tobean.kernel.events import DECLINED
from tobean.session.log.entries import Entry, RemarkMeaning
from tobean.session.log.event_feed import FeedEvent
from tobean.session.session import Session
from tobean.session.wire.remarks import translated_remark

REMARK_EVERY: Final = 12
"""Minimum number of versions between two remarks of a bot of average talkativeness."""
TALK: Final = 0.5
"""Talkativeness of a bot without a personality, from 0 to 1."""


class BotChat:
    """Chat of the bots of one session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.quiet_until: dict[int, int] = {}
        """By seat: the version before which a bot makes no further remark."""

    def remark(self, seat: int, bot: str, remark: Mapping[str, str], now: float) -> list[Entry]:
        """Return a bot's remark on its last move as chat entries; none if the bot has talked recently.

        Remarks on matters among bots are left out as well. A refusal of a person's offer is always explained.
        """
        version, last = self.session.version, self.session.feed[-1]
        if last.between_bots or (version < self.quiet_until.get(seat, 0) and not self.declines_person(last)):
            return []
        voice = voice_of(bot)
        talk = PERSONALITIES[voice].talk if voice in PERSONALITIES else TALK
        self.quiet_until[seat] = version + round(REMARK_EVERY * TALK / talk)
        return self.chat_entries(seat, RemarkMeaning(remark["occasion"], remark["kinds"], voice, version), now)

    def declines_person(self, feed_event: FeedEvent) -> bool:
        """Whether this event is a refusal of an offer that a person made."""
        if feed_event.event.name != DECLINED.name:
            return False
        owners = [offer.seat for offer in self.session.table.offers if offer.number == feed_event.event["offer"]]
        return any(self.session.seats[owner].is_person for owner in owners)

    def answer(self, seat: int, bot: str, remark: Mapping[str, object], now: float, question: int) -> list[Entry]:
        """Return a bot's reply to a person as chat entries; `question` is the number of the entry it replies to."""
        wording = self.session.version + question + seat
        meant = RemarkMeaning(str(remark["occasion"]), str(remark["kinds"]), voice_of(bot), wording)
        return self.chat_entries(seat, meant, now, question)

    def chat_entries(self, seat: int, meaning: RemarkMeaning, now: float, answers: int = -1) -> list[Entry]:
        session = self.session
        text = translated_remark(meaning, session, session.setup.language)
        return session.say(seat, session.seats[seat].name, text, now, True, meaning, answers)


def voice_of(bot: str) -> str:
    """Return the personality in the name of a bot: `chatty` for `sage/chatty@1`."""
    return bot.partition("@")[0].partition("/")[2]
