"""Session of a table where people and bots play, without clock, entropy, sockets or files of its own.

Every call that changes something returns the new log entries. The driver of the session stores them before it notifies
viewers. A call that raises has changed nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from tobean.kernel.actions import Action
from tobean.kernel.base.seats import SEAT_LETTERS
from tobean.kernel.cards import cards_text
from tobean.kernel.chance import chance_from
from tobean.kernel.events import TURN
from tobean.record.notation import parse_action
from tobean.record.record import Record
from tobean.session.answers.auto_answers import auto_decline, check_preferences
from tobean.session.answers.forced_plantings import forced_plantings
from tobean.session.answers.preferences import TEMPOS, Preferences
from tobean.session.answers.standing_orders import checked_orders
from tobean.session.errors import Refused, Stale
from tobean.session.lessons.learner import introduction_to
from tobean.session.log.entries import (
    Acted,
    Arranged,
    Entry,
    Learned,
    Opened,
    Ordered,
    RemarkMeaning,
    Said,
    Seated,
    Started,
    Undone,
    Wished,
    parse_log,
)
from tobean.session.log.event_feed import FeedEvent
from tobean.session.log.history import fixed_pile, scripted_chance
from tobean.session.log.reducer import ABANDONED, FINISHED, OPEN, PLAYING, LogReducer
from tobean.session.seats import (
    PERSON,
    Seat,
    check_seat_free,
    reclaimed_seat,
    seat_with_bot,
    seat_with_person,
    vacated_seat,
)
from tobean.session.setup import Setup, check_seat_names, checked_setup
from tobean.session.text import one_line

MAX_CHAT_LENGTH: Final = 400
MAX_TYPED: Final = 4 * MAX_CHAT_LENGTH
"""Maximum number of characters typed for a chat line, invisible ones included."""
MAX_ACTION_LENGTH: Final = 400
MAX_WISHES: Final = 8


class Session(LogReducer):
    """One table from its opening to the result, with its chat."""

    # --- opening -----------------------------------------------------------------------------------------

    @classmethod
    def open(cls, setup: Setup, now: float) -> tuple[Session, list[Entry]]:
        """Open a table; raises `BadSetup`."""
        session = cls(checked_setup(setup), now)
        return session, session._log(Opened(now, session.setup))

    # --- queries -----------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        return tuple([seat.name for seat in self.seats])

    def seats_of(self, person: str) -> list[int]:
        """List the seats that this person plays; several in a game on one device."""
        return [number for number, seat in enumerate(self.seats) if seat.is_person and seat.person == person]

    def reclaimable_seats(self, person: str) -> list[int]:
        """List the seats a bot plays until this person returns."""
        return [
            number for number, seat in enumerate(self.seats) if person and seat.person == person and not seat.is_person
        ]

    def may_undo(self, seat: int) -> bool:
        """Whether this seat can undo its last action."""
        return self.setup.undo and self.undo_window.seat == seat and self.state == PLAYING

    def may_hint(self, seat: int) -> bool:
        """Whether the coach may help this seat: always against bots alone, otherwise only if the table allows it.

        A bot that plays for a person counts as that person. A deal of the day is scored, so its table has to allow it.
        """
        if self.state != PLAYING or self.seats[seat].kind != PERSON:
            return False
        if self.setup.deal:
            return self.setup.hints
        return self.setup.hints or not any(other.person for at, other in enumerate(self.seats) if at != seat)

    def clock(self) -> dict[str, float] | None:
        """Return the deadline of the awaited person, if there is a clock; a language model always has one."""
        if self.state != PLAYING or not (awaited := self.seats[self.table.awaited]).is_person:
            return None
        limits = [seconds for seconds in (self.setup.clock, awaited.model) if seconds]
        return {"seat": self.table.awaited, "until": self.awaited_since + min(limits)} if limits else None

    def events_of_turn(self, end: int = sys.maxsize) -> list[FeedEvent]:
        """List the events of the current turn, or of the turn before event `end` up to there."""
        end = min(end, len(self.feed))
        first = next((at for at in range(end - 1, -1, -1) if self.feed[at].event.name == TURN.name), 0)
        return self.feed[first:end]

    def seat_at(self, seat: int) -> Seat:
        self.check_seat(seat)
        return self.seats[seat]

    def record(self) -> Record:
        """Return the game so far as a record."""
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

    # --- seats -------------------------------------------------------------------------------------------

    def sit(self, seat: int, name: str, person: str, now: float, face: int = 0, model: int = 0) -> list[Entry]:
        """Seat a person, or a language model with `model` seconds for each decision.

        The seat is open, or that of a bot that no person can reclaim. One person plays one hand: a second seat is
        refused, also while a bot plays in the first.
        """
        self.check_sitting(seat, person)
        return self._seat(
            seat, seat_with_person(self.seat_at(seat), self.state != OPEN, name, person, face, model), now
        )

    def check_sitting(self, seat: int, person: str) -> None:
        """Raise `Refused` if this person cannot take this seat."""
        self.check_going_on()
        if self.seats_of(person):
            raise Refused("You sit at this table already.")
        if self.reclaimable_seats(person):
            raise Refused("A bot plays for you at this table; take that seat back instead.")
        check_seat_free(self.seat_at(seat), self.state != OPEN)

    def fill(self, seat: int, name: str, bot: str, now: float, face: int = 0) -> list[Entry]:
        """Put a bot into an open seat, or replace a bot."""
        self.check_going_on()
        return self._seat(seat, seat_with_bot(self.seat_at(seat), self.state != OPEN, name, bot, face), now)

    def leave(self, seat: int, now: float, bot: str = "merchant", ends: bool = False) -> list[Entry]:
        """Vacate a seat: before the game it is open again, in the game a bot takes over until the person returns.

        With `ends` no bot plays on: the game has ended, until the person reclaims the seat.
        """
        self.check_going_on()
        after = vacated_seat(self.seat_at(seat), self.state != OPEN, bot)
        return self._seat(seat, after, now, ends=ends and self.state == PLAYING)

    def note_presence(self, seat: int, present: bool, now: float) -> list[Entry]:
        """Log that the person in this seat is away, or back; nothing if the log says so already."""
        before = self.seat_at(seat)
        if self.state != PLAYING or not before.is_person or before.away != present:
            return []
        return self._seat(seat, msgspec.structs.replace(before, away=not present), now)

    def check_going_on(self) -> None:
        """Raise `Refused` if the game is over or has ended."""
        if self.state == FINISHED:
            raise Refused("The game is over.")
        if self.state == ABANDONED:
            raise Refused("The game has ended.")

    def reclaim(self, seat: int, person: str, now: float) -> list[Entry]:
        """Give a seat back to the person who left it.

        A second hand cannot be reclaimed, unless the table was opened with all of these hands on one device.
        """
        if self.state == FINISHED:
            raise Refused("The game is over.")
        back = reclaimed_seat(self.seat_at(seat), person)
        own_seats = self.seats_of(person)
        if own_seats and any(self.setup.seats[other].person != person for other in [seat, *own_seats]):
            raise Refused("You play another hand at this table; leave that one first.")
        return self._seat(seat, back, now)

    def _seat(self, seat: int, occupant: Seat, now: float, ends: bool = False) -> list[Entry]:
        after = list(self.seats)
        after[seat] = occupant
        if occupant.name != self.seats[seat].name:  # a person that leaves or comes back keeps the name
            check_seat_names(after)
        return self._log(Seated(now, seat, occupant, ends))

    # --- game --------------------------------------------------------------------------------------------

    def start(self, now: float, seed: int | str) -> list[Entry]:
        """Deal the cards."""
        if self.state != OPEN:
            raise Refused("The game has begun already.")
        if not all(seat.is_taken for seat in self.seats):
            raise Refused("A seat is still open: wait for a player, or let a bot sit there.")
        chance = chance_from(f"deal {self.setup.deal or seed}")
        start = self.setup.start if self.setup.start >= 0 else chance.randbelow(len(self.seats))
        pile: tuple[int, ...] | None = None
        if self.setup.learning:
            self.deal_short(start, chance, now, introduction_to(self.rules, self.players))
        else:
            if self.setup.deal:
                # A fixed order: the next card is the same in every game of this deal, however it is played.
                pile = fixed_pile(self.rules, self.players, self.options, chance_from(f"pile {self.setup.deal}"))
            self.deal_cards(start, chance, now, pile=pile)
        deal = cards_text(self.deal) if self.deal else ""
        order = "" if pile is None else cards_text(pile)
        return self._log(
            Started(now, self.start_seat, deal, edition=self.rules.edition, position=self.position, pile=order)
        )

    def chance_seed(self, seed: int | str) -> int | str:
        """Return the seed of an action's chance: the caller's, or in a deal of the day one that the cards drawn fix."""
        if not self.setup.deal:
            return seed
        drawn = len(self.deal) + sum([len(move.chance) for move in self.moves])
        return f"{self.setup.deal} {drawn}"

    def bot_seed(self, seat: int, seed: int | str) -> int | str:
        """Return the seed of a bot's decision: the caller's, or in a deal of the day one that the position fixes."""
        return f"{self.setup.deal} {seat} {len(self.moves)}" if self.setup.deal else seed

    def act(
        self, seat: int, do: str, version: int, now: float, seed: int | str, by: str = "person", fault: str = ""
    ) -> list[Entry]:
        """Take an action of a seat, in notation, made for a version of the table.

        Raises `BadNotation`, `Refused` for another seat's action, `Stale`, or `Illegal` with the rule.
        """
        return self.take(self.read(seat, do), version, now, seed, by, fault)

    def read(self, seat: int, do: str) -> Action:
        self.check_seat(seat)
        if len(do) > MAX_ACTION_LENGTH:
            raise Refused("That is too long for an action.")
        action = self.known_actions[seat].get(do)
        if action is None:
            action = parse_action(do, SEAT_LETTERS[: len(self.seats)])
        if action.seat != seat:
            raise Refused("You can act only for your own seat.")
        return action

    def take(
        self, action: Action, version: int, now: float, seed: int | str, by: str = "person", fault: str = ""
    ) -> list[Entry]:
        if self.staleness is not None:
            self.staleness.check(action, version, self.version)
        self.table.check(action)
        cards = self.apply(action, chance_from(f"act {self.chance_seed(seed)}"), now, by)
        return self._log(Acted(now, repr(action), cards_text(cards) if cards else "", by, fault)) + self.decline(now)

    def plant(self, seat: int, version: int, now: float, seed: int | str, first: str = "") -> list[Entry]:
        """Plant the waiting cards that leave no choice, each by an action of its own.

        `first` is an action in notation that comes before them, such as the end of the trading. A card that may be
        discarded is then left to the player. Raises as `act` does, and `Refused` if there is nothing to plant.
        """
        self.check_seat(seat)
        entries = self.act(seat, first, version, now, seed) if first else []
        table = self.table
        begun = (table.turn, table.agenda[-1:])
        while not table.over and (table.turn, table.agenda[-1:]) == begun:
            found = forced_plantings(table, seat, table.legal_actions(seat), forced=bool(first))
            if not found:
                break
            entries += self.take(found[0], self.version if entries else version, now, f"{seed} {len(entries)}")
        if not entries:
            raise Refused("Each of these cards leaves you a choice: plant them one by one.")
        return entries

    def decline(self, now: float) -> list[Entry]:
        """Decline offers as people's preferences say, before any update shows them."""
        entries: list[Entry] = []
        while not self.table.over and (found := auto_decline(self)) is not None:
            action, why = found
            self.apply(action, scripted_chance(""), now, why)
            entries += self._log(Acted(now, repr(action), "", why))
        return entries

    def undo(self, seat: int, version: int, now: float) -> list[Entry]:
        """Undo the seat's last action, if it revealed nothing and no other seat has acted since."""
        if not self.setup.undo:
            raise Refused("Undo is disabled at this table.")
        if self.state == FINISHED:
            raise Refused("The game is over.")
        self.undo_window.check(seat)
        if version != self.version:
            raise Stale("The table has moved on: have another look.")
        self.take_back(seat)
        return self._log(Undone(now, seat, len(self.moves)))

    # --- beside the game ---------------------------------------------------------------------------------

    def say(
        self,
        seat: int | None,
        name: str,
        text: str,
        now: float,
        from_bot: bool = False,
        meant: RemarkMeaning | None = None,
        answers: int = -1,
        person: str = "",
    ) -> list[Entry]:
        """Add a chat line of a seat or, with None, of a spectator. `answers` is the entry it replies to."""
        line = one_line(text[:MAX_TYPED])
        if not line or len(line) > MAX_CHAT_LENGTH or len(text) > MAX_TYPED:
            raise Refused("A line of chat has 1 to {most} characters.", most=MAX_CHAT_LENGTH)
        at = -1 if seat is None else seat
        stand_in = from_bot and seat is not None and self.seats[seat].is_stand_in
        return self._log(Said(now, at, one_line(name), line, from_bot, meant, answers, person, stand_in))

    def wish(self, seat: int, kinds: Iterable[int], now: float) -> list[Entry]:
        """Show the table which kinds this seat would like."""
        self.check_seat(seat)
        wanted = sorted(set(kinds))
        known = self.table.requestable_kinds
        if len(wanted) > MAX_WISHES or any(kind not in known for kind in wanted):
            raise Refused("You can wish for at most {most} kinds of this game.", most=MAX_WISHES)
        return self._log(Wished(now, seat, cards_text(wanted)))

    def order(self, seat: int, orders: Sequence[str], now: float) -> list[Entry]:
        """Replace the standing orders of a seat; they end with its next turn."""
        self.check_seat(seat)
        return self._log(Ordered(now, seat, checked_orders(orders, self.table)))

    def set_preferences(self, seat: int, preferences: Preferences, now: float) -> list[Entry]:
        self.check_seat(seat)
        shown = preferences.keeps != self.preferences[seat].keeps
        return self._log(Arranged(now, seat, check_preferences(preferences, self.table), shown)) + self.decline(now)

    @property
    def tempo(self) -> int:
        """Pauses of bots, in per cent of the normal ones: the calmest that any person wishes."""
        wishes = [TEMPOS[self.preferences[at].tempo] for at, seat in enumerate(self.seats) if seat.is_person]
        return self.setup.tempo * max(wishes, default=100) // 100

    # --- introduction ------------------------------------------------------------------------------------

    def learn(self, seat: int, now: float, lesson: str = "", away: bool = False) -> list[Entry]:
        """Mark a lesson as read; without one, hide or resume the introduction.

        Returns no entries if that lesson is no longer open, because of a double click or because it was done meanwhile.
        """
        self.check_seat(seat)
        learner = self.learners.get(seat)
        if lesson and learner is not None and (learner.shown is None or learner.shown.key != lesson):
            return []
        entry = Learned(now, seat, lesson, away)
        self._learn(entry)
        return self._log(entry)

    @property
    def reading(self) -> bool:
        """Whether the bots wait until a lesson is read: at a table for learning, in turns of other players."""
        return self.setup.learning and any(
            learner.shown is not None and not learner.away and self.seats[seat].is_person and self.table.active != seat
            for seat, learner in self.learners.items()
        )


def load_session(lines: list[str] | tuple[str, ...]) -> Session:
    """Replay a log; raises `BadLog`."""
    session = Session.resume(parse_log(lines))
    session.last_line = lines[-1]
    return session
