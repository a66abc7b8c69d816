"""Errors of a session, in addition to `Illegal` for what a rule forbids. A refused call changes nothing."""

from tobean.kernel.errors import BadInput, Illegal, TobeanError


class Refused(TobeanError):
    """An action that is not possible at this table now; the text is the reason."""


class Stale(Refused):
    """A message for a position that is gone: the state of the sender's seat has changed since."""


class BadSetup(BadInput):
    """A table that cannot be opened; the text names the reason."""


class BadLog(BadInput):
    """A log that cannot be replayed; the text names the entry, counted from 0, and the reason."""

    @property
    def entry(self) -> int | None:
        found = self.arguments.get("entry")
        return found if isinstance(found, int) else None


class OldRules(BadLog):
    """A log played under another edition of the rules, up to an action that today's rules refuse."""

    @property
    def action(self) -> str:
        """Refused action in notation."""
        return str(self.arguments["action"])

    @property
    def refusal(self) -> Illegal:
        found = self.arguments["reason"]
        assert isinstance(found, Illegal)
        return found
