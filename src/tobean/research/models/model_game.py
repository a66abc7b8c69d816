"""A complete game with a language model at one seat, and its statistics."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tobean.bots.base import Bot
from tobean.kernel.base.seats import NO_SEAT
from tobean.research.environments.text import PROMISE, TextTable
from tobean.research.models.model_client import Message, ModelClient, Reply
from tobean.research.models.prompts import Prompt
from tobean.research.models.transcript import Transcript, stored_data
from tobean.research.tokens.commitments import BROKEN, HONOURED, OPEN
from tobean.session.bots.fallback_move import fallback_move
from tobean.session.text_seat import SAY, answer_line

DEFAULT_RETRIES: Final = 2
DEFAULT_MEMORY: Final = 3
MAX_TALK_PER_ACTION: Final = 3
"""Messages and promises that a model may make before one action."""
ENOUGH_TALK: Final = "You have talked enough before this action: choose one now."
MAX_FORFEITS: Final = 5
"""Forfeited decisions in a row with which a model forfeits the game."""
NO_ANSWER: Final = "(no answer)"
"""Stands for an empty answer in the conversation, because some endpoints refuse empty messages."""
REFUSED: Final = "Refused, nothing has changed: {reason} Answer again, in brackets."


@dataclass(frozen=True)
class ModelFixture:
    """A game to be played: the same values give the same deal and the same bots."""

    game: str
    players: int
    seat: int
    """Seat of the model."""
    against: str
    """Name of the bots at the other seats."""
    seed: str
    talk_limit: int | None = 3
    volunteers: bool = False
    """Whether the model is also asked while another seat is awaited."""
    language: str = "en"


@dataclass
class Counts:
    """Counters of one game. Answers that the rules refuse are not in `failures`, which are those of the endpoint."""

    decisions: int = 0
    requests: int = 0
    refused: int = 0
    """Answers that were illegal or could not be understood."""
    forfeited: int = 0
    """Decisions for which a fallback move was played, after too many refused answers."""
    messages: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    estimated: int = 0
    """Replies whose tokens were estimated."""
    seconds: float = 0.0
    failures: dict[str, int] = field(default_factory=dict)

    def add(self, reply: Reply) -> None:
        self.requests += 1
        self.prompt_tokens += reply.prompt_tokens
        self.completion_tokens += reply.completion_tokens
        self.estimated += reply.is_estimated
        self.seconds += reply.seconds
        for failure in reply.failures:
            self.failures[failure] = self.failures.get(failure, 0) + 1


class ModelGame:
    """Asks a model for every decision of its seat, and the bots for the others."""

    def __init__(
        self,
        fixture: ModelFixture,
        client: ModelClient,
        bots: Mapping[int, Bot],
        prompt: Prompt,
        transcript: Transcript,
        retries: int = DEFAULT_RETRIES,
        memory: int = DEFAULT_MEMORY,
    ) -> None:
        """`retries` is the number of further answers after a refused one; `memory` the number of earlier decisions of
        the game that a request contains."""
        self.fixture = fixture
        self.client = client
        self.transcript = transcript
        self.retries = retries
        self.memory = memory
        self.table = TextTable(
            fixture.game,
            fixture.players,
            fixture.seed,
            dict(bots),
            fixture.volunteers,
            fixture.talk_limit,
            fixture.language,
        )
        self.counts = Counts()
        self.system: Message = {
            "role": "system",
            "content": prompt.filled(
                game=self.table.table.rules.title,
                players=fixture.players,
                name=self.table.names[fixture.seat],
                rules=self.table.rules(),
                cards=self.table.cards(),
            ),
        }
        self.exchanges: list[tuple[Message, Message]] = []
        """Prompts and accepted answers of earlier decisions."""
        self.forfeits_in_row = 0
        self.is_logged = False
        """Whether the system prompt is in the transcript."""

    def play(self) -> dict[str, Any]:
        """Play to the end; returns the result, which is in the transcript, too. Raises `ModelFailed`.

        A model that has forfeited the game is not asked any more: fallback moves are played to the end.
        """
        while not self.table.over:
            if self.is_forfeited:
                self.play_fallback()
            else:
                self.decide()
        result = self.result()
        self.transcript.add_result(result)
        return result

    @property
    def is_forfeited(self) -> bool:
        """Whether the model has forfeited the game."""
        return self.forfeits_in_row >= MAX_FORFEITS

    def decide(self) -> None:
        """Ask for one action. After too many refused answers a fallback move is played."""
        table = self.table
        self.counts.decisions += 1
        refused = talked = 0
        conversation: list[Message] = [{"role": "user", "content": table.prompt()}]
        logged_count = 0
        while True:
            answer = self.request(conversation, logged_count)
            logged_count = len(conversation)
            talk_before = self.talk_count()
            position = (table.table.ply, table.seat)
            reason = self.play_answer(answer, talked)
            if reason:
                refused += 1
                self.counts.refused += 1
                if refused > self.retries:
                    self.counts.forfeited += 1
                    self.forfeits_in_row += 1
                    self.play_fallback()
                    return
                conversation.append({"role": "user", "content": REFUSED.format(reason=reason)})
                continue
            self.exchanges.append((conversation[0], conversation[-1]))
            if self.talk_count() == talk_before:
                self.forfeits_in_row = 0
                return
            talked += 1
            self.counts.messages += 1
            assert (table.table.ply, table.seat) == position
            conversation, logged_count = [{"role": "user", "content": table.prompt()}], 0

    def request(self, conversation: list[Message], logged_count: int) -> str:
        """Ask the model to continue a conversation, and append its answer. The transcript has `logged_count` messages
        already."""
        messages = [self.system, *self.remembered(), *conversation]
        unlogged = conversation[logged_count:] if self.is_logged else [self.system, *conversation]
        answer = self.ask(messages, unlogged)
        self.is_logged = True
        conversation.append({"role": "assistant", "content": answer if answer.strip() else NO_ANSWER})
        return answer

    def play_answer(self, answer: str, talked: int) -> str:
        """Play an answer after so much talk before this action; returns the reason if it is refused."""
        if talked >= MAX_TALK_PER_ACTION and is_talk(answer):
            return ENOUGH_TALK
        return self.table.answer(answer)

    def talk_count(self) -> int:
        return len(self.table.messages) + len(self.table.commitments.entries)

    def remembered(self) -> list[Message]:
        recent = self.exchanges[-self.memory :] if self.memory else []
        return [message for exchange in recent for message in exchange]

    def ask(self, messages: list[Message], unlogged: list[Message]) -> str:
        """Ask the model, or take the reply of the interrupted game."""
        reply = self.transcript.recorded_reply(messages)
        if reply is None:
            reply = self.client.complete(messages, f"{self.fixture.seed} {self.fixture.seat} {self.counts.requests}")
            self.transcript.add_call(unlogged, messages, reply)
        self.counts.add(reply)
        return reply.text

    def play_fallback(self) -> None:
        table = self.table
        if not table.may_pass:
            table.play(fallback_move(table.table, table.seat))
        table.advance()

    def result(self) -> dict[str, Any]:
        table, seat = self.table, self.fixture.seat
        assert table.seat == NO_SEAT
        result = table.table.result()
        record = str(table.game.record)
        return {
            "forfeited": self.is_forfeited,
            "thalers": list(result.thalers),
            "winners": list(result.winners),
            "rival": result.rival_thalers if result.rival else None,
            "counts": {
                **stored_data(vars(self.counts)),
                "promised": sum(entry.seat == seat for entry in table.commitments.entries),
                HONOURED: table.commitments.count(seat, HONOURED),
                BROKEN: table.commitments.count(seat, BROKEN),
                OPEN: table.commitments.count(seat, OPEN),
            },
            "record": record,
            "digest": hashlib.sha256(record.encode()).hexdigest(),
        }


def is_talk(answer: str) -> bool:
    """Whether an answer only talks to the other players."""
    line = answer_line(answer)
    return line.lower().startswith(SAY) or PROMISE.fullmatch(line) is not None
