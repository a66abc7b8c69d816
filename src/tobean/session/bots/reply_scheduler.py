"""Scheduler for the replies of bots to people: which bot replies, when, and to what.

Every question that concerns a bot, typed or called, gets an offer, a price or a reason within three seconds. The time
of the reply depends on public facts (I3). With other people at the table, a line that is not clearly a question is left
to them.
"""

from dataclasses import dataclass, replace
from typing import Final

from tobean.kernel.actions import Call
from tobean.kernel.cards import cards_text
from tobean.kernel.events import DECLINED, OFFERED, Event
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import observe
from tobean.session.answers.utterances import Utterance
from tobean.session.bots.bot_chat import voice_of
from tobean.session.bots.bot_requests import REPLY, build_request
from tobean.session.bots.opponents import opponents_of
from tobean.session.chat.questions import DEAL, REASON, WISHES, Question, question_from_statement
from tobean.session.log.reducer import PLAYING
from tobean.session.page.page_plugin import trades
from tobean.session.session import Session

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
    utterance: Utterance
    question: Question
    version: int


class ReplyScheduler:
    """The questions at one table that wait for replies of bots."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.parsed_questions: dict[int, Question | None] = {}
        """Parsed questions by the number of the log entry; None for a line that is not a question."""

    def due(self, now: float) -> list[ReplyRequest]:
        """List all replies that are still to come."""
        session = self.session
        if not session.utterances.items or all(seat.is_person for seat in session.seats):
            return []
        if session.state != PLAYING or not trades(session.rules, session.players):
            return []
        found: list[ReplyRequest] = []
        for utterance in session.utterances.items:
            if now - utterance.at > REPLY_DEADLINE:
                continue
            question = self.question_of(utterance)
            if question is None:
                continue
            for order, seat in enumerate(self.bots_to_answer(utterance, question)):
                if seat in utterance.answered:
                    continue
                about = self.about_refusal(utterance, seat, question) if question.form == REASON else question
                bot = reply_bot(session.seats[seat].bot)
                at = (
                    utterance.at + (FIRST_REPLY_SECONDS + FURTHER_REPLY_SECONDS * order) * min(100, session.tempo) / 100
                )
                found.append(ReplyRequest(seat, bot, at, utterance, about, session.version))
        return found

    def waits_for(self, seat: int, now: float) -> bool:
        """Whether this bot has a question to reply to, so that it need not volunteer."""
        return any(reply.seat == seat for reply in self.due(now))

    def question_of(self, utterance: Utterance) -> Question | None:
        """Parse an utterance as a question, once."""
        if isinstance(utterance.content, Call):
            return Question(DEAL, TABLE, utterance.content.has, utterance.content.wants)
        if utterance.number not in self.parsed_questions:
            view = observe(self.session.table, utterance.seat)
            self.parsed_questions[utterance.number] = question_from_statement(
                utterance.content, view, self.session.names
            )
        return self.parsed_questions[utterance.number]

    # --- addressees ---------------------------------------------------------------------------------------

    def bots_to_answer(self, utterance: Utterance, question: Question) -> list[int]:
        """List the bots that reply, in order."""
        session, table = self.session, self.session.table
        bots = [
            seat
            for step in range(1, table.players)
            if not session.seats[seat := (utterance.seat + step) % table.players].is_person
        ]
        if question.to != TABLE:
            return [question.to] if question.to in bots else []
        if not question.plain and has_other_people(session, utterance.seat):
            return []
        if question.form == REASON:
            return self.refusing_bot(utterance, bots)
        if utterance.seat != table.active:
            return [table.active] if table.active in bots else []
        return bots if table.decision.is_trading else bots[:1]

    # --- questions about a refusal ------------------------------------------------------------------------

    def refusing_bot(self, utterance: Utterance, bots: list[int]) -> list[int]:
        """Find the bot that last refused this person: by declining or countering an offer, or in a reply."""
        for feed_event in reversed(self.session.events_of_turn(utterance.event_count)):
            seat = feed_event.event.seat
            if seat in bots and declined_offer(feed_event.event) and self.refused_deal(utterance, seat) is not None:
                return [seat]
        return [seat for seat in self.bots_that_replied(utterance) if seat in bots][-1:]

    def about_refusal(self, utterance: Utterance, seat: int, question: Question) -> Question:
        """Fill in the question "why not" with the deal this bot refused; without a refusal, ask for its wishes."""
        offer = self.refused_deal(utterance, seat)
        if offer is not None:
            return replace(question, gives=offer[0], wants=offer[1])
        for earlier in reversed(self.earlier_utterances(utterance)):
            before = self.question_of(earlier)
            if seat in earlier.answered and before is not None and before.form == DEAL:
                return before
        return replace(question, form=WISHES)

    def refused_deal(self, utterance: Utterance, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """Return what this person's offer gave and wanted that this bot refused last in this turn."""
        refused_offers: set[int] = set()
        for feed_event in reversed(self.session.events_of_turn(utterance.event_count)):
            event = feed_event.event
            if event.seat == seat:
                refused_offers.add(declined_offer(event))
            elif event.name == OFFERED.name and event.seat == utterance.seat and event["offer"] in refused_offers:
                wants = event["wants"]
                assert isinstance(wants, tuple)
                return event.cards, wants
        return None

    def bots_that_replied(self, utterance: Utterance) -> list[int]:
        numbers = [earlier.number for earlier in self.earlier_utterances(utterance)]
        return [line.seat for _, line in self.session.chat if line.bot and line.answers in numbers]

    def earlier_utterances(self, utterance: Utterance) -> list[Utterance]:
        """List earlier utterances of the same person."""
        return [
            other
            for other in self.session.utterances.items
            if other.seat == utterance.seat and other.number < utterance.number
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
    return any(line.seat < 0 for _, line in session.chat)


def reply_bot(bot: str) -> str:
    """Return the bot that replies for another one: a fast one for all, with the other's personality."""
    voice = voice_of(bot)
    return f"merchant/{voice}" if voice else "merchant"


def reply_request(session: Session, reply: ReplyRequest, seed: int | str) -> dict[str, object]:
    """Build the JSON request with which a worker computes the reply."""
    question = reply.question
    seed = session.bot_seed(reply.seat, seed)
    return {
        **build_request(session.table, reply.seat, reply.bot, REPLY, seed, opponents_of(session, reply.seat)),
        "asked": {
            "form": question.form,
            "seat": reply.utterance.seat,
            "gives": cards_text(question.gives),
            "wants": cards_text(question.wants),
        },
    }
