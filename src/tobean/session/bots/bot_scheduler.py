"""Scheduler for the bots of a session: which bot to run next, and when its answer is played.

Bots pause like people do, people get the first chance at an offer to the table, and the number of offers is limited.

When a bot trades, the people present have priority: bots answer them but start nothing of their own until every person
has said "nothing from me" or run out of time. While a person composes a deal, the bots wait, and so they do while an
offer waits for a person: without limit for a person alone with bots, otherwise for a limited time. Absent people are
not waited for. All waiting depends on public facts and never on what a bot has computed (I3). Nothing here is logged: a
resumed session sends its requests again.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from tobean.bots.turn_policy import trading_revision
from tobean.kernel.actions import Action, Call, EndTrading, MakeOffer
from tobean.kernel.errors import TobeanError
from tobean.kernel.events import DECLINED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.phases.trading import Trading, cannot_trade
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer
from tobean.session.answers.auto_answers import auto_action
from tobean.session.answers.preferences import NOTES
from tobean.session.answers.standing_orders import standing_order_answer
from tobean.session.bots import pacing
from tobean.session.bots.bot_chat import BotChat
from tobean.session.bots.bot_requests import CHOOSE, MAX_BOT_TALK, STATELESS, VOLUNTEER, build_request
from tobean.session.bots.fallback_move import fallback_move
from tobean.session.bots.opponents import opponents_of
from tobean.session.bots.reply_scheduler import ReplyRequest, ReplyScheduler
from tobean.session.errors import Refused, Stale
from tobean.session.log.entries import CLOCK, Entry
from tobean.session.seats import PERSON
from tobean.session.session import Session

STAND_IN: Final = "merchant"
"""The bot that plays a move for a person whose time is up."""

BOT: Final = "bot"
ORDER: Final = "order"
NO_BOT: Final = "safe"
"""Mode without a bot: a preference or standing order is carried out, or the fallback move is played. No bot makes deals
for a person whose time is up."""
HAND_TO_BOT: Final = "leaving"
"""Mode for a language model that does not answer in time: a bot takes over its seat until it returns."""
END_TRADING: Final = "ending"
"""Mode for a bot with nothing more to offer: it ends the trading once people have had their time."""

FOREVER: Final = float("inf")
MAX_TIMESTAMPS: Final = 400


def trading_moment(table: Table) -> int:
    """Return a number that changes whenever others may want to react.

    That is when trading begins, after each deal or call, and at a last chance to harvest.
    """
    return trading_revision(table) * 100 + table.phase


@dataclass(frozen=True)
class BotRequest:
    """A bot to run, and the time before which its answer is not played."""

    seat: int
    bot: str
    mode: str
    at: float
    version: int
    by: str = BOT
    open_until: float = 0.0
    """Time before which the trading is not ended, even if the bot's answer ends it."""
    waits_for_people: bool = False
    """Whether the answer waits while a person composes a deal."""


