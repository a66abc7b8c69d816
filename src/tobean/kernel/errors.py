"""Exceptions. All of them derive from `TobeanError` and print as one sentence.

An error consists of a template, which is an English sentence with named placeholders, and the arguments that fill them.
The template is the key by which translations are found (`tobean.i18n.error_messages`).
"""

from typing import Final

from mypy_extensions import mypyc_attr

MAX_MESSAGE_LENGTH: Final = 600
"""Maximum length of an error message in characters: an error may quote invalid input, which may be very long."""


def truncate_message(text: str) -> str:
    """Cut out the middle of a text that is too long to be read."""
    if len(text) <= MAX_MESSAGE_LENGTH:
        return text
    half = MAX_MESSAGE_LENGTH // 2 - 2
    return f"{text[:half]} … {text[-half:]}"


def format_message(template: str, arguments: dict[str, object]) -> str:
    """Format the sentence and limit its length. Without arguments the template is taken literally, braces included."""
    return truncate_message(template.format(**arguments) if arguments else template)


class Phrase:
    """A text of any length, mostly used as an argument and translated into the language of the sentence around it."""

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
    """Base class: a mistake of the caller, not of the program.

    `template` is the English sentence with its placeholders. `arguments` fills them: plain values, a seat or a kind of
    card (kernel/message_args.py), a `Phrase`, or another error that is the reason for this one.
    """

    def __init__(self, template: str, /, **arguments: object) -> None:
        for name, value in arguments.items():
            if isinstance(value, BaseException) and not isinstance(value, TobeanError):
                arguments[name] = str(value) or type(value).__name__  # errors of other libraries cannot be translated
        self.template = template
        self.arguments = arguments
        super().__init__(format_message(template, arguments))

    def __reduce__(self) -> tuple[object, ...]:
        """Make errors picklable."""
        return restore_error, (type(self), self.template, self.arguments)


def restore_error(kind: type[TobeanError], template: str, arguments: dict[str, object]) -> TobeanError:
    return kind(template, **arguments)


class Illegal(TobeanError):
    """An action that a rule forbids; nothing has changed. `rule` is the number of the rule, which `str` appends."""

    def __init__(self, rule: str, template: str, /, **arguments: object) -> None:
        self.rule = rule
        super().__init__(template, **arguments)

    def __str__(self) -> str:
        return f"{self.args[0]} ({self.rule})"

    def __reduce__(self) -> tuple[object, ...]:
        return restore_illegal, (self.rule, self.template, self.arguments)


def restore_illegal(rule: str, template: str, arguments: dict[str, object]) -> Illegal:
    return Illegal(rule, template, **arguments)


class StaleAction(TobeanError):
    """An action that was meant for an earlier position."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BadInput(TobeanError, ValueError):
    """Invalid input; the message says what would be valid."""


def quoted(value: object) -> str | Phrase:
    """Format any value for a message; very large numbers cannot even be printed."""
    if isinstance(value, (str, bool, float)) or value is None:
        return repr(value)
    if isinstance(value, int):
        return str(value) if -(10**9) < value < 10**9 else Phrase("so large a number")
    return Phrase("a {type}", type=type(value).__name__)


class ChanceDecides(BadInput):
    """An action at a table that waits for chance."""


class UnknownGame(BadInput):
    """No game of that name."""


class GameNotInstalled(UnknownGame):
    """A game of an existing table or record whose package is not installed."""

    def __init__(self, game: str) -> None:
        self.game = game
        super().__init__("this game is not installed here: {game}", game=game)

    def __reduce__(self) -> tuple[object, ...]:
        return GameNotInstalled, (self.game,)


class UnknownOption(BadInput):
    """An option that the game does not have, or an invalid value of one."""


class BadPlayers(BadInput):
    """A number of players that the game does not support."""


class BadSeat(BadInput):
    """No such seat at this table."""


class BadDeck(BadInput):
    """A deck with which the game cannot be played."""


class BadCards(BadInput):
    """An unusable card set; the message names the card and the reason."""


class BadNotation(BadInput):
    """A text that is not a card, action or step."""


class BadTable(BadInput):
    """A table text or snapshot that describes no possible table."""


class BadRecord(BadInput):
    """A damaged or wrongly edited record; the message names the line and the reason."""


class BadScenario(BadInput):
    """A scenario file that cannot be read; the message names the line and the reason."""
