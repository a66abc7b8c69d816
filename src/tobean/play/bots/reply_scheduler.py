"""Scheduler for the replies of bots to people: which bot replies, when, and to what.

Every question that concerns a bot, typed or called, gets an offer, a price or a reason within three seconds. The time
of the reply depends on public facts (I3). With other people at the table, a line that is not clearly a question is left
to them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import Call
from tobean.kernel.cards import cards_text
from tobean.kernel.events import DECLINED, OFFERED, TURN
from tobean.kernel.notation.parameters import TABLE
from tobean.play.bots.bot_chat import voice_of
from tobean.play.bots.bot_requests import REPLY, question
from tobean.play.bots.opponents import opponents_of
from tobean.play.chat.questions import DEAL, REASON, WISHES, Question, understood
from tobean.play.page.page_plugin import trades
from tobean.play.session.reducer import PLAYING
from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.kernel.events import Event
    from tobean.play.answers.utterances import Utterance
    from tobean.play.session.event_feed import FeedEvent
    from tobean.play.session.session import Session

FIRST_REPLY_SECONDS: Final = 0.8
"""Seconds between a question and the first bot's reply."""
FURTHER_REPLY_SECONDS: Final = 0.45
"""Seconds between the replies of two bots."""
REPLY_DEADLINE: Final = 30.0
"""Seconds after which an unanswered question expires, for example because the server was down."""


@dataclass(frozen=True)
class ReplyRequest:
    """A bot that has to reply to an utterance, not before `at`."""

    seat: int
    bot: str
    at: float
    spoken: Utterance
    question: Question
    version: int


