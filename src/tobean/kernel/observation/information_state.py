"""Histories: all that a seat has seen and done since the deal (perfect recall).

An observation is what a seat sees now, with the memory of cards that I2 grants. A history is how it came about: every
event as the seat saw it, and its own actions. It only grows, and nothing in it depends on what the seat may not know
(I3). History and observation together are the seat's information state.
"""

from __future__ import annotations

from typing import Any, final

from tobean.kernel.actions import Action
from tobean.kernel.errors import BadInput
from tobean.kernel.events import Event
from tobean.kernel.notation.parameters import Parameter
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table


@final
class History:
    """The histories of all seats of a table. Play by `apply`; the table must collect events from the deal on."""

    def __init__(self, table: Table) -> None:
        if table.events is None:
            raise BadInput("a history needs a table that collects events: create it with `collect_events=True`")
        self.table = table
        self.moves: list[tuple[int, Action]] = []
        """All actions, each with the number of events before it."""

    def __repr__(self) -> str:
        return f"<History of {len(self.moves)} actions: {self.table!r}>"

    def apply(self, action: Action, ply: int = -1) -> None:
        """Apply an action to the table and add it to the history."""
        event_count = len(self.table.events or ())
        self.table.apply(action, ply)
        self.moves.append((event_count, action))

    def clone(self) -> History:
        """Return the same history with an independent table."""
        table = self.table.clone()
        table.events = list(self.table.events or ())
        other = History(table)
        other.moves = self.moves.copy()
        return other

    def seen_by(self, seat: int) -> list[Event | Action]:
        """Return the events that this seat saw and its own actions, in order."""
        events = self.table.events or []
        entries: list[Event | Action] = []
        index = 0
        for event_count, action in self.moves:
            while index < event_count:
                entries.append(events[index].seen_by(seat))
                index += 1
            if action.seat == seat:
                entries.append(action)
        for event in events[index:]:
            entries.append(event.seen_by(seat))
        return entries

    def values(self, seat: int) -> tuple[tuple[Any, ...], ...]:
        """Return the entries of `seen_by` as hashable values: the name of the event or the verb, and the data."""
        return tuple([entry_values(entry) for entry in self.seen_by(seat)])

    def text(self, seat: int) -> str:
        """Return the entries of `seen_by` as text, one per line; own actions are in notation after `>`."""
        return "\n".join([entry_text(entry) for entry in self.seen_by(seat)])

    def information_state(self, seat: int) -> str:
        """Return the complete information state of this seat: its history and its observation."""
        return f"{self.text(seat)}\n\n{observe(self.table, seat)}"


def entry_values(entry: Event | Action) -> tuple[Any, ...]:
    if isinstance(entry, Event):
        return (entry.kind.name, *[value for _, value in event_parameters(entry)])
    return (">", entry.VERB, *entry.values())


def entry_text(entry: Event | Action) -> str:
    if isinstance(entry, Event):
        data = ", ".join([f"{parameter.name} {parameter.text(value)}" for parameter, value in event_parameters(entry)])
        return f"{entry.kind.name}: {data}" if data else entry.kind.name
    return f"> {entry!r}"


def event_parameters(event: Event) -> list[tuple[Parameter, Any]]:
    return [
        (parameter, event.data[parameter.name]) for parameter in event.kind.parameters if parameter.name in event.data
    ]
