"""What the bots of a session say, and how often: to a move of theirs, or when somebody has asked them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots import PERSONALITIES
from tobean.kernel.events import DECLINED
from tobean.play.session.entries import Meant
from tobean.play.wire.remarks import translated_remark

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tobean.play.session.entries import Entry
    from tobean.play.session.event_feed import FeedEvent
    from tobean.play.session.session import Session

REMARK_EVERY: Final = 12
"""So many versions lie between two remarks of a bot at the least, if it talks as usual."""
TALK: Final = 0.5
"""How much a bot talks, from 0 to 1, that is nobody in particular."""


class BotChat:
    """The bots of one session, as far as they talk."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.quiet_until: dict[int, int] = {}
        """Until which version a bot says nothing more."""

    def remark(self, seat: int, bot: str, remark: Mapping[str, str], now: float) -> list[Entry]:
        """What a bot has to say about its move, as chat; too much talk is left out.

        So is what it could say about a matter among bots. A no to a person always says why.
        """
        version, last = self.session.version, self.session.told[-1]
        if last.between_bots or (version < self.quiet_until.get(seat, 0) and not self.declines_person(last)):
            return []
        voice = voice_of(bot)
        talk = PERSONALITIES[voice].talk if voice in PERSONALITIES else TALK
        self.quiet_until[seat] = version + round(REMARK_EVERY * TALK / talk)
        return self.chat_entries(seat, Meant(remark["occasion"], remark["kinds"], voice, version), now)

    def declines_person(self, told: FeedEvent) -> bool:
        """Has a bot just declined what a person offered?"""
        if told.event.name != DECLINED.name:
            return False
        owners = [offer.seat for offer in self.session.table.offers if offer.number == told.event["offer"]]
        return any(self.session.seats[owner].is_person for owner in owners)

    def answer(self, seat: int, bot: str, remark: Mapping[str, object], now: float, question: int) -> list[Entry]:
        """What a bot says to who has asked it; `question` is the number of that entry."""
        turn_of_phrase = self.session.version + question + seat
        meant = Meant(str(remark["occasion"]), str(remark["kinds"]), voice_of(bot), turn_of_phrase)
        return self.chat_entries(seat, meant, now, question)

    def chat_entries(self, seat: int, meant: Meant, now: float, answers: int = -1) -> list[Entry]:
        session = self.session
        text = translated_remark(meant, session, session.setup.language)
        return session.say(seat, session.seats[seat].name, text, now, True, meant, answers)


def voice_of(bot: str) -> str:
    """The personality in the name of a bot: `sage/chatty@1`."""
    return bot.partition("@")[0].partition("/")[2]
