"""Statistics of one game: decision times, offers, and the cards each seat gives to each other seat."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter, thread_time

from tobean.bots.base import Bot
from tobean.bots.game_loop import BotError
from tobean.kernel.actions import Accept, Action, Call, MakeOffer
from tobean.kernel.base.seats import seat_name
from tobean.kernel.chance import Chance
from tobean.kernel.observation.observation import Observation
from tobean.kernel.table import Table
from tobean.kernel.trade.history_recording import count_matching, favour_balance
from tobean.kernel.trade.tradeable_cards import tradeable_slots
from tobean.research.statistics.timings import bucket_of


@dataclass
class Flow:
    """Cards that one seat gave another in a game."""

    giver: int
    receiver: int
    deals: int = 0
    gifts: int = 0
    """Deals in which the giver received nothing (T3)."""
    cards: int = 0
    favours: int = 0
    """Cards given for nothing: for each deal the `favour_balance`, at least 0."""
    sacrificed: int = 0
    """Cards given up: for each deal, the given cards that match the giver's own fields minus the received cards that
    do, at least 0. A bot that plays in its own interest has none."""


@dataclass
class GameStatistics:
    """Counters of one game, filled while it is played."""

    table: Table
    lineup: Sequence[str]
    acting_seat: int = 0
    """The seat asked last. An error is attributed to it."""
    times: dict[str, Counter[int]] = field(default_factory=dict)
    """For each bot, the number of decisions by wall-clock time."""
    cpu_times: dict[str, Counter[int]] = field(default_factory=dict)
    """For each bot, the number of decisions by CPU time. Lower than `times` if the CPU was shared."""
    pairs: dict[tuple[int, int], Flow] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.offers = [0] * self.table.players
        self.accepted = [0] * self.table.players
        self.calls = [0] * self.table.players
        self.claims = [0] * self.table.players
        self.true_claims = [0] * self.table.players
        for name in self.lineup:
            self.times.setdefault(name, Counter())
            self.cpu_times.setdefault(name, Counter())

    def act(self, action: Action) -> None:
        """Apply an action and record it. A rejected action is not recorded."""
        if isinstance(action, Accept):
            self.table.check(action)
            self.record_deal(action)
        self.table.apply(action)
        if isinstance(action, MakeOffer):
            self.offers[action.seat] += 1
        elif isinstance(action, Call):
            self.calls[action.seat] += 1
            self.claims[action.seat] += len(action.has)
            # A call moves no card, so the hand is still the one it was made with.
            owned = [bool(tradeable_slots(self.table, action.seat, kind)) for kind in action.has]
            self.true_claims[action.seat] += sum(owned)

    def record_deal(self, action: Accept) -> None:
        """Record a deal that is about to be carried out."""
        table = self.table
        offer = next(offer for offer in table.offers if offer.number == action.number)
        self.accepted[offer.seat] += 1
        balance = favour_balance(table, offer, action)
        sides = (
            (offer.seat, offer.cards, action.seat, action.cards, balance),
            (action.seat, action.cards, offer.seat, offer.cards, -balance),
        )
        for giver, gives, receiver, gets, favours in sides:
            flow = self.pairs.setdefault((giver, receiver), Flow(giver, receiver))
            flow.deals += 1
            flow.gifts += not gets
            flow.cards += len(gives)
            flow.favours += max(0, favours)
            flow.sacrificed += max(0, count_matching(table, giver, gives) - count_matching(table, giver, gets))

    def flows(self) -> tuple[Flow, ...]:
        return tuple(self.pairs[pair] for pair in sorted(self.pairs))


class TimedBot:
    """Wrapper that times a bot's decisions and reports its crashes as `BotError`."""

    def __init__(self, bot: Bot, seat: int, statistics: GameStatistics) -> None:
        self.bot = bot
        self.name = bot.name
        self.seat = seat
        self.statistics = statistics
        self.times = statistics.times[statistics.lineup[seat]]
        self.cpu_times = statistics.cpu_times[statistics.lineup[seat]]

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        with self.timing():
            return self.bot.choose(view, actions, chance)

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        with self.timing():
            return self.bot.volunteer(view, actions, chance)

    @contextmanager
    def timing(self) -> Iterator[None]:
        self.statistics.acting_seat = self.seat
        started, cpu_started = perf_counter(), thread_time()
        try:
            yield
        except Exception as error:  # third-party bots may raise anything
            raise self.crash_error(error) from error
        finally:
            self.times[bucket_of(perf_counter() - started)] += 1
            self.cpu_times[bucket_of(thread_time() - cpu_started)] += 1

    def __getattr__(self, name: str) -> object:
        return getattr(self.bot, name)

    def crash_error(self, error: Exception) -> BotError:
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = f" ({trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno})" if trace is not None else ""
        return BotError(
            "{name} at seat {seat} raised {type}: {reason}{where}",
            name=self.name,
            seat=seat_name(self.seat),
            type=type(error).__name__,
            reason=error,
            where=where,
        )


def timed_bot(bot: Bot, seat: int, statistics: GameStatistics) -> TimedBot:
    return TimedBot(bot, seat, statistics)
