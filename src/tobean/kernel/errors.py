"""Every way in which tobean says no. All of them derive from `TobeanError` and print as one sentence.

An error is a template, the English sentence with named blanks, and what fills them: the template is the key by which
other languages find the sentence (`tobean.i18n.error_messages`).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

MAX_MESSAGE_LENGTH: Final = 600
"""Characters of what is said about a mistake: an error may quote what is wrong, and that may be very long."""


def truncate_message(text: str) -> str:
    """The text without its middle where it is too long to be read."""
    if len(text) <= MAX_MESSAGE_LENGTH:
        return text
    half = MAX_MESSAGE_LENGTH // 2 - 2
    return f"{text[:half]} … {text[-half:]}"


def format_message(template: str, arguments: dict[str, object]) -> str:
    """The sentence, at a length that can be read. Without blanks it is one already, whatever braces it has."""
    return truncate_message(template.format(**arguments) if arguments else template)


class Phrase:
    """Words of their own, mostly in a blank and told in the language of the sentence around it; however long."""

    def __init__(self, template: str, /, **arguments: object) -> None:
        self.template = template
        self.arguments = arguments

    def __str__(self) -> str:
        return self.template.format(**self.arguments)

    def __reduce__(self) -> tuple[object, ...]:
        return restore_phrase, (self.template, self.arguments)


def restore_phrase(template: str, arguments: dict[str, object]) -> Phrase:
    return Phrase(template, **arguments)


@mypyc_attr(allow_interpreted_subclasses=True)
class TobeanError(Exception):
    """Anything that is the caller's mistake, not ours.

    `template` is the English sentence with its blanks, `arguments` what fills them: plain values, a seat or a kind of card
    (kernel/message_args.py), a `Phrase`, or another error that is the reason for this one.
    """

    def __init__(self, template: str, /, **arguments: object) -> None:
        for name, value in arguments.items():
            if isinstance(value, BaseException) and not isinstance(value, TobeanError):
                arguments[name] = str(value) or type(value).__name__  # a stranger's error has no other words
        self.template = template
        self.arguments = arguments
        super().__init__(format_message(template, arguments))

    def __reduce__(self) -> tuple[object, ...]:
        """Lets an error travel between processes."""
        return restore_error, (type(self), self.template, self.arguments)


def restore_error(kind: type[TobeanError], template: str, arguments: dict[str, object]) -> TobeanError:
    return kind(template, **arguments)


class Illegal(TobeanError):
    """An action that a rule forbids. Nothing has changed. `rule` is the number of the rule."""

    def __init__(self, rule: str, template: str, /, **arguments: object) -> None:
        self.rule = rule
        super().__init__(template, **arguments)
        self.args = (f"{self.args[0]} ({rule})",)

    def __reduce__(self) -> tuple[object, ...]:
        return restore_illegal, (self.rule, self.template, self.arguments)

    @property
    def sentence(self) -> str:
        """Without the number of the rule."""
        return format_message(self.template, self.arguments)


def restore_illegal(rule: str, template: str, arguments: dict[str, object]) -> Illegal:
    return Illegal(rule, template, **arguments)


class StaleAction(TobeanError):
    """An action that was meant for an earlier position."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BadInput(TobeanError, ValueError):
    """Something handed in is not what it should be; the text says what would be right."""


def quoted(value: object) -> str | Phrase:
    """A value of any kind as a sentence can show it; very large numbers cannot even be printed."""
    if isinstance(value, (str, bool, float)) or value is None:
        return repr(value)
    if isinstance(value, int):
        return str(value) if -(10**9) < value < 10**9 else Phrase("so large a number")
    return Phrase("a {type}", type=type(value).__name__)


class ChanceDecides(BadInput):
    """Somebody wants to act at a table that waits for chance."""


class UnknownGame(BadInput):
    """No game of that name."""


class GameNotInstalled(UnknownGame):
    """A game that somebody has played, but that this program does not have: its package is not installed."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__("this game is not installed here: {game}", game=game)

    def __reduce__(self) -> tuple[object, ...]:
        return GameNotInstalled, (self.game,)


class UnknownOption(BadInput):
    """An option that the game does not have, or a value that it cannot take."""


class BadPlayers(BadInput):
    """The game is not for so many players."""


class BadSeat(BadInput):
    """No such seat at this table."""


class BadDeck(BadInput):
    """A deck that the game cannot be played with."""


class BadCards(BadInput):
    """A card set that cannot be used: the text names the card and the reason."""


class BadNotation(BadInput):
    """A text that is not a card, action or step."""


class BadTable(BadInput):
    """A table text or snapshot that describes no possible table."""


class BadRecord(BadInput):
    """A damaged or hand-edited record: the text names the line and the reason."""


class BadScenario(BadInput):
    """A scenario file that cannot be read: the text names the line and the reason."""
