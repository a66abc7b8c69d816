"""A table for language models: the observation of a seat as a prompt, and free text as its answer.

An answer is the number of a listed action, a line of notation, or a sentence ("Soy and Chili for a Red?"). A refused
answer changes nothing and is returned with the text of the rule, so that the model can correct it. Messages to the
others (`say:`) are recorded and not binding. Promises (`promise ...:`) are not binding either, but the log records
whether they were kept.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tobean.bots.base import Bot
from tobean.bots.game_loop import ask_bot
from tobean.bots.turn_policy import TurnPolicy
from tobean.i18n import error_text, label, open_prompt, sentence
from tobean.i18n.catalogues import N_
from tobean.i18n.catalogues import text as translated
from tobean.i18n.error_messages import error_sentence
from tobean.kernel.actions import Action
from tobean.kernel.base.seats import NO_SEAT, parse_seat, seat_name
from tobean.kernel.cards import cards_text
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, BadNotation, Illegal, TobeanError
from tobean.kernel.events import Event
from tobean.kernel.notation.card_parser import parse_kinds
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.record.record import Game
from tobean.research.tokens.commitments import CommitmentLog
from tobean.research.tokens.rewards import WIN, check_reward, returns_of
from tobean.session.bots.fallback_move import fallback_move
from tobean.session.chat.parsed_deal import problem_text
from tobean.session.chat.sentence_parser import parse_talk
from tobean.session.page.text_view import text_lines
from tobean.session.text_seat import PASS_WORDS, SAY, TextSeat, answer_line

NAMES: Final = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
PROMISE: Final = re.compile(r"promise\s+([^:]+):(.*)", re.IGNORECASE)
"""`promise Ben: Red, 2 Soy`."""
MAX_MESSAGE_LENGTH: Final = 400
"""Maximum length of a message in characters."""

TEXTS: Final[dict[str, str]] = N_(
    {
        "you": "You are {name}, seat {letter}. Since you were last asked:",
        "over": "The game is over: {result}.",
        "promise": "{name} promises {to}: {cards}",
        "no promise": "A promise is made to somebody else, and of cards of this game.",
        "too long": "Say something, in at most {most} characters.",
    }
)


def estimated_tokens(text: str) -> int:
    """Estimate the number of tokens of a text at four characters each. Pass your tokenizer's count for exact
    numbers."""
    return (len(text) + 3) // 4


@dataclass
class Usage:
    """Tokens and answers of a seat that is played by text."""

    prompts: int = 0
    answers: int = 0
    refused: int = 0
    read: int = 0
    """Tokens in prompts."""
    written: int = 0
    """Tokens in answers."""

    @property
    def tokens(self) -> int:
        return self.read + self.written


@dataclass(frozen=True)
class PublicMessage:
    """A non-binding message to all players."""

    ply: int
    seat: int
    text: str


class TextTable:
    """A game in which some seats answer by text; bots play the others.

    `TurnPolicy` decides which seat is asked. A seat with only one possible action is not asked, which would otherwise
    take some six hundred prompts in a game.
    """

    def __init__(
        self,
        game: str = "",
        players: int | Sequence[str] = 4,
        seed: int | str = 0,
        bots: dict[int, Bot] | None = None,
        volunteers: bool = False,
        talk_limit: int | None = 3,
        language: str = "en",
        budget: int | None = None,
        count: Callable[[str], int] = estimated_tokens,
    ) -> None:
        """Create a table. A seat that has read and written more than `budget` tokens, measured by `count`, is no
        longer asked. Wrong arguments raise `BadInput`."""
        if isinstance(players, int) and 0 < players <= len(NAMES):
            players = NAMES[:players]
        self.game = Game(game, players, seed, talk_limit=talk_limit)
        self.names: list[str] = list(self.game.record.players)
        self.language = language
        self.bots = bots or {}
        for seat, bot in self.bots.items():
            self.table.check_seat(seat)
            if not hasattr(bot, "choose"):
                raise BadInput("{bot!r} is not a bot: `bot_named` returns one by its name", bot=bot)
        if budget is not None and budget < 0:
            raise BadInput("a budget is a number of tokens from 0 on, not {budget}", budget=budget)
        self.chance = chance_from(f"bots {seed}")
        self.volunteers = volunteers
        self.turn_policy = TurnPolicy(self.table, volunteers or bool(self.bots))
        self.seat = NO_SEAT
        """The asked seat; NO_SEAT if the game is over."""
        self.may_pass = False
        self.seats = [TextSeat(seat, language) for seat in range(len(self.names))]
        self.messages: list[PublicMessage] = []
        self.commitments = CommitmentLog(len(self.names))
        self.budget = budget
        self.count = count
        self.usage = [Usage() for _ in self.names]
        self.queue_events(self.game.opening_events)
        self.advance()

    @property
    def table(self) -> Table:
        return self.game.table

    @property
    def over(self) -> bool:
        return self.seat == NO_SEAT

    def advance(self) -> None:
        """Let bots and seats without a choice play until a seat is asked."""
        table = self.table
        while True:
            decision = self.turn_policy.next_decision()
            if decision is None:
                self.seat, self.may_pass = NO_SEAT, False
                return
            bot = self.bots.get(decision.seat)
            if bot is not None:
                ask_bot(table, bot, decision, self.chance, self.play)
                continue
            listed, talks = table.legal_actions(decision.seat), table.may_talk(decision.seat)
            if decision.is_optional and (not self.volunteers or not (listed or talks)):
                continue
            if not decision.is_optional and len(listed) == 1 and not talks:
                self.play(listed[0])
                continue
            if self.has_used_budget(decision.seat):
                if not decision.is_optional:
                    self.play(fallback_move(table, decision.seat))
                continue
            self.seat, self.may_pass = decision.seat, decision.is_optional
            return

    def returns(self, reward: str = WIN) -> list[float]:
        """Return each seat's return under this reward; 0 until the game is over."""
        check_reward(reward)
        return returns_of(reward, self.table.result()) if self.over else [0.0] * len(self.names)

    def has_used_budget(self, seat: int) -> bool:
        """Whether this seat has used up its tokens; fallback moves are then played for it."""
        return self.budget is not None and self.usage[seat].tokens >= self.budget

    def play(self, action: Action) -> None:
        self.queue_events(self.game.play(action))

    def queue_events(self, events: Sequence[Event]) -> None:
        self.commitments.update(events)
        for event in events:
            for seat in self.seats:
                seat.news.append(sentence(event.seen_by(seat.number), self.table.rules, self.names, self.language))

    # --- prompts -------------------------------------------------------------------------------------------

    def rules(self) -> str:
        """Return the rules pages: the common one and that of the game."""
        return self.seats[0].rules(self.table.rules.name)

    def cards(self) -> str:
        """Return the table of kinds and their payouts."""
        return "\n".join([repr(bean)[6:-1] for bean in self.table.rules.beans])

    def prompt(self) -> str:
        """Return the prompt of the asked seat: its observation, the new events, and the possible actions. Each event is
        shown once."""
        if self.over:
            return self.words("over", result=self.table.result())
        seat = self.seats[self.seat]
        view = observe(self.table, self.seat)
        question = open_prompt(view, self.seat, self.names, self.language).text
        actions = [
            (label(action, self.table.rules, self.names, self.language, view), repr(action)) for action in self.listed()
        ]
        lines = [
            self.words("you", name=self.names[self.seat], letter=seat_name(self.seat)),
            *seat.take_news(),
            *seat.position(text_lines(view), question, actions, self.may_pass, view.may_talk),
        ]
        text = "\n".join(lines)
        self.usage[self.seat].prompts += 1
        self.usage[self.seat].read += self.count(text)
        return text

    def words(self, key: str, **arguments: object) -> str:
        """Translate one of this module's texts into the language of the table."""
        return translated(TEXTS[key], self.language, self.table.rules.name).format(**arguments)

    def listed(self) -> list[Action]:
        """Return the actions the asked seat can choose by number."""
        return self.table.legal_actions(self.seat)

    # --- answers -------------------------------------------------------------------------------------------

    def answer(self, text: str) -> str:
        """Play an answer of the asked seat. Returns "", or the reason for refusing it; then nothing has changed."""
        if self.over:
            raise BadInput("the game is over: nobody is asked")
        usage = self.usage[self.seat]
        usage.answers += 1
        usage.written += self.count(text)
        refused = self.apply_answer(answer_line(text))
        usage.refused += bool(refused)
        if self.seat != NO_SEAT and self.has_used_budget(self.seat):
            self.advance()
        return refused

    def apply_answer(self, answer: str) -> str:
        """Apply an answer. Returns "", or the reason for refusing it."""
        if answer.lower().startswith(SAY):
            return self.say(answer[len(SAY) :].strip())
        promise = PROMISE.fullmatch(answer)
        if promise is not None:
            return self.promise(promise[1].strip(), promise[2].strip())
        if self.may_pass and answer.lower() in PASS_WORDS:
            self.advance()
            return ""
        try:
            self.play(self.read(answer))
        except Illegal as error:
            reason = error_sentence(error, self.names, self.language, self.table.rules.name)
            return self.seats[self.seat].with_rule(reason, error.rule)
        except TobeanError as error:
            return self.error_text(error)
        self.advance()
        return ""

    def error_text(self, error: TobeanError) -> str:
        return error_text(error, self.names, self.language, self.table.rules.name)

    def say(self, text: str) -> str:
        """Send a one-line message to all players; the seat is still asked."""
        text = " ".join(text.split())
        if not text or len(text) > MAX_MESSAGE_LENGTH:
            return self.words("too long", most=MAX_MESSAGE_LENGTH)
        self.messages.append(PublicMessage(self.table.ply, self.seat, text))
        for seat in self.seats:
            seat.news.append(seat.words("says", name=self.names[self.seat], text=text))
        return ""

    def promise(self, to: str, cards: str) -> str:
        """Announce a promise to all players; the seat is still asked."""
        try:
            other, kinds = parse_seat(to, self.names), parse_kinds(cards)
        except BadNotation as error:
            return self.error_text(error)
        known = self.table.requestable_kinds
        if other == self.seat or not kinds or not all(kind in known for kind in kinds):
            return self.words("no promise")
        self.commitments.make(self.seat, other, kinds)
        announcement = self.words("promise", name=self.names[self.seat], to=self.names[other], cards=cards_text(kinds))
        for seat in self.seats:
            seat.news.append(announcement)
        return ""

    def read(self, answer: str) -> Action:
        """Parse an action. Raises `BadNotation` if the text cannot be understood."""
        action = self.seats[self.seat].read(answer, self.listed(), self.names)
        if action is not None:
            return action
        reading = parse_talk(answer, observe(self.table, self.seat), self.names)
        if reading.action is None:
            problem = problem_text(reading.problem, reading.about, self.table.rules, self.language)
            raise BadNotation("{reason}", reason=problem)
        return reading.action
