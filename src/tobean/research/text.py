"""A table for language models: what a seat sees as a prompt, and a free text as its answer.

An answer is the number of a listed action, a line of notation, or a sentence ("Soy and Chili for a Red?"). What is
refused changes nothing, and comes back with the rule's own words, so that a model can mend its ways. What it says to
the others with `say:` is heard, kept, and binds nobody; what it promises with `promise ...:` binds nobody either, and
whether it was kept is counted.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.bots.match import ask_bot
from tobean.bots.turn_policy import TurnPolicy
from tobean.i18n import label, open_prompt, sentence, told
from tobean.i18n.catalogues import N_
from tobean.i18n.catalogues import text as translated
from tobean.i18n.rulebook import KERNEL, pages, rules
from tobean.kernel.actions import Action
from tobean.kernel.cards import cards_text, is_number
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, BadNotation, Illegal, TobeanError
from tobean.kernel.notation.card_parser import parse_kinds
from tobean.kernel.state.seats import NO_SEAT, parse_seat, seat_name
from tobean.play.bots.fallback_move import fallback_move
from tobean.play.chat.parse_problems import problem_text
from tobean.play.chat.sentence_parser import parse_talk
from tobean.play.page.text_view import text_lines
from tobean.record.notation import parse_action
from tobean.record.record import Game
from tobean.research.tokens.commitments import CommitmentLog
from tobean.view.observation import observe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tobean.bots.base import Bot
    from tobean.kernel.events import Event
    from tobean.kernel.table import Table

NAMES: Final = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus")
PASS_WORDS: Final = ("0", "nothing")
SAY: Final = "say:"
PROMISE: Final = re.compile(r"promise\s+([^:]+):(.*)", re.IGNORECASE)
"""`promise Ben: Red, 2 Soy`."""
MAX_MESSAGE_LENGTH: Final = 400
"""Characters of what is said to the others at once."""
BRACKETS: Final = re.compile(r"\[([^\[\]]+)\]")


TEXTS: Final[dict[str, str]] = N_(
    {
        "you": "You are {name}, seat {letter}. Since you were last asked:",
        "no news": "Nothing has happened.",
        "seen": "What you see:",
        "nothing": "Nothing: somebody else is awaited, and you may leave it at that.",
        "talk": "Or an offer or a call, in words (“Soy for a Red?”, “I want Red”) or in notation.",
        "answer": "Answer with one line: a number, an offer, or “{say} ...” to talk to the others first.",
        "over": "The game is over: {result}.",
        "saying": "{name} says: {text}",
        "promise": "{name} promises {to}: {cards}",
        "no promise": "A promise is made to somebody else, and of cards of this game.",
        "too long": "Say something, in at most {most} characters.",
    }
)


def answer_line(text: str) -> str:
    """The answer itself: what stands in the last brackets, or else the last line. A model may think aloud before."""
    found = BRACKETS.findall(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return str(found[-1]).strip() if found else lines[-1] if lines else ""


def estimated_tokens(text: str) -> int:
    """About how many tokens a model makes of a text: one of four characters. Bring your tokenizer's count instead."""
    return (len(text) + 3) // 4


@dataclass
class Usage:
    """What a seat that answers by text has needed so far."""

    prompts: int = 0
    answers: int = 0
    refused: int = 0
    read: int = 0
    """Tokens of prompts."""
    written: int = 0
    """Tokens of answers."""

    @property
    def tokens(self) -> int:
        return self.read + self.written


@dataclass(frozen=True)
class PublicMessage:
    """Something that was said to all and binds nobody."""

    ply: int
    seat: int
    text: str


