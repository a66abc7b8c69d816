"""All that a seat has seen and done since the deal: its perfect recall.

An observation says what lies before a seat now, with the memory of cards that I2 grants. A history says how it came to
that: every event as the seat saw it, and its own actions. It only ever grows, and nothing in it depends on what the
seat may not know (I3). History and observation together are the seat's information state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from tobean.kernel.errors import BadInput
from tobean.kernel.events import Event
from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.notation.parameters import Parameter
    from tobean.kernel.table import Table


@final
class History:
    """What every seat of a table remembers. Play by `apply`; the table must listen from the deal on."""

    def __init__(self, table: Table) -> None:
        if table.events is None:
            raise BadInput("a history needs a table that collects events: make it with `collect_events=True`")
        self.table = table
        self.moves: list[tuple[int, Action]] = []
        """All actions, each with the number of events that had happened before it."""

    def __repr__(self) -> str:
        return f"<History of {len(self.moves)} actions: {self.table!r}>"

    def apply(self, action: Action, ply: int = -1) -> None:
        """Take an action at the table, and remember who did it."""
        happened = len(self.table.events or ())
        self.table.apply(action, ply)
        self.moves.append((happened, action))

    def clone(self) -> History:
        """The same history of an independent table."""
        table = self.table.clone()
        table.events = list(self.table.events or ())
        other = History(table)
        other.moves = self.moves.copy()
        return other

    def seen_by(self, seat: int) -> list[Event | Action]:
        """What this seat saw and did, in order."""
        events = self.table.events or []
        found: list[Event | Action] = []
        told = 0
        for happened, action in self.moves:
            while told < happened:
                found.append(events[told].seen_by(seat))
                told += 1
            if action.seat == seat:
                found.append(action)
        for event in events[told:]:
            found.append(event.seen_by(seat))
        return found

    def values(self, seat: int) -> tuple[tuple[Any, ...], ...]:
        """The same as plain values that can be compared and hashed: the name of the event, or the verb of the own
        action, and what it holds."""
        return tuple([entry_values(entry) for entry in self.seen_by(seat)])

    def text(self, seat: int) -> str:
        """The same as text, an entry a line; own actions in the notation, behind `>`."""
        return "\n".join([entry_text(entry) for entry in self.seen_by(seat)])

    def information_state(self, seat: int) -> str:
        """All that this seat can know: how it came to this, and what lies before it now."""
        return f"{self.text(seat)}\n\n{observe(self.table, seat)}"


def entry_values(entry: Event | Action) -> tuple[Any, ...]:
    if isinstance(entry, Event):
        return (entry.kind.name, *[held for _, held in event_parameters(entry)])
    return (">", entry.VERB, *entry.values())


def entry_text(entry: Event | Action) -> str:
    if isinstance(entry, Event):
        held = ", ".join([f"{value.name} {value.text(held)}" for value, held in event_parameters(entry)])
        return f"{entry.kind.name}: {held}" if held else entry.kind.name
    return f"> {entry!r}"


def event_parameters(event: Event) -> list[tuple[Parameter, Any]]:
    return [(value, event.held[value.name]) for value in event.kind.values if value.name in event.held]
