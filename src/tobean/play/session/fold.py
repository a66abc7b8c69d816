"""What a log makes of a table: a fold over its entries, the same each time. Nothing here is random."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Self

from tobean.kernel.actions import Action
from tobean.kernel.errors import BadInput, BadSeat, Illegal
from tobean.kernel.events import CAME_BACK, GAVE_UP, LEFT, RETURNED, SAT_DOWN, STOOD_IN, WENT_AWAY, Event, EventKind
from tobean.kernel.seats import SEAT_LETTERS
from tobean.kernel.table import NO_SEAT, Table
from tobean.play.lessons.learner import Learner, introduction_to
from tobean.play.lessons.lesson import Glance
from tobean.play.session.answers import NONE, NOTES, Answers
from tobean.play.session.entries import (
    CLOCK,
    Acted,
    Arranged,
    Entry,
    Learned,
    Opened,
    Ordered,
    Said,
    Seated,
    Started,
    Undone,
    Wished,
    entry_text,
)
from tobean.play.session.errors import BadLog, OldRules, Refused
from tobean.play.session.history import GameHistory, sealed
from tobean.play.session.questions import Questions
from tobean.play.session.quiet import Quiet
from tobean.play.session.seats import Seat
from tobean.play.session.setup import Setup
from tobean.play.session.stand_ins import StandIn, labelled_once
from tobean.play.session.text import isolated
from tobean.record.editions import first_edition, follow_edition, is_earlier
from tobean.record.notation import parse_action, parse_cards

OPEN: Final = "open"
PLAYING: Final = "playing"
ENDED: Final = "ended"
"""The only person has left a game against bots. Nothing happens until they return; there is no result."""
OVER: Final = "over"

MOST_CHAT: Final = 200
"""So many lines of chat are kept at hand; the log has all of them."""


class Fold(GameHistory):
    """A table as its log has made it so far: the game, who sits where, and what was said and arranged."""

    def __init__(self, setup: Setup, at: float) -> None:
        super().__init__(setup.rules(), len(setup.seats), setup.options)
        self.setup = setup
        self.seats: list[Seat] = list(setup.seats)
        self.spoken_names: tuple[str, ...] = spoken(self.seats)
        """The names as they stand in sentences, without labels."""
        self.labelled: dict[str, tuple[str, ...]] = {}
        """By language: the same with a label on each bot that plays for a person."""
        self.stand_in_bits = bits_of(self.seats)
        self.stand_ins: list[StandIn] = []
        self.clock_plies: set[int] = set()
        """Numbers of the actions that a bot chose for a player whose time was up."""
        """When bots played for people, in the order in which they began."""
        self.ended = False
        self.edition = self.rules.edition
        """The rules by which the game was begun."""
        self.seq = 0
        """How many entries the log has."""
        self.tip = ""
        """The last of them, as it is written: whatever is decided now is decided after it."""
        self.news = 0
        """How many of them everybody may know of."""
        self.at = at
        """When the last entry was made."""
        self.chat: list[tuple[int, Said]] = []
        """The last lines of chat, with their numbers in the log."""
        self.lines = 0
        """How many lines of chat there were."""
        self.questions = Questions()
        self.quiet = Quiet()
        self.wishes: list[tuple[int, ...]] = [() for _ in self.seats]
        self.orders: list[tuple[str, ...]] = [() for _ in self.seats]
        self.turn_of_orders = 0
        self.learners: dict[int, Learner] = {}
        """Who is introduced to the game here, by seat."""
        self.answers: list[Answers] = [NONE for _ in self.seats]
        self.replaying = False
        """Is this a finished game that is looked at? Then its cards may be shown to all."""
        self.spelled: list[dict[str, Action]] = [{} for _ in self.seats]
        """Actions that each seat was shown, by their notation: what it sends back need not be read. Each has its own,
        so that nobody learns from how quick an answer is what others can do (I3)."""
        self.shown: object = None
        """What people were shown of it last, kept here by who makes that (play/wire)."""

    @classmethod
    def resume(cls, entries: Iterable[Entry]) -> Self:
        """The session of a log; raises `BadLog` where the log could not have come about."""
        remaining = iter(entries)
        opened = next(remaining, None)
        if opened is None:
            raise BadLog("the log is empty")
        if not isinstance(opened, Opened):
            raise BadLog("entry {entry}: a log begins with the opening of the table", entry=0)
        try:
            session = cls(opened.setup, opened.at)
        except BadInput as error:
            raise BadLog("entry {entry}: {reason}", entry=0, reason=error) from error
        session._log(opened)
        for entry in remaining:
            session.follow(entry)
        return session

    def take_up(self, table: Table, version: int, events: int) -> None:
        """Begin in the middle of a game: at this table, after so many actions and events."""
        self._table = table
        self.version = self.seq = self.news = version
        self.untold = events

    def begin(self, table: Table, start: int, at: float) -> None:
        follow_edition(table, self.edition)
        super().begin(table, start, at)

    # --- what it is now --------------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        if self._table is None:
            return OPEN
        if self._table.over:
            return OVER
        return ENDED if self.ended else PLAYING

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise BadSeat("there is no seat {seat} at this table", seat=seat)

    def is_quiet(self, event: Event) -> bool:
        return self.quiet.is_quiet(event, self.seats)

    # --- one more entry --------------------------------------------------------------------------------------

    def _log(self, entry: Entry) -> list[Entry]:
        """Count an entry. What changes nobody's cards takes effect here."""
        if isinstance(entry, Seated):
            self.change_seat(entry)
        elif isinstance(entry, Said):
            self.chat = [*self.chat[1 - MOST_CHAT :], (self.seq, entry)]
            self.lines += 1
        elif isinstance(entry, Wished):
            self.wishes[entry.seat] = tuple(parse_cards(entry.kinds))
        elif isinstance(entry, Ordered):
            self.orders[entry.seat] = entry.orders
            self.news -= 1
        elif isinstance(entry, Learned):
            self.news -= 1
        elif isinstance(entry, Started):
            if self.setup.learning:
                introduction = introduction_to(self.rules, self.players)
                self.learners = {at: Learner(introduction) for at, seat in enumerate(self.seats) if seat.is_person}
                self.teach(NO_SEAT)
        elif isinstance(entry, Arranged):
            self.answers[entry.seat] = entry.answers
            self.news -= not entry.shown
        elif isinstance(entry, Acted):
            if entry.by == CLOCK:
                self.clock_plies.add(len(self.moves) - 1)
            self.end_orders()
            self.teach(NO_SEAT if entry.by in NOTES else self.moves[-1].action.seat)
        elif isinstance(entry, Undone):
            self.stand_ins = [each.cut(len(self.moves)) for each in self.stand_ins]
            self.clock_plies = {ply for ply in self.clock_plies if ply < len(self.moves)}
            self.teach(entry.seat)
        if self._table is not None:
            self.questions.note(self.seq, entry, len(self.told))
        self.seq += 1
        self.tip = entry_text(entry).decode()
        self.news += 1
        self.at = entry.at
        return [entry]

    def follow(self, entry: Entry, line: str = "") -> None:
        """Take over the next entry of a log, written like this; raises `BadLog`, and then this session is spoilt."""
        number = self.seq
        try:
            self.fold(entry)
        except Illegal as error:
            raise self.stopped(entry, number, error) from error
        except Exception as fault:  # a damaged log can ask anything of the engine: it must be told, not raised as ours
            raise BadLog("entry {entry}: {reason}", entry=number, reason=fault) from fault
        if line:
            self.tip = line

    def stopped(self, entry: Entry, number: int, error: Illegal) -> BadLog:
        """What to raise where the rules refuse an entry."""
        if isinstance(entry, Acted) and is_earlier(self.edition, self.rules.edition):
            return OldRules(
                "entry {entry}: played by the rules {then!r}; "
                "by those of today, {now!r}, {action!r} is refused: {reason}",
                entry=number,
                then=self.edition,
                now=self.rules.edition,
                action=entry.do,
                reason=error,
            )
        return BadLog("entry {entry}: {reason}", entry=number, reason=error)

    def fold(self, entry: Entry) -> None:
        """Do what an entry of the log says."""
        if isinstance(entry, Started):
            deck = tuple(parse_cards(entry.deck)) or None
            self.edition = entry.edition or first_edition(self.rules.edition)
            if entry.position:
                self.lay_out(entry.start, entry.position, entry.at)
            else:
                self.deal_cards(entry.start, sealed(entry.deal), entry.at, deck)
        elif isinstance(entry, Acted):
            action = parse_action(entry.do, SEAT_LETTERS[: len(self.seats)])
            self.table.check(action)
            self.apply(action, sealed(entry.chance), entry.at, entry.by)
        elif isinstance(entry, Undone):
            self.window.check(entry.seat)
            self.take_back(entry.seat)
        elif isinstance(entry, (Seated, Wished, Ordered, Arranged)):
            self.check_seat(entry.seat)
        elif isinstance(entry, Learned):
            self.check_seat(entry.seat)
            self._learn(entry)
        elif isinstance(entry, Opened):
            raise BadInput("the table is opened twice")
        self._log(entry)

    def change_seat(self, entry: Seated) -> None:
        """Seat a person or a bot; in a running game everybody is told."""
        seat, before, after = entry.seat, self.seats[entry.seat], entry.now
        is_over = self._table is not None and self._table.over
        if is_over and after.is_stand_in:
            return  # in old logs: a person who got up after the end has played to the end all the same
        self.seats[seat] = after
        self.spoken_names = spoken(self.seats)
        self.labelled = {}
        self.stand_in_bits = bits_of(self.seats)
        if self._table is None or is_over:
            return
        if self.ended:
            self.awaited_since = entry.at  # nobody's clock ran meanwhile
        self.ended = entry.ends
        plies, turn = len(self.moves), self._table.turn
        if after.is_stand_in and not before.is_stand_in:
            self.stand_ins.append(StandIn(seat, plies, turn))
        elif before.is_stand_in and not after.is_stand_in:
            self.stand_ins = [
                StandIn(seat, each.ply, each.turn, plies, turn) if each.seat == seat and each.until_ply < 0 else each
                for each in self.stand_ins
            ]
        kind = seat_event(before, after, entry.ends)
        if kind is not None:
            # The person is meant, not the bot that plays on.
            self.tell(kind.of(seat=seat), self.stand_in_bits & ~(1 << seat))

    def names_in(self, language: str) -> tuple[str, ...]:
        """The names as they stand in sentences about the table as it is now."""
        return labelled_once(self.spoken_names, self.stand_in_bits, language, self.labelled)

    # --- what follows from it ----------------------------------------------------------------------------------

    def end_orders(self) -> None:
        """Orders hold until the own turn."""
        if self.turn_of_orders != self.table.turn:
            self.turn_of_orders = self.table.turn
            self.orders[self.table.active] = ()

    def _learn(self, entry: Learned) -> None:
        glance = Glance(self.table, entry.seat, self.told)
        if entry.seat not in self.learners:
            if entry.lesson or entry.away:
                raise Refused("There is no introduction here.")
            self.learners[entry.seat] = Learner(introduction_to(self.rules, self.players))
        learner = self.learners[entry.seat]
        if entry.lesson:
            learner.close(entry.lesson, glance)
        else:
            learner.put_away(entry.away, glance)

    def teach(self, doer: int) -> None:
        """The table has changed, by the doing of this seat."""
        for seat, learner in self.learners.items():
            learner.look(Glance(self.table, seat, self.told), seat == doer)


def bits_of(seats: Sequence[Seat]) -> int:
    """The seats in which a bot plays for a person, as bits."""
    bits = 0
    for number, seat in enumerate(seats):
        if seat.is_stand_in:
            bits |= 1 << number
    return bits


def seat_event(before: Seat, after: Seat, ends: bool) -> EventKind | None:
    """What a change of a seat in a running game is told as; None: nothing that concerns anybody."""
    if before.is_person and after.is_stand_in:
        return GAVE_UP if ends else STOOD_IN if before.away or before.model else LEFT
    if after.is_person and not before.is_person:
        return RETURNED if before.person == after.person else SAT_DOWN
    if after.is_person and before.away != after.away:
        return WENT_AWAY if after.away else CAME_BACK
    return None


def spoken(seats: Sequence[Seat]) -> tuple[str, ...]:
    """The names of those who sit there, as they stand in sentences."""
    return tuple([isolated(seat.name) for seat in seats])