class TextTable:
    """A game in which some seats answer by text; the others have bots.

    Who is asked says `TurnPolicy`. Where a seat can do one thing only it is not asked: nobody wants to read six hundred
    prompts a game.
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
        """`budget`: a seat that has read and written so many tokens, by this count, is not asked any more."""
        if isinstance(players, int) and 0 < players <= len(NAMES):
            players = NAMES[:players]
        self.game = Game(game, players, seed, talk_limit=talk_limit)
        self.names: list[str] = list(self.game.record.players)
        self.language = language
        self.bots = bots or {}
        self.chance = chance_from(f"bots {seed}")
        self.volunteers = volunteers
        self.turn_policy = TurnPolicy(self.table, volunteers or bool(self.bots))
        self.seat = NO_SEAT
        """Who is asked; NO_SEAT: the game is over."""
        self.may_pass = False
        """Is nothing an answer?"""
        self.news: list[list[str]] = [[] for _ in self.names]
        """What each seat has heard since it was last asked."""
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
        """Let bots play, and seats that have no choice, until somebody is asked."""
        table = self.table
        while True:
            now = self.turn_policy.next_decision()
            if now is None:
                self.seat, self.may_pass = NO_SEAT, False
                return
            bot = self.bots.get(now.seat)
            if bot is not None:
                ask_bot(table, bot, now, self.chance, self.play)
                continue
            listed, talks = table.legal_actions(now.seat), table.may_talk(now.seat)
            if now.volunteers and (not self.volunteers or not (listed or talks)):
                continue
            if not now.volunteers and len(listed) == 1 and not talks:
                self.play(listed[0])
                continue
            if self.has_used_budget(now.seat):
                if not now.volunteers:
                    self.play(fallback_move(table, now.seat))
                continue
            self.seat, self.may_pass = now.seat, now.volunteers
            return

    def has_used_budget(self, seat: int) -> bool:
        """Has this seat used up its tokens? Then safe moves are made for it."""
        return self.budget is not None and self.usage[seat].tokens >= self.budget

    def play(self, action: Action) -> None:
        self.queue_events(self.game.play(action))

    def queue_events(self, events: Sequence[Event]) -> None:
        self.commitments.update(events)
        for event in events:
            for seat, news in enumerate(self.news):
                news.append(sentence(event.seen_by(seat), self.table.rules, self.names, self.language))

    # --- what a seat reads ---------------------------------------------------------------------------------

    def rules(self) -> str:
        """The rules pages: what all games share, and the game's own."""
        found = pages(self.language)
        return "\n\n".join([found[page] for page in (KERNEL, self.table.rules.name) if page in found])

    def cards(self) -> str:
        """What the kinds are worth."""
        return "\n".join([repr(bean)[6:-1] for bean in self.table.rules.beans])

    def prompt(self) -> str:
        """What the seat that is asked sees, has heard, and can do. What it has heard is told once."""
        seat = self.seat
        if seat == NO_SEAT:
            return self.words("over", result=self.table.result())
        view = observe(self.table, seat)
        lines = [self.words("you", name=self.names[seat], letter=seat_name(seat))]
        lines += self.news[seat] or [self.words("no news")]
        self.news[seat] = []
        lines += ["", self.words("seen")]
        lines += text_lines(view)
        lines += ["", open_prompt(view, seat, self.names, self.language).text]
        if self.may_pass:
            lines.append("0. " + self.words("nothing"))
        for number, action in enumerate(self.listed(), start=1):
            said = label(action, self.table.rules, self.names, self.language, view)
            lines.append(f"{number}. {said}  ({action!r})")
        if view.may_talk:
            lines.append(self.words("talk"))
        lines.append(self.words("answer", say=SAY))
        text = "\n".join(lines)
        self.usage[seat].prompts += 1
        self.usage[seat].read += self.count(text)
        return text

    def words(self, key: str, **arguments: object) -> str:
        """One of our own texts in the language of the table."""
        return translated(TEXTS[key], self.language, self.table.rules.name).format(**arguments)

    def listed(self) -> list[Action]:
        """What the seat that is asked can choose by number."""
        return self.table.legal_actions(self.seat)

    # --- what a seat answers -------------------------------------------------------------------------------

    def answer(self, text: str) -> str:
        """Play an answer of the seat that is asked. Returns "", or why it is refused; then nothing has changed."""
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

    def apply_answer(self, said: str) -> str:
        """Do what was said. Returns "", or why not."""
        if said.lower().startswith(SAY):
            return self.say(said[len(SAY) :].strip())
        promise = PROMISE.fullmatch(said)
        if promise is not None:
            return self.promise(promise[1].strip(), promise[2].strip())
        if self.may_pass and said.lower() in PASS_WORDS:
            self.advance()
            return ""
        try:
            self.play(self.read(said))
        except Illegal as error:
            rule = rules(self.language).get(error.rule)
            return " ".join([self.told(error), rule.text if rule else ""]).strip()
        except TobeanError as error:
            return self.told(error)
        self.advance()
        return ""

    def told(self, error: TobeanError) -> str:
        return told(error, self.names, self.language, self.table.rules.name)

    def say(self, text: str) -> str:
        """Everybody hears it, in one line; the seat is still asked."""
        text = " ".join(text.split())
        if not text or len(text) > MAX_MESSAGE_LENGTH:
            return self.words("too long", most=MAX_MESSAGE_LENGTH)
        self.messages.append(PublicMessage(self.table.ply, self.seat, text))
        for news in self.news:
            news.append(self.words("saying", name=self.names[self.seat], text=text))
        return ""

    def promise(self, to: str, cards: str) -> str:
        """Everybody hears it; the seat is still asked."""
        try:
            other, kinds = parse_seat(to, self.names), parse_kinds(cards)
        except BadNotation as error:
            return self.told(error)
        known = self.table.requestable_kinds
        if other == self.seat or not kinds or not all(kind in known for kind in kinds):
            return self.words("no promise")
        self.commitments.make(self.seat, other, kinds)
        for news in self.news:
            told = self.words("promise", name=self.names[self.seat], to=self.names[other], cards=cards_text(kinds))
            news.append(told)
        return ""

    def read(self, said: str) -> Action:
        """The action that is meant. Raises `BadNotation` for what cannot be read."""
        listed = self.listed()
        if is_number(said):
            if not 0 < int(said) <= len(listed):
                raise BadNotation(
                    "there is no action {number}: they are numbered from 1 to {last}", number=said, last=len(listed)
                )
            return listed[int(said) - 1]
        for notation in (said, f"{seat_name(self.seat)} {said}"):
            try:
                action = parse_action(notation, self.names)
            except BadNotation:
                continue
            if action.seat != self.seat:
                raise BadNotation("you act for seat {seat} only", seat=seat_name(self.seat))
            return action
        reading = parse_talk(said, observe(self.table, self.seat), self.names)
        if reading.action is None:
            problem = problem_text(reading.problem, reading.about, self.table.rules, self.language)
            raise BadNotation("{reason}", reason=problem)
        return reading.action
