"""How bots behave among people: whom to ask now, and when their answer is played.

Bots take a human moment, people have the first refusal of an offer to the table, and nobody is flooded.

When a bot trades, the people present have the first word: the bots answer them, but begin nothing of their own until
each of them has said "nothing from me" or their time is up. A deal that is being put together holds the bots, and so
does an offer that waits for a person: without limit for a person alone with bots, else for a while. Nobody waits for
people who are not there. All waiting rests on public facts and never on what a bot has found out (I3). Nothing here is
logged: a session that is resumed asks again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.bots.drive import trading_revision
from tobean.kernel.actions import Action, Call, EndTrading, MakeOffer
from tobean.kernel.errors import TobeanError
from tobean.kernel.trading import Trading, barred
from tobean.kernel.values import TABLE
from tobean.play.bots.answering import Answering
from tobean.play.bots.company import company_of
from tobean.play.bots.safe import safe_move
from tobean.play.bots.talking import Talking
from tobean.play.bots.tempo import CONSIDERED, JOINING, LAST_MOMENT, LONGEST_PATIENCE, LONGEST_SHOWING, Tempo, sort_of
from tobean.play.bots.thinking import BOT_TALK, CHOOSE, VOLUNTEER, question
from tobean.play.session.answers import NOTES
from tobean.play.session.arranging import done_for
from tobean.play.session.entries import CLOCK
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
ORDER: Final = "order"
SAFE: Final = "safe"
"""A mode in which no bot has to be asked: what a person has arranged is done, or the safe move is played, since nobody
deals for a person whose time is up."""
LEAVING: Final = "leaving"
"""A language model does not answer in time: a bot plays on for it, as for somebody who has gone, until it is back."""
ENDING: Final = "ending"
"""Another one: a bot that had nothing more to offer ends the trading, now that people have had their moment."""

FOREVER: Final = float("inf")
MOST_SEEN: Final = 400


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
    held: bool = False
    """Whether it waits while a person puts a deal together."""


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
        self.considered: dict[int, tuple[int, float]] = {}
        """By seat: the turn in which a person is putting a deal together, and until when that is waited for."""
        self.passed: dict[int, tuple[int, float]] = {}
        """By seat: the turn in which a person last said "nothing from me", and when."""
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
        found = [ask for ask in found if ask.at < FOREVER]
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
        sort = LAST_MOMENT if table.decision.last_moment else sort_of(table.decision)
        return [self.ask(seat, CHOOSE, since + self.tempo.pause(sort, seat))]

    def asks_in_trading(self, now: float, present: Collection[int] | None) -> list[Ask]:
        session, table = self.session, self.session.table
        self.opened(now)  # from here on the time counts in which people have the first word
        own = session.seats[table.active].is_person
        held = 0.0 if own else self.held_until(now, present)
        found = self.ordered(now)
        askers: list[int] = []
        for offer in table.offers:
            for seat in self.addressees(offer):
                if seat == table.active:
                    askers.append(offer.seat)
                elif not session.seats[seat].is_person:
                    found.append(self.answer(now, offer, seat, max(held, self.left_to_people(now, offer, present))))
        if not found:
            found += self.volunteers(now, VOLUNTEER if own else JOINING, held)
        if own:
            return found
        if not found or any(session.seats[asker].is_person for asker in askers):
            found.append(self.ask_active(now, held, askers))
        return found

    def ask_active(self, now: float, held: float, askers: list[int]) -> Ask:
        """The active bot goes on with the trading. Whatever waits, it answers the offers of people."""
        session, active = self.session, self.session.table.active
        since = self.since(now, "move", session.version, active)
        until = max([held, *[reply.at for reply in self.answering.due(now)]])
        if self.content[0] == session.version:
            return Ask(active, "", ENDING, max(since, until), session.version)
        at = since + self.tempo.pause("answer" if askers else "trading", active, *askers)
        waits = not any(session.seats[asker].is_person for asker in askers)
        return Ask(
            active,
            session.seats[active].bot,
            CHOOSE,
            max(at, held) if waits else at,
            session.version,
            open_until=until,
            held=waits,
        )

    # --- how long people are waited for ---------------------------------------------------------------------

    def traders(self, present: Collection[int] | None) -> list[int]:
        """The seats of the people present who may trade with the active player."""
        table = self.session.table
        return [seat for seat in self.people(present) if seat != table.active and not barred(table, seat)]

    def held_until(self, now: float, present: Collection[int] | None) -> float:
        """How long bots begin nothing of their own in the trading of a bot."""
        traders = self.traders(present)
        if not traders:
            return 0.0
        words = [self.word_until(now, seat, present) for seat in traders]
        offers = [self.left_to_people(now, offer, present) for offer in self.session.table.offers]
        return max([self.considering_until(), *words, *offers])

    def word_until(self, now: float, seat: int, present: Collection[int] | None) -> float:
        """How long a person has the word: from the start of the trading, and again after all they say themselves."""
        turn = self.session.table.turn
        opened = self.opened(now)
        spoke = max(opened, self.last_word(now, seat))
        passed_in, passed_at = self.passed.get(seat, (-1, 0.0))
        if (passed_in == turn and passed_at >= spoke) or self.session.answers[seat].declines == turn:
            return 0.0
        until = spoke + self.tempo.first_word
        return until if self.is_alone(present) else min(until, opened + LONGEST_PATIENCE)

    def opened(self, now: float) -> float:
        """When this trading began. A game may have several in a turn."""
        table = self.session.table
        return self.since(now, "trading", table.turn, table.decision.name)

    def last_word(self, now: float, seat: int) -> float:
        """When this person last said something in this trading: an offer, a call or a line of chat."""
        table = self.session.table
        talk = table.talk[seat]
        called = self.since(now, "talk", table.turn, seat, talk) if talk else 0.0
        spoken = [each.at for each in self.session.questions.spoken if each.seat == seat]
        return max([called, *spoken])

    def left_to_people(self, now: float, offer: Offer, present: Collection[int] | None) -> float:
        """How long an offer is left to the people present who have not answered it; without limit to one alone."""
        people = self.people(present)
        if not any(seat in people for seat in self.addressees(offer)):
            return 0.0
        if self.is_alone(present):
            return FOREVER
        since = self.since(now, "offer", self.session.table.turn, offer.number)
        patience = self.tempo.first_refusal if offer.to == TABLE else self.tempo.patience
        return max(since + patience, self.considering_until())

    def is_alone(self, present: Collection[int] | None) -> bool:
        """Whether only one person is present, so that no other person has to wait."""
        return len(self.people(present)) == 1

    def consider(self, seat: int, now: float, present: Collection[int] | None = None) -> None:
        """A person is putting a deal together, or looks closely at one: the bots wait."""
        if self.session.state != "playing" or not self.trading:
            return
        table = self.session.table
        if table.active == seat or barred(table, seat):
            return
        latest = FOREVER if self.is_alone(present) else self.opened(now) + LONGEST_PATIENCE
        self.considered[seat] = (table.turn, min(now + CONSIDERED, latest))

    def considering_until(self) -> float:
        turn = self.session.table.turn
        return max([until for when, until in self.considered.values() if when == turn], default=0.0)

    def pass_word(self, seat: int, turn: int, now: float) -> None:
        """A person says "nothing from me" in this turn. In another turn it was meant for one that is over."""
        if self.session.state == "playing" and self.trading and self.session.table.turn == turn:
            self.passed[seat] = (turn, now)
            self.considered.pop(seat, None)

    def show(self, seat: int, turn: int, now: float) -> None:
        """Count the first word from now: until now the page of this seat was still showing earlier moves.

        Only the first report in a trading counts, and only soon after its start, so that nobody is kept waiting.
        """
        session, table = self.session, self.session.table
        if session.state != "playing" or not self.trading or table.turn != turn or self.word_passed(seat):
            return
        if table.active == seat or barred(table, seat):
            return
        first = self.since(now, "shown", turn, table.decision.name, seat)
        until = min(first, self.opened(now) + LONGEST_SHOWING) + self.tempo.first_word
        held_in, held = self.considered.get(seat, (-1, 0.0))
        self.considered[seat] = (turn, max(until, held) if held_in == turn else until)

    def word_passed(self, seat: int) -> bool:
        """Whether this person wants nothing of this trading."""
        turn = self.session.table.turn
        return self.passed.get(seat, (-1, 0.0))[0] == turn or self.session.answers[seat].declines == turn

    def window(self, seat: int, now: float, present: Collection[int] | None) -> dict[str, object] | None:
        """How long a person has the first word, and how long offers wait for them; JSON, None: nothing waits."""
        session = self.session
        if session.state != "playing" or not self.trading or seat not in self.traders(present) or session.reading:
            return None
        table = session.table
        until = 0.0
        if not session.seats[table.active].is_person:
            until = self.word_until(now, seat, present)
            turn, considered = self.considered.get(seat, (-1, 0.0))
            if turn == table.turn:
                until = max(until, considered)
        offers: list[dict[str, object]] = []
        for offer in table.offers:
            if seat in self.addressees(offer) and (offer.to == TABLE or not session.seats[table.active].is_person):
                at = self.left_to_people(now, offer, present)
                if now < at < FOREVER:
                    offers.append({"offer": offer.number, "left": round(at - now, 1)})
        if until <= now and not offers:
            return None
        return {"turn": table.turn, "left": round(max(0.0, until - now), 1), "offers": offers}

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

    def answer(self, now: float, offer: Offer, seat: int, held: float) -> Ask:
        """A bot answers an offer: people first, as long as one could still answer."""
        since = self.since(now, "offer", self.session.table.turn, offer.number)
        at = since + self.tempo.pause("answer", seat, offer.seat)
        return self.ask(seat, CHOOSE, max(at, held), held=held > 0.0)

    def volunteers(self, now: float, pause: str = VOLUNTEER, held: float = 0.0) -> list[Ask]:
        """The bots that may put in a word: once each at a moment, and not while people have theirs."""
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
                at = max(since + self.tempo.pause(pause, seat, *others), held)
                found.append(self.ask(seat, VOLUNTEER, at, held=pause == JOINING))
        return found

    # --- when ----------------------------------------------------------------------------------------------

    def since(self, now: float, *what: object) -> float:
        """Since when this is so, as far as bots have noticed."""
        if what not in self.first_seen and len(self.first_seen) > MOST_SEEN:
            for old in list(self.first_seen)[: MOST_SEEN // 2]:
                del self.first_seen[old]
        return self.first_seen.setdefault(what, now)

    def ask(self, seat: int, mode: str, at: float, held: bool = False) -> Ask:
        return Ask(seat, self.session.seats[seat].bot, mode, at, self.session.version, held=held)

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
        if ask.held and session.version == ask.version and now < self.considering_until():
            return []
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
