"""A whole game with a language model at one seat, with everything counted that a result needs."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tobean.bots.base import Bot
from tobean.kernel.base.seats import NO_SEAT
from tobean.play.bots.fallback_move import fallback_move
from tobean.research.language_models.model_client import Message, ModelClient, Reply
from tobean.research.language_models.prompts import Prompt
from tobean.research.language_models.transcript import Transcript
from tobean.research.text import PROMISE, SAY, TextTable, answer_line
from tobean.research.tokens.commitments import BROKEN, HONOURED, OPEN

DEFAULT_RETRIES: Final = 2
DEFAULT_MEMORY: Final = 3
MAX_TALK: Final = 3
"""Messages and promises that a model may make before one action."""
ENOUGH_TALK: Final = "You have talked enough before this action: choose one now."
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
    read: int = 0
    written: int = 0
    estimated: int = 0
    """Replies whose tokens were estimated."""
    seconds: float = 0.0
    failures: dict[str, int] = field(default_factory=dict)

    def add(self, reply: Reply) -> None:
        self.requests += 1
        self.read += reply.read
        self.written += reply.written
        self.estimated += reply.is_estimated
        self.seconds += reply.seconds
        for failure in reply.failures:
            self.failures[failure] = self.failures.get(failure, 0) + 1


class ModelGame:
    """One game of a model against bots."""

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
        self.past: list[tuple[Message, Message]] = []
        """Prompts and accepted answers of earlier decisions."""
        self.is_logged = False
        """Whether the system prompt is in the transcript."""

    def play(self) -> dict[str, Any]:
        """Play to the end; returns the result, which is in the transcript, too. Raises `ModelFailed`."""
        while not self.table.over:
            self.decide()
        result = self.result()
        self.transcript.add_result(result)
        return result

    def decide(self) -> None:
        """Ask for one action. After too many refused answers a fallback move is played."""
        table = self.table
        self.counts.decisions += 1
        refused = talked = 0
        conversation: list[Message] = [{"role": "user", "content": table.prompt()}]
        logged = 0
        while True:
            messages = [self.system, *self.remembered(), *conversation]
            fresh = conversation[logged:] if self.is_logged else [self.system, *conversation]
            answer = self.ask(messages, fresh)
            conversation.append({"role": "assistant", "content": answer})
            self.is_logged, logged = True, len(conversation)
            spoken = len(table.messages) + len(table.commitments.entries)
            position = (table.table.ply, table.seat)
            reason = ENOUGH_TALK if talked >= MAX_TALK and is_talk(answer) else table.answer(answer)
            if reason:
                refused += 1
                self.counts.refused += 1
                if refused > self.retries:
                    self.forfeit()
                    return
                conversation.append({"role": "user", "content": REFUSED.format(reason=reason)})
                continue
            self.past.append((conversation[0], conversation[-1]))
            if len(table.messages) + len(table.commitments.entries) == spoken:
                return
            talked += 1
            self.counts.messages += 1
            assert (table.table.ply, table.seat) == position
            conversation, logged = [{"role": "user", "content": table.prompt()}], 0

    def remembered(self) -> list[Message]:
        recent = self.past[-self.memory :] if self.memory else []
        return [message for exchange in recent for message in exchange]

    def ask(self, messages: list[Message], fresh: list[Message]) -> str:
        """Ask the model, or take the reply of the interrupted game."""
        reply = self.transcript.recorded_reply(messages)
        if reply is None:
            reply = self.client.complete(messages, f"{self.fixture.seed} {self.fixture.seat} {self.counts.requests}")
            self.transcript.add_call(fresh, messages, reply)
        self.counts.add(reply)
        return reply.text

    def forfeit(self) -> None:
        """Play a fallback move for the model."""
        self.counts.forfeited += 1
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
            "thalers": list(result.thalers),
            "winners": list(result.winners),
            "rival": result.rival_thalers if result.rival else None,
            "counts": {
                **vars(self.counts),
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
