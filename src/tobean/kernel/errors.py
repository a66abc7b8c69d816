"""Every way in which tobean says no. All of them derive from `TobeanError` and print as one sentence."""

from __future__ import annotations

from typing import Final

LONGEST_SENTENCE: Final = 600
"""Characters of what is said about a mistake: an error may quote what is wrong, and that may be very long."""


class TobeanError(Exception):
    """Anything that is the caller's mistake, not ours."""


class Illegal(TobeanError):
    """An action that a rule forbids. Nothing has changed.

    `rule` is the number of the rule, `template` the English sentence with its blanks (the key for a
    translation), `blanks` what fills them.
    """

    def __init__(self, rule: str, template: str, **blanks: object) -> None:
        self.rule = rule
        self.template = template
        self.blanks = blanks
        super().__init__(f"{template.format(**blanks)} ({rule})")

    def __reduce__(self) -> tuple[object, ...]:
        """Lets a refusal travel between processes."""
        return restore_illegal, (self.rule, self.template, self.blanks)

    @property
    def sentence(self) -> str:
        return self.template.format(**self.blanks)


def restore_illegal(rule: str, template: str, blanks: dict[str, object]) -> Illegal:
    return Illegal(rule, template, **blanks)


class StaleAction(TobeanError):
    """An action that was meant for an earlier position."""


class BadInput(TobeanError, ValueError):
    """Something handed in is not what it should be; the text says what would be right."""

    def __init__(self, text: str) -> None:
        super().__init__(shortened(text))


def shortened(text: str) -> str:
    """The text without its middle where it is too long to be read."""
    if len(text) <= LONGEST_SENTENCE:
        return text
    half = LONGEST_SENTENCE // 2 - 2
    return f"{text[:half]} … {text[-half:]}"


def quoted(value: object) -> str:
    """A value of any kind as a sentence can show it; very large numbers cannot even be printed."""
    if isinstance(value, (str, bool, float)) or value is None:
        return repr(value)
    if isinstance(value, int):
        return str(value) if -(10**9) < value < 10**9 else "so large a number"
    return f"a {type(value).__name__}"


class UnknownGame(BadInput):
    """No game of that name."""


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
    """A text that is no card, action or step."""


class BadTable(BadInput):
    """A table text or snapshot that describes no possible table."""


class BadRecord(BadInput):
    """A damaged or hand-edited record: the text names the line and the reason."""


class BadScenario(BadInput):
    """A scenario file that cannot be read: the text names the line and the reason."""
