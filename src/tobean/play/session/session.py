"""A table where people and bots play: a fold over its log, without clock, entropy, sockets or files of its own.

Every call that changes something returns the new entries of the log. Whoever drives the session stores them first and
tells people afterwards. A call that raises has changed nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from tobean.kernel.actions import Action
from tobean.kernel.cards import cards_text
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, BadSeat, Illegal
from tobean.kernel.events import Event
from tobean.kernel.seats import SEAT_LETTERS
from tobean.kernel.table import NO_SEAT, Table
from tobean.play.lessons.learner import Learner, introduction_to
from tobean.play.lessons.lesson import Glance
from tobean.play.session.answers import NONE, NOTES, TEMPOS, Answers
from tobean.play.session.arranging import at_once, checked_answers
from tobean.play.session.entries import (
    Acted,
    Arranged,
    Entry,
    Learned,
    Meant,
    Opened,
    Ordered,
    Said,
    Seated,
    Started,
    Undone,
    Wished,
    entry_text,
)
from tobean.play.session.errors import BadLog, OldRules, Refused, Stale
from tobean.play.session.history import GameHistory, sealed
from tobean.play.session.orders import checked_orders
from tobean.play.session.questions import Questions
from tobean.play.session.quiet import Quiet
from tobean.play.session.seats import Seat, after_filling, after_leaving, after_reclaiming, after_sitting
from tobean.play.session.setup import Setup, check_seat_names, checked_setup
from tobean.play.session.text import isolated, one_line
from tobean.record.editions import first_edition, is_earlier
from tobean.record.notation import parse_action, parse_cards
from tobean.record.record import Record

OPEN: Final = "open"
PLAYING: Final = "playing"
OVER: Final = "over"

LONGEST_CHAT: Final = 400
MOST_TYPED: Final = 4 * LONGEST_CHAT
"""So much may be typed for it, with all that nobody sees."""
MOST_CHAT: Final = 200
"""So many lines of chat are kept at hand; the log has all of them."""
LONGEST_ACTION: Final = 400
MOST_WISHES: Final = 8


class Session(GameHistory):
    """One table from its opening to the result, and what was said at it."""

    def __init__(self, setup: Setup, at: float) -> None:
        super().__init__(setup.rules(), len(setup.seats), setup.options)
        self.setup = setup
        self.seats: list[Seat] = list(setup.seats)
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
        self.labels: dict[tuple[Action, str, tuple[object, ...]], bytes] = {}
        self.shown: object = None
        """What people were shown of it last, kept here by who makes that (play/wire)."""

    # --- beginnings ----------------------------------------------------------------------------------------

    @classmethod
    def open(cls, setup: Setup, now: float) -> tuple[Session, list[Entry]]:
        """Open a table; raises `BadSetup`."""
        session = cls(checked_setup(setup), now)
        return session, session._log(Opened(now, session.setup))

    @classmethod
    def resume(cls, entries: Iterable[Entry]) -> Session:
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

    # --- questions -----------------------------------------------------------------------------------------

    @property
    def state(self) -> str:
        if self._table is None:
            return OPEN
        return OVER if self._table.over else PLAYING

    @property
    def names(self) -> tuple[str, ...]:
        return tuple([seat.name for seat in self.seats])

    @property
    def spoken_names(self) -> tuple[str, ...]:
        """The names as they stand in sentences."""
        return tuple([isolated(seat.name) for seat in self.seats])

    def seats_of(self, person: str) -> list[int]:
        """The seats that this person plays; several in a game on one device."""
        return [number for number, seat in enumerate(self.seats) if seat.is_person and seat.person == person]

    def in_front(self, person: str) -> int | None:
        """Of the seats of a person, the one that is to look now; on one device only one looks at a time."""
        own = self.seats_of(person)
        if not own or self.state == OPEN:
            return own[0] if own else None
        table = self.table
        return next((seat for seat in (table.awaited, table.active) if seat in own), own[0])

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise BadSeat("there is no seat {seat} at this table", seat=seat)

    def may_undo(self, seat: int) -> bool:
        """Could this seat take back its last action?"""
        return self.setup.undo and self.window.seat == seat and self.state == PLAYING

    def may_hint(self, seat: int) -> bool:
        """May the coach help this seat? Against bots alone always; among people only if the table was opened so.

        A bot that plays for somebody who left counts as that person.
        """
        if self.state != PLAYING or not self.seats[seat].is_person:
            return False
        return self.setup.hints or not any(other.person for at, other in enumerate(self.seats) if at != seat)

    def clock(self) -> dict[str, float] | None:
        """Until when the awaited person has to decide, if there is a clock; a language model always has one."""
        if self.state != PLAYING or not (awaited := self.seats[self.table.awaited]).is_person:
            return None
        limits = [seconds for seconds in (self.setup.clock, awaited.model) if seconds]
        return {"seat": self.table.awaited, "until": self.awaited_since + min(limits)} if limits else None

    def seat_at(self, seat: int) -> Seat:
        self.check_seat(seat)
        return self.seats[seat]

    def record(self) -> Record:
        """The game so far, as a record."""
        table = self.table
        return Record(
            self.setup.game,
            self.names,
            table.options,
            self.start_seat,
            deck=self.deck,
            deal=self.deal,
            moves=list(self.moves),
            result=str(table.result()) if table.over else "",
            cards=self.rules.card_set,
            position=self.position,
        )

    def is_quiet(self, event: Event) -> bool:
        return self.quiet.is_quiet(event, self.seats)

    # --- sitting down and getting up -----------------------------------------------------------------------

    def sit(self, seat: int, name: str, person: str, now: float, face: int = 0, model: int = 0) -> list[Entry]:
        """A person takes an open seat or that of a bot which nobody can reclaim; with `model` seconds for each
        decision it is a language model."""
        if self.state == OVER:
            raise Refused("The game is over.")
        return self._seat(seat, after_sitting(self.seat_at(seat), self.state != OPEN, name, person, face, model), now)

    def fill(self, seat: int, name: str, bot: str, now: float, face: int = 0) -> list[Entry]:
        """A bot takes an open seat, or another bot that of a bot."""
        return self._seat(seat, after_filling(self.seat_at(seat), self.state != OPEN, name, bot, face), now)

    def leave(self, seat: int, now: float, bot: str = "merchant") -> list[Entry]:
        """A person gets up: before the game the seat is open again, in the game a bot takes over until they return."""
        return self._seat(seat, after_leaving(self.seat_at(seat), self.state != OPEN, bot), now)

    def reclaim(self, seat: int, person: str, now: float) -> list[Entry]:
        """Who left takes the seat back from the bot."""
        return self._seat(seat, after_reclaiming(self.seat_at(seat), person), now)

    def _seat(self, seat: int, now_there: Seat, now: float) -> list[Entry]:
        after = list(self.seats)
        after[seat] = now_there
        if now_there.name != self.seats[seat].name:  # whoever gets up or comes back keeps the name
            check_seat_names(after)
        return self._log(Seated(now, seat, now_there))

    # --- the game ------------------------------------------------------------------------------------------

    def start(self, now: float, seed: int | str) -> list[Entry]:
        """Deal the cards."""
        if self.state != OPEN:
            raise Refused("The game has begun already.")
        if not all(seat.taken for seat in self.seats):
            raise Refused("A seat is still open: wait for somebody, or let a bot sit there.")
        chance = chance_from(f"deal {seed}")
        start = self.setup.start if self.setup.start >= 0 else chance.below(len(self.seats))
        if self.setup.learning:
            self.deal_short(start, chance, now, introduction_to(self.rules, self.players).pile)
        else:
            self.deal_cards(start, chance, now)
        deal = cards_text(self.deal) if self.deal else ""
        return self._log(Started(now, self.start_seat, deal, edition=self.rules.edition, position=self.position))

    def act(
        self, seat: int, do: str, version: int, now: float, seed: int | str, by: str = "person", fault: str = ""
    ) -> list[Entry]:
        """Take an action of a seat, in notation, made for a version of the table.

        Raises `BadNotation`, `Refused` for somebody else's action, `Stale`, or `Illegal` with the rule.
        """
        return self.take(self.read(seat, do), version, now, seed, by, fault)

    def read(self, seat: int, do: str) -> Action:
        """An action of this seat from its notation."""
        self.check_seat(seat)
        if len(do) > LONGEST_ACTION:
            raise Refused("There is no action that is so long.")
        action = parse_action(do, SEAT_LETTERS[: len(self.seats)])
        if action.seat != seat:
            raise Refused("That would be an action of another seat.")
        return action

    def take(
        self, action: Action, version: int, now: float, seed: int | str, by: str = "person", fault: str = ""
    ) -> list[Entry]:
        """Take an action made for a version of the table."""
        if self.freshness is not None:
            self.freshness.check(action, version, self.version)
        self.table.check(action)
        cards = self.apply(action, chance_from(f"act {seed}"), now, by)
        return self._log(Acted(now, repr(action), cards_text(cards) if cards else "", by, fault)) + self.decline(now)

    def decline(self, now: float) -> list[Entry]:
        """Decline at once what people need not be asked: no update shows it to them as a question."""
        entries: list[Entry] = []
        while not self.table.over and (found := at_once(self)) is not None:
            action, why = found
            self.apply(action, sealed(""), now, why)
            entries += self._log(Acted(now, repr(action), "", why))
        return entries

    def undo(self, seat: int, version: int, now: float) -> list[Entry]:
        """Take back the own last action, if it revealed nothing and nobody has acted since."""
        if not self.setup.undo:
            raise Refused("At this table nothing is taken back.")
        if self.state == OVER:
            raise Refused("The game is over.")
        self.window.check(seat)
        if version != self.version:
            raise Stale("The table has moved on: have another look.")
        self.take_back(seat)
        return self._log(Undone(now, seat, len(self.moves)))

    # --- beside the game -----------------------------------------------------------------------------------

    def say(
        self,
        seat: int | None,
        name: str,
        text: str,
        now: float,
        from_bot: bool = False,
        meant: Meant | None = None,
        answers: int = -1,
    ) -> list[Entry]:
        """Chat of a seat or, with seat None, of a spectator. `answers` is the number of the entry it answers."""
        line = one_line(text[:MOST_TYPED])
        if not line or len(line) > LONGEST_CHAT or len(text) > MOST_TYPED:
            raise Refused("A line of chat has 1 to {most} characters.", most=LONGEST_CHAT)
        return self._log(Said(now, -1 if seat is None else seat, one_line(name), line, from_bot, meant, answers))

    def wish(self, seat: int, kinds: Iterable[int], now: float) -> list[Entry]:
        """Show the table which kinds this seat would like."""
        self.check_seat(seat)
        wanted = sorted(set(kinds))
        known = self.table.wanted_kinds
        if len(wanted) > MOST_WISHES or any(kind not in known for kind in wanted):
            raise Refused("Wishes are at most {most} kinds of this game.", most=MOST_WISHES)
        return self._log(Wished(now, seat, cards_text(wanted)))

    def order(self, seat: int, orders: Sequence[str], now: float) -> list[Entry]:
        """Leave standing orders; they replace those before and end with the next own turn."""
        self.check_seat(seat)
        return self._log(Ordered(now, seat, checked_orders(orders, self.table)))

    def arrange(self, seat: int, answers: Answers, now: float) -> list[Entry]:
        """Arrange how this seat is asked and what is answered for it; this replaces what was arranged before."""
        self.check_seat(seat)
        shown = answers.keeps != self.answers[seat].keeps
        return self._log(Arranged(now, seat, checked_answers(answers, self.table), shown)) + self.decline(now)

    @property
    def tempo(self) -> int:
        """The pauses of bots, in per cent of what seems human: of all people's wishes the calmest."""
        wishes = [TEMPOS[self.answers[at].tempo] for at, seat in enumerate(self.seats) if seat.is_person]
        return self.setup.tempo * max(wishes, default=100) // 100

    def end_orders(self) -> None:
        """Orders hold until the own turn."""
        if self.turn_of_orders != self.table.turn:
            self.turn_of_orders = self.table.turn
            self.orders[self.table.active] = ()

    # --- the introduction ----------------------------------------------------------------------------------

    def learn(self, seat: int, now: float, lesson: str = "", away: bool = False) -> list[Entry]:
        """A lesson has been read; without one, the introduction is put away or taken up.

        Returns no entries if that lesson is not open any more: it was pressed twice, or done meanwhile.
        """
        self.check_seat(seat)
        learner = self.learners.get(seat)
        if lesson and learner is not None and (learner.shown is None or learner.shown.key != lesson):
            return []
        entry = Learned(now, seat, lesson, away)
        self._learn(entry)
        return self._log(entry)

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

    @property
    def reading(self) -> bool:
        """Do the bots wait until a lesson is read? At a table for learning, in turns that are not the learner's."""
        return self.setup.learning and any(
            learner.shown is not None and not learner.away and self.seats[seat].is_person and self.table.active != seat
            for seat, learner in self.learners.items()
        )

    # --- the fold ------------------------------------------------------------------------------------------

    def _log(self, entry: Entry) -> list[Entry]:
        """Count an entry. What changes nobody's cards takes effect here."""
        if isinstance(entry, Seated):
            self.seats[entry.seat] = entry.now
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
            self.end_orders()
            self.teach(NO_SEAT if entry.by in NOTES else self.moves[-1].action.seat)
        elif isinstance(entry, Undone):
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
        except Exception as error:  # a damaged log can ask anything of the engine: it must be told, not raised as ours
            raise BadLog("entry {entry}: {reason}", entry=number, reason=error) from error
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
        """Do what an entry of the log says; nothing here is random."""
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
