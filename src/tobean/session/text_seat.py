"""A seat for a language model: the position as a prompt, and free text as the answer.

Shared by the tables of the research kit and by models at served tables. An answer is the number of a listed action, a
line of notation, `say: ...`, or a sentence, which the users of this module interpret.
"""

import re
from collections.abc import Sequence
from typing import Final, TypeVar

from tobean.i18n.catalogues import N_, SOURCE, text
from tobean.i18n.rulebook import KERNEL, pages, rules
from tobean.kernel.actions import Action
from tobean.kernel.base.seats import NO_SEAT, seat_name
from tobean.kernel.errors import BadNotation
from tobean.kernel.notation.input_limits import is_number
from tobean.record.notation import parse_action

Choice = TypeVar("Choice")

SAY: Final = "say:"
PASS_WORDS: Final = ("0", "nothing")
BRACKETS: Final = re.compile(r"\[([^\[\]]+)\]")

TEXTS: Final[dict[str, str]] = N_(
    {
        "no news": "Nothing has happened.",
        "seen": "What you see:",
        "nothing": "Nothing: somebody else is awaited, and you may leave it at that.",
        "idle": "Nobody waits for you. Look again to wait for what comes next.",
        "talk": "Or an offer or a call, in words (“Soy for a Red?”, “I want Red”) or in notation.",
        "answer": "Answer with one line: a number, an offer, or “{say} ...” to talk to the others first.",
        "says": "{name} says: {text}",
        "refused": "Refused, nothing has changed: {reason}",
        "no rule": "There is no rule {number}.",
        "cards": "The cards:",
    }
)


def answer_line(reply: str) -> str:
    """Extract the answer: the text in the last brackets, or else the last line. A model may think aloud before it."""
    bracketed = BRACKETS.findall(reply)
    lines = [line.strip() for line in reply.splitlines() if line.strip()]
    return str(bracketed[-1]).strip() if bracketed else lines[-1] if lines else ""


class TextSeat:
    """A seat with the events that its model has not been told yet."""

    def __init__(self, number: int = NO_SEAT, language: str = SOURCE) -> None:
        self.number = number
        self.language = language
        self.news: list[str] = []

    def words(self, key: str, **arguments: object) -> str:
        return text(TEXTS[key], self.language, None).format(**arguments)

    def rules(self, game: str) -> str:
        """Return the rules pages: the common one and that of the game."""
        rule_pages = pages(self.language)
        return "\n\n".join([rule_pages[page] for page in (KERNEL, game) if page in rule_pages])

    def rule(self, number: str) -> str:
        """Return the text of a numbered rule."""
        rule = rules(self.language).get(number.strip().upper())
        return self.words("no rule", number=number) if rule is None else rule.text

    def with_rule(self, reason: str, number: str) -> str:
        """Add the broken rule to the reason of a refusal, so that the model can correct itself."""
        cited = f"{reason} ({number})" if number else reason
        rule = rules(self.language).get(number)
        return cited if rule is None else f"{cited} {rule.text}".strip()

    def take_news(self) -> list[str]:
        """Return the new events. Each is told once."""
        news, self.news = self.news, []
        return news or [self.words("no news")]

    def position(
        self, seen: Sequence[str], question: str, actions: Sequence[tuple[str, str]], is_optional: bool, may_talk: bool
    ) -> list[str]:
        """Return the lines of a prompt: what the seat sees, the question, and the actions, each a label with its
        notation, under the numbers that `read` expects."""
        lines = ["", self.words("seen"), *seen, "", question]
        if is_optional and not actions and not may_talk:
            return [*lines, self.words("idle")]
        if is_optional:
            lines.append("0. " + self.words("nothing"))
        lines += [f"{number}. {label}  ({notation})" for number, (label, notation) in enumerate(actions, 1)]
        if may_talk:
            lines.append(self.words("talk"))
        return [*lines, self.words("answer", say=SAY)]

    def read(self, answer: str, listed: Sequence[Choice], names: Sequence[str]) -> Choice | Action | None:
        """Return the listed action with this number, or the action in this notation, or None for a sentence. Raises
        `BadNotation` for another number or another seat's action."""
        if is_number(answer):
            if not 0 < int(answer) <= len(listed):
                raise BadNotation(
                    "there is no action {number}: they are numbered from 1 to {last}", number=answer, last=len(listed)
                )
            return listed[int(answer) - 1]
        for notation in (answer, f"{seat_name(self.number)} {answer}"):
            try:
                action = parse_action(notation, names)
            except BadNotation:
                continue
            if action.seat != self.number:
                raise BadNotation("you act for seat {seat} only", seat=seat_name(self.number))
            return action
        return None
