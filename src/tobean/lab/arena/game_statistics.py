"""Keeps the books of a game: how long bots think, what they offer, and what goes from whom to whom."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

from tobean.bots.match import BotError
from tobean.kernel.actions import Accept, Action, Call, MakeOffer
from tobean.kernel.cards import KIND_OF
from tobean.kernel.state.seats import seat_name
from tobean.lab.statistics.timings import bucket_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tobean.bots.base import Bot
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.kernel.trade.offers import Offer
    from tobean.view.observation import Observation


@dataclass
class Flow:
    """What one seat gave another in a game."""

    giver: int
    receiver: int
    deals: int = 0
    gifts: int = 0
    """Deals in which nothing came back (T3)."""
    cards: int = 0
    favours: int = 0
    """Cards given for nothing: those that match the receiver's fields, less those that came back and match the
    giver's, deal by deal and never less than 0."""
    sacrificed: int = 0
    """Cards given up: those that match the giver's own fields, less those that came back and do, deal by deal and never
    less than 0. Who looks after itself has none."""


@dataclass
class GameStatistics:
    """The books of one game."""

    table: Table
    lineup: Sequence[str]
    asked: int = 0
    """The seat that was asked last: whatever goes wrong is its fault."""
    times: dict[str, Counter[int]] = field(default_factory=dict)
    """By bot: decisions by the time they took."""
    cpu_times: dict[str, Counter[int]] = field(default_factory=dict)
    """By bot: decisions by the time that the processor was busy with them; less where it was shared."""
    pairs: dict[tuple[int, int], Flow] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.offers = [0] * self.table.players
        self.accepted = [0] * self.table.players
        self.calls = [0] * self.table.players
        for name in self.lineup:
            self.times.setdefault(name, Counter())
            self.cpu_times.setdefault(name, Counter())

    def act(self, action: Action) -> None:
        """Take an action and book it. A refused one is not booked."""
        offers = self.table.offers
        fields = [[row[-1] for row in rows if row] for rows in self.table.fields]
        self.table.apply(action)
        if isinstance(action, MakeOffer):
            self.offers[action.seat] += 1
        elif isinstance(action, Call):
            self.calls[action.seat] += 1
        elif isinstance(action, Accept):
            offer = next(offer for offer in offers if offer.number == action.number)
            self.accepted[offer.seat] += 1
            self.record_deal(offer, action, fields)

    def record_deal(self, offer: Offer, action: Accept, fields: list[list[int]]) -> None:
        sides = (
            (offer.seat, offer.cards, action.seat, action.cards),
            (action.seat, action.cards, offer.seat, offer.cards),
        )
        for giver, gives, receiver, gets in sides:
            flow = self.pairs.setdefault((giver, receiver), Flow(giver, receiver))
            flow.deals += 1
            flow.gifts += not gets
            flow.cards += len(gives)
            back = matching(gets, fields[giver])
            flow.favours += max(0, matching(gives, fields[receiver]) - back)
            flow.sacrificed += max(0, matching(gives, fields[giver]) - back)

    def flows(self) -> tuple[Flow, ...]:
        return tuple(self.pairs[pair] for pair in sorted(self.pairs))


def matching(cards: Sequence[int], tops: Sequence[int]) -> int:
    """How many of these cards are of a kind that grows on fields with these top cards."""
    kinds = {KIND_OF[top] for top in tops}
    return sum(1 for card in cards if KIND_OF[card] in kinds)


class TimedBot:
    """A bot whose thinking is timed and whose breakdowns are told in a sentence."""

    def __init__(self, bot: Bot, seat: int, statistics: GameStatistics) -> None:
        self.bot = bot
        self.name = bot.name
        self.seat = seat
        self.statistics = statistics
        self.times = statistics.times[statistics.lineup[seat]]
        self.cpu_times = statistics.cpu_times[statistics.lineup[seat]]

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        with self.asked():
            return self.bot.choose(view, actions, chance)

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        with self.asked():
            return self.bot.volunteer(view, actions, chance)

    @contextmanager
    def asked(self) -> Iterator[None]:
        self.statistics.asked = self.seat
        began, worked = perf_counter(), thread_time()
        try:
            yield
        except Exception as error:  # a stranger's bot may raise anything
            raise self.crash_error(error) from error
        finally:
            self.times[bucket_of(perf_counter() - began)] += 1
            self.cpu_times[bucket_of(thread_time() - worked)] += 1

    def __getattr__(self, name: str) -> object:
        return getattr(self.bot, name)

    def crash_error(self, error: Exception) -> BotError:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace is not None else ""
        return BotError(
            "{name} at seat {seat} broke down with {type}: {reason}{where}",
            name=self.name,
            seat=seat_name(self.seat),
            type=type(error).__name__,
            reason=error,
            where=where,
        )


def timed_bot(bot: Bot, seat: int, statistics: GameStatistics) -> TimedBot:
    return TimedBot(bot, seat, statistics)