class BotScheduler:
    """Schedules the bots of one session on behalf of the driver of that session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.pacing = pacing.Pacing(session)
        self.first_seen_at: dict[tuple[object, ...], float] = {}
        """Time at which each condition that bots react to was first seen."""
        self.asked_to_volunteer: set[tuple[int, int]] = set()
        """Pairs of trading moment and seat for which a bot has been asked to volunteer."""
        self.reply_scheduler = ReplyScheduler(session)
        self.bot_chat = BotChat(session)
        self.composing: dict[int, tuple[int, float]] = {}
        """By seat: the turn in which a person is composing a deal, and the time until which the bots wait for it."""
        self.priority_waived: dict[int, tuple[int, float]] = {}
        """By seat: the turn in which a person last said "nothing from me", and when."""
        self.nothing_to_offer: tuple[int, str] = (-1, "")
        """The version at which the active bot had nothing more to offer, and its action that ends the trading."""

    # --- next request -------------------------------------------------------------------------------------

    def next(self, now: float, present: Collection[int] | None = None) -> BotRequest | None:
        """Return the request whose answer is due first; None if nothing happens until a person acts.

        `present` holds the seats of the people connected now; None means all.
        """
        session = self.session
        if self.needs_no_scheduling or session.state != "playing" or session.reading:
            return None
        found = self.requests_in_trading(now, present) if self.trading else self.requests_outside_trading(now)
        found += self.auto_answer_requests(now)
        clock = session.clock()
        if clock is not None:
            found.append(self.timeout_request(clock["until"]))
        found = [request for request in found if request.at < FOREVER]
        return min(found, key=lambda request: request.at, default=None)

    @property
    def needs_no_scheduling(self) -> bool:
        """Whether there are only people, without a clock, preferences or standing orders."""
        session = self.session
        for seat, preferences in zip(session.seats, session.preferences, strict=True):
            if seat.kind != PERSON or seat.model or preferences.passes or preferences.forced:
                return False
        return not session.setup.clock and not any(session.orders)

    def timeout_request(self, at: float) -> BotRequest:
        """Return the request that handles the awaited person's timeout."""
        session = self.session
        seat = session.table.awaited
        if session.seats[seat].model and at < session.awaited_since + (session.setup.clock or float("inf")):
            return BotRequest(seat, "", HAND_TO_BOT, at, session.version, CLOCK)
        mode, bot = (NO_BOT, "") if self.trading else (CHOOSE, STAND_IN)
        return BotRequest(seat, bot, mode, at, session.version, CLOCK)

    @property
    def trading(self) -> bool:
        return isinstance(self.session.table.decision, Trading)

    def requests_outside_trading(self, now: float) -> list[BotRequest]:
        table = self.session.table
        seat = table.awaited
        since = self.since(now, "move", self.session.version, seat)
        found = self.volunteer_requests(now, pacing.LAST_MOMENT) if table.decision.is_last_chance else []
        if found or self.session.seats[seat].is_person:
            return found  # a person need not wait for bots that might want to harvest first
        key = pacing.LAST_MOMENT if table.decision.is_last_chance else pacing.pause_key(table.decision)
        return [self.new_request(seat, CHOOSE, since + self.pacing.pause(key, seat))]

    def requests_in_trading(self, now: float, present: Collection[int] | None) -> list[BotRequest]:
        session, table = self.session, self.session.table
        self.trading_started_at(now)  # starts the time in which people have priority
        own = session.seats[table.active].is_person
        wait_until = 0.0 if own else self.bots_wait_until(now, present)
        found = self.standing_order_requests(now)
        askers: list[int] = []
        for offer in table.offers:
            for seat in self.addressees(offer):
                if seat == table.active:
                    askers.append(offer.seat)
                elif not session.seats[seat].is_person:
                    found.append(
                        self.answer_request(now, offer, seat, max(wait_until, self.reserved_until(now, offer, present)))
                    )
        if not found:
            found += self.volunteer_requests(now, VOLUNTEER if own else pacing.JOINING, wait_until)
        if own:
            return found
        if not found or any(session.seats[asker].is_person for asker in askers):
            found.append(self.active_bot_request(now, wait_until, askers))
        return found

    def active_bot_request(self, now: float, wait_until: float, askers: list[int]) -> BotRequest:
        """Return the active bot's request to continue the trading; it answers offers of people immediately."""
        session, active = self.session, self.session.table.active
        since = self.since(now, "move", session.version, active)
        until = max([wait_until, *[reply.at for reply in self.reply_scheduler.due(now)]])
        if self.nothing_to_offer[0] == session.version:
            return BotRequest(active, "", END_TRADING, max(since, until), session.version)
        at = since + self.pacing.pause("answer" if askers else "trading", active, *askers)
        waits = not any(session.seats[asker].is_person for asker in askers)
        return BotRequest(
            active,
            session.seats[active].bot,
            CHOOSE,
            max(at, wait_until) if waits else at,
            session.version,
            open_until=until,
            waits_for_people=waits,
        )

    # --- waiting for people -------------------------------------------------------------------------------

    def people_trading(self, present: Collection[int] | None) -> list[int]:
        """List the seats of present people with the right to trade with the active player."""
        table = self.session.table
        return [seat for seat in self.people(present) if seat != table.active and not cannot_trade(table, seat)]

    def bots_wait_until(self, now: float, present: Collection[int] | None) -> float:
        """Return the time until which bots start nothing of their own while a bot trades."""
        people_trading = self.people_trading(present)
        if not people_trading:
            return 0.0
        priorities = [self.priority_until(now, seat, present) for seat in people_trading]
        offers = [self.reserved_until(now, offer, present) for offer in self.session.table.offers]
        return max([self.composing_until(), *priorities, *offers])

    def priority_until(self, now: float, seat: int, present: Collection[int] | None) -> float:
        """Return the time until which a person has priority.

        It runs from the start of the trading, and again from each message of the person and, shorter, from a refusal.
        """
        turn = self.session.table.turn
        trading_started_at = self.trading_started_at(now)
        spoke = max(trading_started_at, self.last_spoke_at(now, seat))
        refused = self.refused_at(now, seat)
        passed_in, passed_at = self.priority_waived.get(seat, (-1, 0.0))
        if (passed_in == turn and passed_at >= max(spoke, refused)) or self.session.preferences[seat].declines == turn:
            return 0.0
        until = max(spoke + self.pacing.priority_seconds, refused + self.pacing.refusal_seconds)
        return until if self.is_alone(present) else min(until, trading_started_at + pacing.MAX_HOLD_SECONDS)

    def trading_started_at(self, now: float) -> float:
        """Return when the current trading began. A game may have several in a turn."""
        table = self.session.table
        return self.since(now, "trading", table.turn, table.decision.name)

    def last_spoke_at(self, now: float, seat: int) -> float:
        """Return when this person last made an offer, a call or a chat line in this trading."""
        table = self.session.table
        talk = table.talk[seat]
        talked_at = self.since(now, "talk", table.turn, seat, talk) if talk else 0.0
        chat_times = [utterance.at for utterance in self.session.utterances.items if utterance.seat == seat]
        return max([talked_at, *chat_times])

    def refused_at(self, now: float, seat: int) -> float:
        """Return when a refusal last gave this person time for "no, but ...".

        It is one by the person or of the person's offer. Further ones within that time do not extend it, and automatic
        ones do not count.
        """
        session = self.session
        own = {offer.number for offer in session.table.offers if offer.seat == seat}
        begun = -FOREVER
        for feed_event in session.events_of_turn():
            event = feed_event.event
            if event.name != DECLINED.name or feed_event.note or (event.seat != seat and event["offer"] not in own):
                continue
            at = self.since(now, "refused", session.table.turn, feed_event.number)
            if at >= begun + self.pacing.refusal_seconds:
                begun = at
        return begun

    def reserved_until(self, now: float, offer: Offer, present: Collection[int] | None) -> float:
        """Return the time until which an offer is reserved for people who can still answer it; unlimited for one
        alone."""
        people = self.people(present)
        if not any(seat in people for seat in self.addressees(offer)):
            return 0.0
        if self.is_alone(present):
            return FOREVER
        since = self.since(now, "offer", self.session.table.turn, offer.number)
        answer_seconds = self.pacing.reserve_seconds if offer.to == TABLE else self.pacing.answer_seconds
        return max(since + answer_seconds, self.composing_until())

    def is_alone(self, present: Collection[int] | None) -> bool:
        """Whether only one person is present, so that no other person has to wait."""
        return len(self.people(present)) == 1

    def mark_composing(self, seat: int, now: float, present: Collection[int] | None = None) -> None:
        """Make the bots wait, because a person composes or inspects a deal."""
        if self.session.state != "playing" or not self.trading:
            return
        table = self.session.table
        if table.active == seat or cannot_trade(table, seat):
            return
        latest = FOREVER if self.is_alone(present) else self.trading_started_at(now) + pacing.MAX_HOLD_SECONDS
        self.composing[seat] = (table.turn, min(now + pacing.COMPOSING_SECONDS, latest))

    def composing_until(self) -> float:
        turn = self.session.table.turn
        return max([until for when, until in self.composing.values() if when == turn], default=0.0)

    def waive_priority(self, seat: int, turn: int, now: float) -> None:
        """Handle "nothing from me" of a person in this turn; ignored if that turn is over."""
        if self.session.state == "playing" and self.trading and self.session.table.turn == turn:
            self.priority_waived[seat] = (turn, now)
            self.composing.pop(seat, None)

    def restart_priority(self, seat: int, turn: int, now: float) -> None:
        """Restart a person's priority time: until now the client of this seat was still animating earlier moves.

        Only the first report in a trading counts, and only soon after its start, so that the others are not kept
        waiting.
        """
        session, table = self.session, self.session.table
        if session.state != "playing" or not self.trading or table.turn != turn or self.has_waived_priority(seat):
            return
        if table.active == seat or cannot_trade(table, seat):
            return
        first = self.since(now, "shown", turn, table.decision.name, seat)
        until = min(first, self.trading_started_at(now) + pacing.MAX_SHOWING_SECONDS) + self.pacing.priority_seconds
        composing_turn, composing = self.composing.get(seat, (-1, 0.0))
        self.composing[seat] = (turn, max(until, composing) if composing_turn == turn else until)

    def has_waived_priority(self, seat: int) -> bool:
        """Whether this person wants no part in the current trading."""
        turn = self.session.table.turn
        return self.priority_waived.get(seat, (-1, 0.0))[0] == turn or self.session.preferences[seat].declines == turn

    def window(self, seat: int, now: float, present: Collection[int] | None) -> dict[str, object] | None:
        """Return a person's remaining priority time and reserved offers as JSON; None if nothing waits for them."""
        session = self.session
        if (
            session.state != "playing"
            or not self.trading
            or seat not in self.people_trading(present)
            or session.reading
        ):
            return None
        table = session.table
        until = 0.0
        if not session.seats[table.active].is_person:
            until = self.priority_until(now, seat, present)
            turn, composing = self.composing.get(seat, (-1, 0.0))
            if turn == table.turn:
                until = max(until, composing)
        offers: list[dict[str, object]] = []
        for offer in table.offers:
            if seat in self.addressees(offer) and (offer.to == TABLE or not session.seats[table.active].is_person):
                at = self.reserved_until(now, offer, present)
                if now < at < FOREVER:
                    offers.append({"offer": offer.number, "left": round(at - now, 1)})
        if until <= now and not offers:
            return None
        return {"turn": table.turn, "left": round(max(0.0, until - now), 1), "offers": offers}

    def people(self, present: Collection[int] | None) -> list[int]:
        """List the seats of present people."""
        seats = enumerate(self.session.seats)
        return [seat for seat, who in seats if who.is_person and (present is None or seat in present)]

    def standing_order_requests(self, now: float) -> list[BotRequest]:
        """Return the requests for people whose standing orders answer an open offer."""
        found: list[BotRequest] = []
        for seat, orders in enumerate(self.session.orders):
            if orders and self.session.seats[seat].is_person:
                if standing_order_answer(self.session.table, seat, orders) is None:
                    continue
                since = self.since(now, "order", self.session.table.turn, self.session.version, seat)
                found.append(
                    BotRequest(seat, "", NO_BOT, since + self.pacing.pause("answer", seat), self.session.version, ORDER)
                )
        return found

    def auto_answer_requests(self, now: float) -> list[BotRequest]:
        """Return the request for a decision that a person's preferences take, if there is one."""
        found = auto_action(self.session)
        if found is None:
            return []
        action, reason = found
        since = self.since(now, "arranged", self.session.version)
        return [
            BotRequest(
                action.seat, "", NO_BOT, since + self.pacing.pause(reason, action.seat), self.session.version, reason
            )
        ]

    def addressees(self, offer: Offer) -> list[int]:
        """List the seats that can still answer an offer."""
        table = self.session.table
        return [
            seat
            for seat in range(table.players)
            if offer.is_for(seat) and not offer.declined >> seat & 1 and not cannot_trade(table, seat)
        ]

    def answer_request(self, now: float, offer: Offer, seat: int, wait_until: float) -> BotRequest:
        """Return the request for a bot's answer to an offer; people come first while one of them can still answer."""
        since = self.since(now, "offer", self.session.table.turn, offer.number)
        at = since + self.pacing.pause("answer", seat, offer.seat)
        return self.new_request(seat, CHOOSE, max(at, wait_until), wait_until > 0.0)

    def volunteer_requests(self, now: float, pause: str = VOLUNTEER, wait_until: float = 0.0) -> list[BotRequest]:
        """Return the requests for bots that may volunteer: each once a trading moment, without priority over people."""
        session, table = self.session, self.session.table
        offering = {offer.seat for offer in table.offers if self.addressees(offer)}
        if table.active in offering:
            return []
        moment = trading_moment(table)
        since = self.since(now, "moment", moment)
        others = [table.active] if table.deals or table.calls else []  # everyone first looks at the cards turned over
        found: list[BotRequest] = []
        for step in range(1, table.players):
            seat = (table.active + step) % table.players
            if seat in offering or session.seats[seat].is_person or self.reply_scheduler.waits_for(seat, now):
                continue
            if (moment, seat) not in self.asked_to_volunteer:
                at = max(since + self.pacing.pause(pause, seat, *others), wait_until)
                found.append(self.new_request(seat, VOLUNTEER, at, pause == pacing.JOINING))
        return found

    # --- times and requests -------------------------------------------------------------------------------

    def since(self, now: float, *what: object) -> float:
        """Return when this condition was first seen, `now` if it is new."""
        if what not in self.first_seen_at and len(self.first_seen_at) > MAX_TIMESTAMPS:
            for old in list(self.first_seen_at)[: MAX_TIMESTAMPS // 2]:
                del self.first_seen_at[old]
        return self.first_seen_at.setdefault(what, now)

    def new_request(self, seat: int, mode: str, at: float, waits_for_people: bool = False) -> BotRequest:
        return BotRequest(
            seat, self.session.seats[seat].bot, mode, at, self.session.version, waits_for_people=waits_for_people
        )

    def build_request(self, request: BotRequest, seed: int | str) -> dict[str, object]:
        """Build the JSON request with which a worker runs this bot."""
        session, seat = self.session, request.seat
        seed = session.bot_seed(seat, seed)
        payload = build_request(session.table, seat, request.bot, request.mode, seed, opponents_of(session, seat))
        return {**payload, STATELESS: True} if session.setup.deal else payload

    # --- playing the answers ------------------------------------------------------------------------------

    def play(self, request: BotRequest, do: str | None, now: float, seed: int | str, fault: str = "") -> list[Entry]:
        """Play a bot's answer, in notation; None means no action. `fault` is `crash` or `overrun` if it has none.

        A failure costs the bot its move but does not stop the table: the fallback move is played instead, and the entry
        names the fault. Returns no entries if the table has moved on or there is nothing to do; then call `next` again.
        """
        session = self.session
        if request.waits_for_people and session.version == request.version and now < self.composing_until():
            return []
        if request.mode == VOLUNTEER and session.version == request.version:
            self.asked_to_volunteer.add((trading_moment(session.table), request.seat))
            self.asked_to_volunteer = {
                key for key in self.asked_to_volunteer if key[0] // 1_000_000 == session.table.turn
            }
        if session.state != "playing" or session.seats[request.seat].is_person != (request.by != BOT):
            return []
        if request.by == ORDER:
            answer = standing_order_answer(session.table, request.seat, session.orders[request.seat])
            return [] if answer is None else session.take(answer, session.version, now, seed, ORDER)
        if request.by in NOTES:
            found = auto_action(session)
            return [] if found is None else session.take(found[0], session.version, now, seed, found[1])
        if request.mode == HAND_TO_BOT:
            return session.leave(request.seat, now, STAND_IN) if session.version == request.version else []
        if request.mode == END_TRADING:
            if self.nothing_to_offer[0] != session.version or now < self.composing_until():
                return []  # someone has joined in, or is about to
            do = self.nothing_to_offer[1]
        if do is not None and not fault:
            try:
                action = self.parse_bot_action(request, do)
                until = max(request.open_until, self.composing_until())
                if isinstance(action, EndTrading) and now < until and session.version == request.version:
                    self.nothing_to_offer = (request.version, do)
                    return []
                return session.take(action, request.version, now, seed, request.by)
            except Stale:
                return []
            except TobeanError:
                fault = "illegal"
        elif request.mode == CHOOSE and not fault:
            fault = "illegal"
        if request.mode == VOLUNTEER or session.version != request.version:
            return []  # no action was required, or the answer was valid for the version it was computed for
        return session.take(fallback_move(session.table, request.seat), session.version, now, seed, request.by, fault)

    def parse_bot_action(self, request: BotRequest, do: str) -> Action:
        """Parse the bot's action; raise `Refused` if the bot exceeds its number of offers and calls."""
        action = self.session.read(request.seat, do)
        if isinstance(action, (MakeOffer, Call)) and self.session.table.talk[request.seat] >= MAX_BOT_TALK:
            raise Refused("A bot makes at most {most} offers and calls a turn.", most=MAX_BOT_TALK)
        return action

    def reply(self, reply: ReplyRequest, found: Mapping[str, object], now: float, seed: int | str) -> list[Entry]:
        """Play a bot's reply to a question: its offer, if any, and its remark.

        Returns no entries if the table has moved on under the offer or the question is answered already; in the first
        case the bot is asked again.
        """
        session, seat = self.session, reply.seat
        if session.state != "playing" or session.seats[seat].is_person or seat in reply.utterance.answered:
            return []
        do, remark = found.get("do"), found["remark"]
        assert isinstance(remark, dict)
        rests_on_offers = isinstance(do, str) or remark["occasion"] == "offer stands"
        if rests_on_offers and session.version != reply.version:
            return []
        entries: list[Entry] = []
        if isinstance(do, str):
            entries += session.act(seat, do, reply.version, now, seed, BOT)
        self.asked_to_volunteer.add((trading_moment(session.table), seat))
        return entries + self.bot_chat.answer(seat, reply.bot, remark, now, reply.utterance.number)
