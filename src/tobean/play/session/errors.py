"""How a session says no, besides `Illegal` for what a rule forbids. A refused call changes nothing."""

from __future__ import annotations

from tobean.kernel.errors import BadInput, Illegal, TobeanError


class Refused(TobeanError):
    """Something that cannot be done at this table now; the text says why.

    `template` is the English sentence with its blanks, the key for a translation (`tobean.play.wire.refusals`).
    """

    def __init__(self, template: str, **blanks: object) -> None:
        self.template = template
        self.blanks = blanks
        super().__init__(template.format(**blanks) if blanks else template)


class Stale(Refused):
    """A message made for a position that is gone: what belongs to the sender has changed since."""


class BadSetup(BadInput):
    """A table that cannot be opened so; the text names what is wrong. `template` as in `Refused`."""

    def __init__(self, template: str, **blanks: object) -> None:
        self.template = template
        self.blanks = blanks
        super().__init__(template.format(**blanks) if blanks else template)


class BadLog(BadInput):
    """A log of which no session can be made; the text names the entry, counted from 0, and the reason."""

    def __init__(self, reason: str, entry: int | None = None) -> None:
        self.reason = reason
        self.entry = entry
        super().__init__(reason if entry is None else f"entry {entry}: {reason}")


class OldRules(BadLog):
    """A log that was played by an earlier reading of the rules, up to an action that today's rules refuse."""

    def __init__(self, entry: int, action: str, refusal: Illegal, then: str, now: str) -> None:
        self.action = action
        """In notation."""
        self.refusal = refusal
        reason = f"played by the rules {then!r}; by those of today, {now!r}, {action!r} is refused: {refusal}"
        super().__init__(reason, entry)