class ReplyScheduler:
    """The questions at one table that wait for replies of bots."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.parsed_questions: dict[int, Question | None] = {}
        """Parsed questions by the number of the log entry; None for a line that is no question."""

    def due(self, now: float) -> list[ReplyRequest]:
        """List all replies that are still to come."""
        session = self.session
        if not session.questions.spoken or all(seat.is_person for seat in session.seats):
            return []
        if session.state != PLAYING or not trades(session.rules, session.players):
            return []
        found: list[ReplyRequest] = []
        for spoken in session.questions.spoken:
            if now - spoken.at > REPLY_DEADLINE:
                continue
            asked = self.understood(spoken)
            if asked is None:
                continue
            for order, seat in enumerate(self.bots_to_answer(spoken, asked)):
                if seat in spoken.answered:
                    continue
                about = self.refused(spoken, seat, asked) if asked.form == REASON else asked
                bot = reply_bot(session.seats[seat].bot)
                at = spoken.at + (FIRST_REPLY_SECONDS + FURTHER_REPLY_SECONDS * order) * min(100, session.tempo) / 100
                found.append(ReplyRequest(seat, bot, at, spoken, about, session.version))
        return found

    def waits_for(self, seat: int, now: float) -> bool:
        """Whether this bot has a question to reply to, so that it need not volunteer."""
        return any(reply.seat == seat for reply in self.due(now))

    def understood(self, spoken: Utterance) -> Question | None:
        """Parse an utterance as a question, once."""
        if isinstance(spoken.said, Call):
            return Question(DEAL, TABLE, spoken.said.has, spoken.said.wants)
        if spoken.number not in self.parsed_questions:
            view = observe(self.session.table, spoken.seat)
            self.parsed_questions[spoken.number] = understood(spoken.said, view, self.session.names)
        return self.parsed_questions[spoken.number]

    # --- addressees ---------------------------------------------------------------------------------------

    def bots_to_answer(self, spoken: Utterance, asked: Question) -> list[int]:
        """List the bots that reply, in order."""
        session, table = self.session, self.session.table
        bots = [
            seat for step in range(1, table.players) if not session.seats[seat := self.after(spoken, step)].is_person
        ]
        if asked.to != TABLE:
            return [asked.to] if asked.to in bots else []
        if not asked.plain and has_other_people(session, spoken.seat):
            return []
        if asked.form == REASON:
            return self.refusing_bot(spoken, bots)
        if spoken.seat != table.active:
            return [table.active] if table.active in bots else []
        return bots if table.decision.is_trading else bots[:1]

    def after(self, spoken: Utterance, step: int) -> int:
        """Return the seat `step` places to the left of the speaker."""
        return (spoken.seat + step) % self.session.players

    # --- questions about a refusal ------------------------------------------------------------------------

    def refusing_bot(self, spoken: Utterance, bots: list[int]) -> list[int]:
        """Find the bot that last refused this person: by declining or countering an offer, or in a reply."""
        for told in reversed(self.events_this_turn(spoken)):
            seat = told.event.seat
            if seat in bots and declined_offer(told.event) and self.declined(spoken, seat) is not None:
                return [seat]
        return [seat for seat in self.answerers(spoken) if seat in bots][-1:]

    def refused(self, spoken: Utterance, seat: int, asked: Question) -> Question:
        """Fill in the question "why not" with the deal this bot refused; without a refusal, ask for its wishes."""
        offer = self.declined(spoken, seat)
        if offer is not None:
            return replace(asked, gives=offer[0], wants=offer[1])
        for earlier in reversed(self.earlier(spoken)):
            before = self.understood(earlier)
            if seat in earlier.answered and before is not None and before.form == DEAL:
                return before
        return replace(asked, form=WISHES)

    def declined(self, spoken: Utterance, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return what this person's offer gave and wanted that this bot refused last in this turn."""
        noes: set[int] = set()
        for told in reversed(self.events_this_turn(spoken)):
            event = told.event
            if event.seat == seat:
                noes.add(declined_offer(event))
            elif event.name == OFFERED.name and event.seat == spoken.seat and event["offer"] in noes:
                wants = event["wants"]
                assert isinstance(wants, tuple)
                return event.cards, wants
        return None

    def events_this_turn(self, spoken: Utterance) -> list[FeedEvent]:
        """List the events of this turn before the utterance."""
        told = self.session.told[: spoken.event_count]
        turn = next((at for at in range(len(told) - 1, -1, -1) if told[at].event.name == TURN.name), 0)
        return told[turn:]

    def answerers(self, spoken: Utterance) -> list[int]:
        """List the bots that have replied to this person, in order."""
        numbers = [earlier.number for earlier in self.earlier(spoken)]
        return [said.seat for _, said in self.session.chat if said.bot and said.answers in numbers]

    def earlier(self, spoken: Utterance) -> list[Utterance]:
        """List earlier utterances of the same person."""
        return [
            other
            for other in self.session.questions.spoken
            if other.seat == spoken.seat and other.number < spoken.number
        ]


def declined_offer(event: Event) -> int:
    """Return the number of the offer that this event refuses; 0 if it refuses none."""
    if event.name == DECLINED.name:
        return int(str(event["offer"]))
    return int(str(event["answers"])) if event.name == OFFERED.name else 0


def has_other_people(session: Session, seat: int) -> bool:
    """Whether there are other people to talk to, at the table or among spectators who have used the chat."""
    own = session.seats[seat].person
    if any(other.is_person and other.person != own for other in session.seats):
        return True
    return any(said.seat < 0 for _, said in session.chat)


def reply_bot(bot: str) -> str:
    """Return the bot that replies for another one: a fast one for all, with the other's personality."""
    voice = voice_of(bot)
    return f"merchant/{voice}" if voice else "merchant"


def reply_request(session: Session, reply: ReplyRequest, seed: int | str) -> dict[str, object]:
    """Build the JSON request with which a worker computes the reply."""
    asked = reply.question
    return {
        **question(session.table, reply.seat, reply.bot, REPLY, seed, opponents_of(session, reply.seat)),
        "asked": {
            "form": asked.form,
            "seat": reply.spoken.seat,
            "gives": cards_text(asked.gives),
            "wants": cards_text(asked.wants),
        },
    }
