"""Replay of a record: frames for a seat or with all cards open, and new tables that continue from a position."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import msgspec

from tobean.i18n import label
from tobean.kernel.actions import Action
from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.kernel.cards import cards_text
from tobean.kernel.errors import BadInput, BadRecord
from tobean.record.notation import parse_action
from tobean.record.record import Move, Record
from tobean.record.table_text import restore, snapshot, table_text
from tobean.session.errors import Refused
from tobean.session.log.entries import Acted, Entry, Opened, Seated, Started
from tobean.session.log.reducer import FINISHED
from tobean.session.page.catalogue import catalogue
from tobean.session.page.page_plugin import marks_of, page_data
from tobean.session.seats import BOT, PERSON, Seat
from tobean.session.session import MAX_ACTION_LENGTH, Session
from tobean.session.setup import Setup, checked_setup
from tobean.session.stand_ins import StandIn, bits_at
from tobean.session.viewer import Viewer
from tobean.session.wire.messages import events, prompt, view

SOME_BOT: Final = "merchant"
"""Name for the bot that played for a person; the record does not say which one it was."""
MAX_VARIATION_LENGTH: Final = 40
"""Maximum number of actions in a variation."""
CHECKPOINT_INTERVAL: Final = 50
"""Number of positions between two checkpoints, from which positions are computed."""


def setup_of(record: Record, seats: Sequence[Seat] | None = None, tempo: int = 100) -> Setup:
    """Return the setup of the table at which a record was played, with other people in its seats if given."""
    new_seats = seats or [seat_of(record, number) for number in range(len(record.players))]
    if len(new_seats) != len(record.players):
        raise BadInput("the record has {count} players, not {given}", count=len(record.players), given=len(new_seats))
    return Setup(record.game, tuple(new_seats), dict(record.options), record.cards, tempo=tempo, start=record.start)


def seat_of(record: Record, number: int, is_stand_in: bool = False) -> Seat:
    """Build a seat of a replay. Its person counts as away: the record does not say whether a stand-in came first."""
    if is_stand_in:
        return Seat(BOT, record.players[number], f"player {number}", SOME_BOT)
    return Seat(PERSON, record.players[number], f"player {number}", away=True)


def seatings_of(stand_ins: Sequence[StandIn], record: Record) -> dict[int, list[Seated]]:
    """Return the entries by which people left and returned, by position."""
    found: dict[int, list[Seated]] = {}
    for period in stand_ins:
        if period.ply == period.until_ply:
            continue
        found.setdefault(period.ply, []).append(Seated(0.0, period.seat, seat_of(record, period.seat, True)))
        if period.until_ply >= 0:
            found.setdefault(period.until_ply, []).append(Seated(0.0, period.seat, seat_of(record, period.seat)))
    return found


def started_entry(record: Record, at: float) -> Started:
    deck = "" if record.deck is None else cards_text(record.deck)
    return Started(at, record.start, cards_text(record.deal), deck, record.rules().edition, record.position)


def acted_entry(move: Move, at: float) -> Acted:
    return Acted(at, repr(move.action), cards_text(move.chance) if move.chance else "", "record")


@dataclass(frozen=True)
class Checkpoint:
    """A snapshot of the table within a record, and the number of events before it."""

    table: bytes
    events: int


class Replay:
    """A record to look at. It may show all cards, so it is for finished games and for records that people upload."""

    def __init__(self, record: Record, stand_ins: Sequence[StandIn] = ()) -> None:
        """Replay a record; `stand_ins` lists when bots played for people, which is not in the record."""
        self.record = record
        self.stand_ins = tuple(stand_ins)
        self.seatings = seatings_of(self.stand_ins, record)
        self.checkpoints: list[Checkpoint] = []
        """Tables just before the positions `CHECKPOINT_INTERVAL`, 2 * `CHECKPOINT_INTERVAL`, ..."""
        self.turns: dict[int, int] = {}
        """First position of each turn."""
        events = 0
        # Raises `BadRecord` at a line that violates the rules.
        for ply, (table, _, new_events) in enumerate(record.replay()):
            events += len(new_events) + len(self.seatings.get(ply, ()))
            self.turns.setdefault(table.turn, ply)
            if ply % CHECKPOINT_INTERVAL == CHECKPOINT_INTERVAL - 1 and ply < len(record.moves):
                self.checkpoints.append(Checkpoint(msgspec.json.encode(snapshot(table)), events))

    @property
    def plies(self) -> int:
        return len(self.record.moves)

    def sessions(self, first: int = 0) -> Iterator[Session]:
        """Yield the session, one and the same object, at position `first` and at every later one."""
        checkpoint = min(first // CHECKPOINT_INTERVAL, len(self.checkpoints))
        ply = checkpoint * CHECKPOINT_INTERVAL
        session = Session(setup_of(self.record, self.seats_at(ply - 1)), 0.0)
        session.replaying = True
        session.stand_ins = list(self.stand_ins)
        if checkpoint:
            table = restore(msgspec.json.decode(self.checkpoints[checkpoint - 1].table))
            table.events = []
            session.start_from(table, ply - 1, self.checkpoints[checkpoint - 1].events)
        else:
            session.reduce(started_entry(self.record, 0.0))
            self.apply_seat_changes(session, 0)
            if first == 0:
                yield session
            ply = 1
        for move in self.record.moves[ply - 1 :]:
            session.reduce(acted_entry(move, 0.0))
            self.apply_seat_changes(session, ply)
            if ply >= first:
                yield session
            ply += 1

    def seats_at(self, ply: int) -> list[Seat]:
        """Return the seats at this position; before the first one, the people of the record."""
        bits = bits_at(self.stand_ins, ply)
        return [seat_of(self.record, number, bits >> number & 1 == 1) for number in range(len(self.record.players))]

    def apply_seat_changes(self, session: Session, ply: int) -> None:
        """Apply the entries by which people left and returned at this position."""
        if not session.table.over:
            for entry in self.seatings.get(ply, ()):
                session.reduce(entry)
            session.stand_ins = list(self.stand_ins)

    def text_at(self, ply: int) -> str:
        """Return the position as a table text."""
        return table_text(next(self.sessions(ply)).table)

    def hello(self, viewer: Viewer) -> dict[str, object]:
        """Return the table and its cards, like the `hello` of a live table."""
        rules = self.record.rules()
        return {
            "type": "replay",
            "you": {"seat": viewer.seat, "open": viewer.open},
            "table": {
                **setup_of(self.record).public(),
                "seats": [{"kind": PERSON, "name": name} for name in self.record.players],
                "stand_ins": self.stand_ins,
            },
            "catalogue": catalogue(rules, len(self.record.players), viewer.language),
            "page": page_data(rules, len(self.record.players), viewer.language),
            "language": viewer.language,
            "plies": self.plies,
            "marks": self.marks(),
        }

    def marks(self) -> list[dict[str, object]]:
        """List the positions to jump to: turns, deals, harvests, run-outs, the end."""
        marks = marks_of(self.record.game)
        positions: list[dict[str, object]] = []
        for ply, (_, _, new_events) in enumerate(self.record.replay()):
            positions += [
                {
                    "ply": ply,
                    "mark": marks[event.name],
                    "seat": event.seat,
                    "number": event.get("run_out", 0),
                    "thalers": event.get("thalers", 0),
                }
                for event in new_events
                if event.name in marks
            ]
        return positions

    def log(self, viewer: Viewer, first: int = 0, last: int | None = None) -> Iterator[msgspec.Raw]:
        """Yield the events of the positions from `first` to `last`, as the viewer may know them."""
        count = None if last is None else max(0, last + 1 - first)
        return (msgspec.Raw(events(session, viewer)) for session in islice(self.sessions(first), count))

    def frames(self, viewer: Viewer, first: int = 0, last: int | None = None) -> Iterator[dict[str, object]]:
        """Yield the positions from `first` to `last` as the viewer sees them, each with the action that led to it."""
        for ply, session in enumerate(self.sessions(first), start=first):
            if last is not None and ply > last:
                return
            yield self.frame(session, viewer, ply, self.record.moves[ply - 1].action if ply else None)

    def frame(self, session: Session, viewer: Viewer, ply: int, move: Action | None) -> dict[str, object]:
        """Return one position as the viewer sees it, with the action that led to it."""
        hidden = move is not None and not viewer.open and move.seat != viewer.seat
        return {
            "ply": ply,
            "view": msgspec.Raw(view(session, viewer)),
            "events": msgspec.Raw(events(session, viewer)),
            "asked": msgspec.Raw(prompt(session, viewer)),
            "seat": None if move is None else move.seat,
            "label": ""
            if move is None or hidden
            else label(move, self.record.rules(), self.record.players, viewer.language),
        }


def vary(session: Session, line: Sequence[str], now: float = 0.0) -> Iterator[list[Entry]]:
    """Play a variation, given as actions in notation, instead of the recorded moves; yields the entries of each action.

    The same actions from the same position always meet the same cards. Raises `BadNotation`, `Illegal` or `Refused`.
    """
    if len(line) > MAX_VARIATION_LENGTH:
        raise Refused("A variation has at most {most} actions.", most=MAX_VARIATION_LENGTH)
    for text in line:
        if session.state == FINISHED:
            raise Refused("The game is over.")
        if len(text) > MAX_ACTION_LENGTH:
            raise Refused("That is too long for an action.")
        action = parse_action(text, SEAT_LETTERS[: len(session.seats)])
        session.check_seat(action.seat)
        yield session.take(action, session.version, now, f"variation {session.version} {action!r}", "record")


def play_on(
    record: Record, ply: int, seats: Sequence[Seat], now: float, tempo: int = 100, line: Sequence[str] = ()
) -> tuple[Session, list[Entry]]:
    """Open a new table at a position of a record, or of a variation from there. The cards to come are shuffled."""
    if not 0 <= ply <= len(record.moves):
        raise BadRecord("the record has positions 0 to {count}, not {ply}", count=len(record.moves), ply=ply)
    setup = checked_setup(setup_of(record, seats, tempo))
    entries: list[Entry] = [Opened(now, setup), started_entry(record, now)]
    entries += [acted_entry(move, now) for move in record.moves[:ply]]
    session = Session.resume(entries)
    for taken in vary(session, line, now):
        entries += taken
    if session.state == FINISHED:
        raise Refused("The game is over at this position: there is nothing to play.")
    return session, entries
