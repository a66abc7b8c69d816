"""How bots behave among people: whom to ask now, and when their answer is played.

Bots take a human moment, people have the first refusal of an offer to the table, and nobody is flooded. What bots have
to settle among themselves is quickly done; the trading of a bot stays open long enough for people to join in, and no
longer than that for one who does not answer. Nobody waits for people who are not there. All waiting rests on public
facts and never on what a bot has found out (I3). Nothing here is logged: a session that is resumed asks again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.bots.drive import trading_revision
from tobean.kernel.actions import Action, Call, EndTrading, MakeOffer
from tobean.kernel.errors import TobeanError
from tobean.kernel.trading import Trading, barred
from tobean.play.bots.answering import Answering
from tobean.play.bots.company import company_of
from tobean.play.bots.safe import safe_move
from tobean.play.bots.talking import Talking
from tobean.play.bots.tempo import JOINING, LAST_MOMENT, LONGEST_PATIENCE, Tempo, sort_of
from tobean.play.bots.thinking import BOT_TALK, CHOOSE, VOLUNTEER, question
from tobean.play.session.answers import NOTES
from tobean.play.session.arranging import done_for
from tobean.play.session.errors import Refused, Stale
from tobean.play.session.orders import ordered_answer
from tobean.play.session.seats import PERSON

if TYPE_CHECKING:
    from tobean.kernel.offers import Offer
    from tobean.kernel.table import Table
    from tobean.play.bots.answering import Reply
    from tobean.play.session.entries import Entry
    from tobean.play.session.session import Session

STAND_IN: Final = "merchant"
"""The bot that plays a move for a person whose time is up."""

BOT: Final = "bot"
CLOCK: Final = "clock"
ORDER: Final = "order"
SAFE: Final = "safe"
"""A mode in which no bot has to be asked: what a person has arranged is done, or the safe move is played, since nobody
deals for a person whose time is up."""
LEAVING: Final = "leaving"
"""A language model does not answer in time: a bot plays on for it, as for somebody who has gone, until it is back."""
ENDING: Final = "ending"
"""Another one: a bot that had nothing more to offer ends the trading, now that people have had their moment."""


def moment_of(table: Table) -> int:
    """Changes whenever others may want to react: when trading begins, after each deal and call, at a last moment."""
    return trading_revision(table) * 100 + table.phase


@dataclass(frozen=True)
class Ask:
    """A bot is to be asked; its answer is played not before `at`."""

    seat: int
    bot: str
    mode: str
    at: float
    version: int
    by: str = BOT
    open_until: float = 0.0
    """Before this the trading is not ended, whatever the bot thinks."""


class Manners:
    """The bots of one session, as whoever drives it has to treat them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.tempo = Tempo(session)
        self.first_seen: dict[tuple[object, ...], float] = {}
        """When something that bots react to was there first."""
        self.asked: set[tuple[int, int]] = set()
        """Who has been asked to volunteer at which moment."""
        self.answering = Answering(session)
        """What people have asked the bots."""
        self.talking = Talking(session)
        """What bots say."""
        self.considered: tuple[int, float] = (-1, 0.0)
        """In which turn somebody is putting a deal together, and until when that is waited for."""
        self.content: tuple[int, str] = (-1, "")
        """At which version the active bot had nothing more to offer, and how it would end the trading."""

    # --- whom to ask ---------------------------------------------------------------------------------------

    def next(self, now: float, present: Collection[int] | None = None) -> Ask | None:
        """The bot whose answer is played next, or None: then nothing happens until somebody does something.

        `present` are the seats of the people who are at the table now; None: all.
        """
        session = self.session
        if self.left_alone or session.state != "playing" or session.reading:
            return None
        found = self.asks_in_trading(now, present) if self.trading else self.asks_elsewhere(now)
        found += self.arranged(now)
        clock = session.clock()
        if clock is not None:
            found.append(self.time_up(clock["until"]))
        return min(found, key=lambda ask: ask.at, default=None)

    @property
    def left_alone(self) -> bool:
        """Is there nobody but people, without a clock, who have arranged nothing?"""
        session = self.session
        for seat, answers in zip(session.seats, session.answers, strict=True):
            if seat.kind != PERSON or seat.model or answers.passes or answers.forced:
                return False
        return not session.setup.clock and not any(session.orders)

    def time_up(self, at: float) -> Ask:
        """What is done at this moment for the person who is awaited."""
        session = self.session
        seat = session.table.awaited
        if session.seats[seat].model and at < session.awaited_since + (session.setup.clock or float("inf")):
            return Ask(seat, "", LEAVING, at, session.version, CLOCK)
        mode, bot = (SAFE, "") if self.trading else (CHOOSE, STAND_IN)
        return Ask(seat, bot, mode, at, session.version, CLOCK)

    @property
    def trading(self) -> bool:
        return isinstance(self.session.table.decision, Trading)

    def asks_elsewhere(self, now: float) -> list[Ask]:
        table = self.session.table
        seat = table.awaited
        since = self.since(now, "move", self.session.version, seat)
        found = self.volunteers(now, LAST_MOMENT) if table.decision.last_moment else []
        if found or self.session.seats[seat].is_person:
            return found  # a person need not wait for those who might want to harvest first
        return [self.ask(seat, CHOOSE, since + self.tempo.pause(sort_of(table.decision), seat))]

    def asks_in_trading(self, now: float, present: Collection[int] | None) -> list[Ask]:
        session, table = self.session, self.session.table
        self.since(now, "trading", table.turn)  # from here the moment counts that people have to join in
        found = self.ordered(now)
        askers: list[int] = []
        for offer in table.offers:
            for seat in self.addressees(offer):
                if seat == table.active:
                    askers.append(offer.seat)
                elif not session.seats[seat].is_person:
                    found.append(self.ask(seat, CHOOSE, self.answer_at(now, offer, seat, present)))
        if not found:
            own = session.seats[table.active].is_person
            found += self.volunteers(now, VOLUNTEER if own else JOINING)
        if found or session.seats[table.active].is_person:
            return found  # the others first
        return [self.ask_active(now, present, askers)]

    def ask_active(self, now: float, present: Collection[int] | None, askers: list[int]) -> Ask:
        """The active bot goes on with the trading; first with those whose offers wait for its answer."""
        session, active = self.session, self.session.table.active
        since = self.since(now, "move", session.version, active)
        until = max(self.open_until(now, present), self.considering_until())
        if self.content[0] == session.version:
            return Ask(active, "", ENDING, max(since, until), session.version)
        if askers:
            at = since + self.tempo.pause("answer", active, *askers)
        else:
            at = max(since + self.tempo.pause("trading", active), self.refused_at(now, present))
        return Ask(active, session.seats[active].bot, CHOOSE, at, session.version, open_until=until)

    def open_until(self, now: float, present: Collection[int] | None) -> float:
        """How long the trading of an active bot stays open for the people who are there."""
        table = self.session.table
        since = self.since(now, "trading", table.turn)
        people = [seat for seat in self.people(present) if not barred(table, seat)]
        if not people:
            return 0.0
        answers = [reply.at for reply in self.answering.due(now)]
        offers = [at + self.tempo.patience for at in self.waiting(now, people)]
        return max([since + self.tempo.fair_moment, *offers, *answers])

    def consider(self, seat: int, now: float) -> None:
        """A person is putting a deal together, or looks closely at one: the trading is not ended under their hands."""
        if self.session.state != "playing" or not self.trading:
            return
        table = self.session.table
        if table.active == seat or barred(table, seat):
            return
        latest = self.since(now, "trading", table.turn) + LONGEST_PATIENCE
        self.considered = (table.turn, min(now + self.tempo.patience, latest))

    def considering_until(self) -> float:
        turn, until = self.considered
        return until if turn == self.session.table.turn else 0.0

    def refused_at(self, now: float, present: Collection[int] | None) -> float:
        """Until when people who have been asked are left in peace."""
        asked = self.waiting(now, self.people(present))
        return max(asked) + self.tempo.first_refusal if asked else 0.0

    def waiting(self, now: float, people: list[int]) -> list[float]:
        """Since when offers wait for some of these people."""
        turn = self.session.table.turn
        return [
            self.since(now, "offer", turn, offer.number)
            for offer in self.session.table.offers
            if any(seat in people for seat in self.addressees(offer))
        ]

    def people(self, present: Collection[int] | None) -> list[int]:
        """The seats of people who are there."""
        seats = enumerate(self.session.seats)
        return [seat for seat, who in seats if who.is_person and (present is None or seat in present)]

    def ordered(self, now: float) -> list[Ask]:
        """People who have left orders for an offer that is open."""
        found: list[Ask] = []
        for seat, orders in enumerate(self.session.orders):
            if orders and self.session.seats[seat].is_person:
                if ordered_answer(self.session.table, seat, orders) is None:
                    continue
                since = self.since(now, "order", self.session.table.turn, self.session.version, seat)
                found.append(Ask(seat, "", SAFE, since + self.tempo.pause("answer", seat), self.session.version, ORDER))
        return found

    def arranged(self, now: float) -> list[Ask]:
        """What is done for a person who has arranged it so."""
        found = done_for(self.session)
        if found is None:
            return []
        action, why = found
        since = self.since(now, "arranged", self.session.version)
        return [Ask(action.seat, "", SAFE, since + self.tempo.pause(why, action.seat), self.session.version, why)]

    def addressees(self, offer: Offer) -> list[int]:
        """Who could still answer an offer."""
        table = self.session.table
        return [
            seat
            for seat in range(table.players)
            if offer.is_for(seat) and not offer.declined >> seat & 1 and not barred(table, seat)
        ]

    def answer_at(self, now: float, offer: Offer, seat: int, present: Collection[int] | None) -> float:
        """When a bot answers an offer: people first, as long as one could still answer."""
        since = self.since(now, "offer", self.session.table.turn, offer.number)
        at = since + self.tempo.pause("answer", seat, offer.seat)
        there = self.people(present)
        others = [other for other in self.addressees(offer) if other in there]
        return max(at, since + self.tempo.first_refusal) if others else at

    def volunteers(self, now: float, pause: str = VOLUNTEER) -> list[Ask]:
        """The bots that may put in a word: once each at a moment."""
        session, table = self.session, self.session.table
        offering = {offer.seat for offer in table.offers if self.addressees(offer)}
        if table.active in offering:
            return []
        moment = moment_of(table)
        since = self.since(now, "moment", moment)
        others = [table.active] if table.deals or table.calls else []  # all look first at what has been turned over
        found: list[Ask] = []
        for step in range(1, table.players):
            seat = (table.active + step) % table.players
            if seat in offering or session.seats[seat].is_person or self.answering.waits_for(seat, now):
                continue
            if (moment, seat) not in self.asked:
                found.append(self.ask(seat, VOLUNTEER, since + self.tempo.pause(pause, seat, *others)))
        return found

    # --- when ----------------------------------------------------------------------------------------------

    def since(self, now: float, *what: object) -> float:
        """Since when this is so, as far as bots have noticed."""
        if what not in self.first_seen and len(self.first_seen) > 200:
            self.first_seen.clear()
        return self.first_seen.setdefault(what, now)

    def ask(self, seat: int, mode: str, at: float) -> Ask:
        return Ask(seat, self.session.seats[seat].bot, mode, at, self.session.version)

    def question(self, ask: Ask, seed: int | str) -> dict[str, object]:
        """What a worker needs to let this bot think; JSON."""
        return question(self.session.table, ask.seat, ask.bot, ask.mode, seed, company_of(self.session, ask.seat))

    # --- their answers -------------------------------------------------------------------------------------

    def play(self, ask: Ask, do: str | None, now: float, seed: int | str, fault: str = "") -> list[Entry]:
        """Play a bot's answer, in notation; None: nothing. `fault` says that there is none: `crash` or `overrun`.

        A failure costs the bot its move and not the table: a safe move is played instead, and the entry says why.
        Returns no entries where the table has moved on, or nothing is to be done: then ask `next` again.
        """
        session = self.session
        if ask.mode == VOLUNTEER and session.version == ask.version:
            self.asked.add((moment_of(session.table), ask.seat))
            self.asked = {key for key in self.asked if key[0] // 1_000_000 == session.table.turn}
        if session.state != "playing" or session.seats[ask.seat].is_person != (ask.by != BOT):
            return []
        if ask.by == ORDER:
            answer = ordered_answer(session.table, ask.seat, session.orders[ask.seat])
            return [] if answer is None else session.take(answer, session.version, now, seed, ORDER)
        if ask.by in NOTES:
            found = done_for(session)
            return [] if found is None else session.take(found[0], session.version, now, seed, found[1])
        if ask.mode == LEAVING:
            return session.leave(ask.seat, now, STAND_IN) if session.version == ask.version else []
        if ask.mode == ENDING:
            if self.content[0] != session.version or now < self.considering_until():
                return []  # somebody has joined in, or is about to
            do = self.content[1]
        if do is not None and not fault:
            try:
                action = self.checked(ask, do)
                until = max(ask.open_until, self.considering_until())
                if isinstance(action, EndTrading) and now < until and session.version == ask.version:
                    self.content = (ask.version, do)
                    return []
                return session.take(action, ask.version, now, seed, ask.by)
            except Stale:
                return []
            except TobeanError:
                fault = "illegal"
        elif ask.mode == CHOOSE and not fault:
            fault = "illegal"
        if ask.mode == VOLUNTEER or session.version != ask.version:
            return []  # nobody had to do anything, or it was right when it was thought of
        return session.take(safe_move(session.table, ask.seat), session.version, now, seed, ask.by, fault)

    def checked(self, ask: Ask, do: str) -> Action:
        """The bot's action, if it does not flood the table."""
        action = self.session.read(ask.seat, do)
        if isinstance(action, (MakeOffer, Call)) and self.session.table.talk[ask.seat] >= BOT_TALK:
            raise Refused("A bot makes at most {most} offers and calls a turn.", most=BOT_TALK)
        return action

    def reply(self, reply: Reply, found: Mapping[str, object], now: float, seed: int | str) -> list[Entry]:
        """A bot's answer to a question: its offer if it makes one, and its words. None if the table has moved on under
        the offer, or the question is answered already: then it is thought about anew, or not at all.
        """
        session, seat = self.session, reply.seat
        if session.state != "playing" or session.seats[seat].is_person or seat in reply.spoken.answered:
            return []
        do, remark = found.get("do"), found["remark"]
        assert isinstance(remark, dict)
        rests_on_offers = isinstance(do, str) or remark["occasion"] == "offer stands"
        if rests_on_offers and session.version != reply.version:
            return []
        entries: list[Entry] = []
        if isinstance(do, str):
            entries += session.act(seat, do, reply.version, now, seed, BOT)
        self.asked.add((moment_of(session.table), seat))
        return entries + self.talking.answer(seat, reply.bot, remark, now, reply.spoken.number)
