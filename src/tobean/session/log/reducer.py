"""Log reducer: computes the state of a table from its entries, deterministically."""

from collections.abc import Iterable, Sequence
from typing import Final, Self

from tobean.kernel.actions import Action
from tobean.kernel.base.seats import NO_SEAT, SEAT_LETTERS
from tobean.kernel.errors import BadInput, BadSeat, Illegal
from tobean.kernel.events import CAME_BACK, GAVE_UP, LEFT, RETURNED, SAT_DOWN, STOOD_IN, WENT_AWAY, Event, EventKind
from tobean.kernel.table import Table
from tobean.record.notation import parse_action, parse_cards
from tobean.session.answers.bot_deals import BotDealFilter
from tobean.session.answers.preferences import DEFAULT_PREFERENCES, NOTES, Preferences
from tobean.session.answers.utterances import Utterances
from tobean.session.errors import BadLog, OldRules, Refused
from tobean.session.lessons.learner import Learner, introduction_to
from tobean.session.lessons.lesson import LessonContext
from tobean.session.log.entries import (
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
from tobean.session.log.history import GameHistory, scripted_chance
from tobean.session.seats import Seat
from tobean.session.setup import Setup
from tobean.session.stand_ins import StandIn, labelled_once
from tobean.session.text import isolated

OPEN: Final = "open"
PLAYING: Final = "playing"
ABANDONED: Final = "ended"
"""State of a game against bots that its only person has left. It has no result and continues when they return."""
FINISHED: Final = "over"

MAX_CHAT_LINES: Final = 200
"""Number of chat lines kept in memory; the log has all of them."""


class LogReducer(GameHistory):
    """State of a table computed from its log: the game, its seats, chat and preferences."""

    def __init__(self, setup: Setup, at: float) -> None:
        super().__init__(setup.rules(), len(setup.seats), setup.options)
        self.setup = setup
        self.seats: list[Seat] = list(setup.seats)
        self.isolated_names: tuple[str, ...] = isolated_names(self.seats)
        """Names as they stand in sentences, without labels."""
        self.labelled: dict[str, tuple[str, ...]] = {}
        """By language: the same names with a label on each bot that plays for a person."""
        self.stand_in_bits = stand_in_bits_of(self.seats)
        self.stand_ins: list[StandIn] = []
        """Periods in which bots played for people, by their beginning."""
        self.clock_plies: set[int] = set()
        """Numbers of the actions that a bot chose for a player whose time was up."""
        self.ended = False
        self.edition = self.rules.edition
        """Rule edition by which the game was begun."""
        self.seq = 0
        """Number of log entries."""
        self.last_line = ""
        """The last entry as written; new entries are accepted only on top of it."""
        self.public_seq = 0
        """Number of entries that are public."""
        self.at = at
        """Time of the last entry."""
        self.chat: list[tuple[int, Said]] = []
        """The latest chat lines, with their numbers in the log."""
        self.chat_count = 0
        """Number of chat lines in all."""
        self.utterances = Utterances()
        self.bot_deal_filter = BotDealFilter()
        self.wishes: list[tuple[int, ...]] = [() for _ in self.seats]
        self.orders: list[tuple[str, ...]] = [() for _ in self.seats]
        self.orders_turn = 0
        self.learners: dict[int, Learner] = {}
        self.preferences: list[Preferences] = [DEFAULT_PREFERENCES for _ in self.seats]
        self.replaying = False
        """Whether this is a replay of a finished game, whose cards may be shown to every viewer."""
        self.known_actions: list[dict[str, Action]] = [{} for _ in self.seats]
        """Actions shown to each seat, by notation, so that they need not be parsed when sent back. Each seat has its
        own, so that response times reveal nothing about the options of others (I3)."""
        self.cached_states: object = None
        """States sent to viewers last, cached here by play/wire."""

    @classmethod
    def resume(cls, entries: Iterable[Entry]) -> Self:
        """Replay a log; raises `BadLog` if it is impossible."""
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
            session.apply_entry(entry)
        return session

    def start_from(self, table: Table, version: int, events: int) -> None:
        """Begin in the middle of a game: at this table, after this number of actions and events."""
        self._table = table
        self.version = self.seq = self.public_seq = version
        self.events_before = events

    # --- state -------------------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        if self._table is None:
            return OPEN
        if self._table.over:
            return FINISHED
        return ABANDONED if self.ended else PLAYING

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise BadSeat("there is no seat {seat} at this table", seat=seat)

    def is_between_bots(self, event: Event) -> bool:
        return self.bot_deal_filter.is_between_bots(event, self.seats)

    # --- entries -----------------------------------------------------------------------------------------

    def _log(self, entry: Entry) -> list[Entry]:
        """Count an entry and apply those that do not touch the cards."""
        if isinstance(entry, Seated):
            self.change_seat(entry)
        elif isinstance(entry, Said):
            self.chat = [*self.chat[1 - MAX_CHAT_LINES :], (self.seq, entry)]
            self.chat_count += 1
        elif isinstance(entry, Wished):
            self.wishes[entry.seat] = tuple(parse_cards(entry.kinds))
        elif isinstance(entry, Ordered):
            self.orders[entry.seat] = entry.orders
            self.public_seq -= 1
        elif isinstance(entry, Learned):
            self.public_seq -= 1
        elif isinstance(entry, Started):
            if self.setup.learning:
                introduction = introduction_to(self.rules, self.players)
                self.learners = {at: Learner(introduction) for at, seat in enumerate(self.seats) if seat.is_person}
                self.update_lessons(NO_SEAT)
        elif isinstance(entry, Arranged):
            self.preferences[entry.seat] = entry.answers
            self.public_seq -= not entry.shown
        elif isinstance(entry, Acted):
            if entry.by == CLOCK:
                self.clock_plies.add(len(self.moves) - 1)
            self.expire_orders()
            self.update_lessons(NO_SEAT if entry.by in NOTES else self.moves[-1].action.seat)
        elif isinstance(entry, Undone):
            self.stand_ins = [each.cut(len(self.moves)) for each in self.stand_ins]
            self.clock_plies = {ply for ply in self.clock_plies if ply < len(self.moves)}
            self.update_lessons(entry.seat)
        if self._table is not None:
            self.utterances.process_entry(self.seq, entry, len(self.feed))
        self.seq += 1
        self.last_line = entry_text(entry).decode()
        self.public_seq += 1
        self.at = entry.at
        return [entry]

    def apply_entry(self, entry: Entry, line: str = "") -> None:
        """Apply the next entry of a log, whose text is `line`.

        Raises `BadLog`; this session is unusable then.
        """
        number = self.seq
        try:
            self.reduce(entry)
        except Illegal as error:
            raise self.log_error(entry, number, error) from error
        except Exception as failure:  # a damaged log can cause any error of the engine
            raise BadLog("entry {entry}: {reason}", entry=number, reason=failure) from failure
        if line:
            self.last_line = line

    def log_error(self, entry: Entry, number: int, error: Illegal) -> BadLog:
        """Build the error for an entry that the rules refuse."""
        if isinstance(entry, Acted) and self.edition != self.rules.edition:
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

    def reduce(self, entry: Entry) -> None:
        if isinstance(entry, Started):
            deck = tuple(parse_cards(entry.deck)) or None
            self.edition = entry.edition
            if entry.position:
                self.start_from_position(entry.start, entry.position, entry.at)
            else:
                pile = tuple(parse_cards(entry.pile)) or None
                self.deal_cards(entry.start, scripted_chance(entry.deal), entry.at, deck, pile)
        elif isinstance(entry, Acted):
            action = parse_action(entry.do, SEAT_LETTERS[: len(self.seats)])
            self.table.check(action)
            self.apply(action, scripted_chance(entry.chance), entry.at, entry.by)
        elif isinstance(entry, Undone):
            self.undo_window.check(entry.seat)
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
        """Change the occupant of a seat; in a running game this is an event."""
        seat, before, after = entry.seat, self.seats[entry.seat], entry.now
        self.seats[seat] = after
        self.isolated_names = isolated_names(self.seats)
        self.labelled = {}
        self.stand_in_bits = stand_in_bits_of(self.seats)
        if self._table is None or self._table.over:
            return
        if self.ended:
            self.awaited_since = entry.at  # no clock ran in the meantime
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
            # The event names the person, not the bot that plays on.
            self.add_event(kind.of(seat=seat), self.stand_in_bits & ~(1 << seat))

    def names_in(self, language: str) -> tuple[str, ...]:
        return labelled_once(self.isolated_names, self.stand_in_bits, language, self.labelled)

    # --- consequences ------------------------------------------------------------------------------------

    def expire_orders(self) -> None:
        """Clear the orders of a seat when its own turn begins."""
        if self.orders_turn != self.table.turn:
            self.orders_turn = self.table.turn
            self.orders[self.table.active] = ()

    def _learn(self, entry: Learned) -> None:
        context = LessonContext(self.table, entry.seat, self.feed)
        if entry.seat not in self.learners:
            if entry.lesson or entry.away:
                raise Refused("There is no introduction here.")
            self.learners[entry.seat] = Learner(introduction_to(self.rules, self.players))
        learner = self.learners[entry.seat]
        if entry.lesson:
            learner.close(entry.lesson, context)
        else:
            learner.set_away(entry.away, context)

    def update_lessons(self, actor: int) -> None:
        """Update the lessons after a change of the table caused by this seat."""
        for seat, learner in self.learners.items():
            learner.update(LessonContext(self.table, seat, self.feed), seat == actor)


def stand_in_bits_of(seats: Sequence[Seat]) -> int:
    """Return the seats where a bot plays for a person, as a bit set."""
    bits = 0
    for number, seat in enumerate(seats):
        if seat.is_stand_in:
            bits |= 1 << number
    return bits


def seat_event(before: Seat, after: Seat, ends: bool) -> EventKind | None:
    """Return the event for a change of a seat in a running game; None if it concerns no viewer."""
    if before.is_person and after.is_stand_in:
        return GAVE_UP if ends else STOOD_IN if before.away or before.model else LEFT
    if after.is_person and not before.is_person:
        return RETURNED if before.person == after.person else SAT_DOWN
    if after.is_person and before.away != after.away:
        return WENT_AWAY if after.away else CAME_BACK
    return None


def isolated_names(seats: Sequence[Seat]) -> tuple[str, ...]:
    """Return the names as they stand in sentences."""
    return tuple([isolated(seat.name) for seat in seats])
