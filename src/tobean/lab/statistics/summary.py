"""Summaries of arena games, computed once and printed in several formats."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from tobean.lab.arena.arena_game import Fixture
from tobean.lab.arena.surplus import SurplusSummary, surplus_summary
from tobean.lab.statistics.intervals import MEAN_DECIMALS, Interval, bootstrap, mean, p_value, share
from tobean.lab.statistics.ratings import Rating, rate
from tobean.lab.statistics.timings import percentile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tobean.lab.arena.arena_game import Outcome, Setting
    from tobean.lab.arena.schedule import Pairing


EXCHANGED: Final = ("deals", "gifts", "given", "got", "favours", "sacrificed")


@dataclass(frozen=True)
class PairSummary:
    """A hero against a reference."""

    pair: Pairing
    deals: int
    games: int
    margin: Interval
    """Own thalers minus the mean of the others', bootstrapped by deal."""
    p: float
    """Probability of such a margin if the hero is no better."""
    wins: Interval
    """Share of wins; ties are shared."""
    thalers: float
    others: float
    total: Interval
    """Total thalers of the table."""
    by_seat: tuple[float, ...]
    """Mean margin at each seat."""
    by_deal: tuple[float, ...]
    """Mean margin over the seats, for each deal."""


@dataclass(frozen=True)
class SeatSummary:
    """Results at a seat over all bots."""

    seat: int
    thalers: float
    wins: Interval


@dataclass(frozen=True)
class BotSummary:
    """A bot over all its games. Offers, deals and gifts are per game and seat."""

    name: str
    rating: Rating
    seats: int
    offers: float
    accepted: float
    """Share of own offers that were accepted."""
    deals: float
    gifts: float
    """Deals in which the bot gave cards and received none."""
    calls: float
    decisions: int
    median: float
    slow: float
    """99th percentile of the decision time, in seconds."""
    busy: float
    """99th percentile of the CPU time for a decision, which is what an otherwise idle machine would take."""
    faults: int


@dataclass(frozen=True)
class FlowSummary:
    """Cards that one bot gives another, per pair of seats and game."""

    giver: str
    receiver: str
    games: int
    deals: float
    gifts: float
    given: float
    got: float
    favours: float
    sacrificed: float


@dataclass(frozen=True)
class Summary:
    """The data of a report."""

    setting: Setting
    games: int
    pairs: tuple[PairSummary, ...]
    seats: tuple[SeatSummary, ...]
    bots: tuple[BotSummary, ...]
    flows: tuple[FlowSummary, ...]
    surplus: tuple[SurplusSummary, ...]
    """Surplus of tables of copies, if they were played."""
    faults: tuple[Outcome, ...]

    def without_times(self) -> Summary:
        """Copy without the decision times, which differ from run to run."""
        return replace(self, bots=tuple(replace(bot, median=0.0, slow=0.0, busy=0.0) for bot in self.bots))


def summarize(
    setting: Setting, pairs: Sequence[Pairing], outcomes: Mapping[Fixture, Outcome], tables: Sequence[str] = ()
) -> Summary:
    """Summarise the pairings and, for the bots in `tables`, the surplus of tables of their copies."""
    surplus = tuple(surplus_summary(name, setting.players, outcomes) for name in tables)
    lineups = {lineup for pair in pairs for lineup in pair.lineups(setting.players)}
    outcomes = {fixture: outcome for fixture, outcome in outcomes.items() if fixture.lineup in lineups}
    faults = [outcome for outcome in outcomes.values() if outcome.fault]
    played = {fixture: outcome for fixture, outcome in outcomes.items() if not outcome.fault}
    names = dict.fromkeys(name for pair in pairs for name in (pair.hero, *pair.against.split("+")))
    ratings = rate(played.values())
    return Summary(
        setting,
        len(outcomes),
        tuple(pair_summary(pair, setting.players, played) for pair in pairs),
        tuple(seat_summary(seat, list(played.values())) for seat in range(setting.players)),
        tuple(bot_summary(name, ratings, list(outcomes.values())) for name in names),
        flow_summaries(list(names), list(played.values())),
        surplus,
        tuple(sorted(faults, key=lambda outcome: (outcome.fixture.deal, outcome.fixture.lineup))),
    )


def whole_deals(pair: Pairing, players: int, played: Mapping[Fixture, Outcome]) -> list[list[Outcome]]:
    """The deals played at all seats, ordered by the hero's seat. An incomplete deal would favour a seat."""
    lineups = pair.lineups(players)
    deals = sorted({fixture.deal for fixture in played if fixture.lineup == lineups[0]})
    rounds = [[played.get(Fixture(deal, lineup)) for lineup in lineups] for deal in deals]
    return [[game for game in games if game is not None] for games in rounds if None not in games]


def pair_summary(pair: Pairing, players: int, played: Mapping[Fixture, Outcome]) -> PairSummary:
    rounds = whole_deals(pair, players, played)
    margins = [[game.margin(seat) for seat, game in enumerate(games)] for games in rounds]
    by_deal = [round(mean(each), MEAN_DECIMALS) for each in margins]
    games = sum(len(each) for each in rounds)
    own = [game.thalers[seat] for each in rounds for seat, game in enumerate(each)]
    hits = sum(game.share(seat) for each in rounds for seat, game in enumerate(each))
    return PairSummary(
        pair,
        len(rounds),
        games,
        bootstrap(by_deal),
        p_value(by_deal) if by_deal else 1.0,
        share(hits, games),
        mean(own),
        mean(own) - mean(by_deal),
        bootstrap([mean([sum(game.thalers) for game in each]) for each in rounds]),
        tuple(mean([each[seat] for each in margins]) for seat in range(players)),
        tuple(by_deal),
    )


def seat_summary(seat: int, games: Sequence[Outcome]) -> SeatSummary:
    hits = sum(game.share(seat) for game in games)
    return SeatSummary(seat, mean([game.thalers[seat] for game in games]), share(hits, len(games)))


def bot_summary(name: str, ratings: Mapping[str, Rating], games: Sequence[Outcome]) -> BotSummary:
    times: Counter[int] = Counter()
    work: Counter[int] = Counter()
    seats = offers = accepted = calls = deals = gifts = 0
    for game in games:
        times.update(game.times.get(name, {}))
        work.update(game.work.get(name, {}))
        if game.fault:
            continue
        mine = [seat for seat, owner in enumerate(game.fixture.lineup) if owner == name]
        seats += len(mine)
        offers += sum(game.offers[seat] for seat in mine)
        accepted += sum(game.accepted[seat] for seat in mine)
        calls += sum(game.calls[seat] for seat in mine)
        deals += sum(flow.deals for flow in game.flows if flow.giver in mine)
        gifts += sum(flow.gifts for flow in game.flows if flow.giver in mine)
    each = max(seats, 1)
    return BotSummary(
        name,
        ratings.get(name, Rating(0.0, 0.0)),
        seats,
        offers / each,
        accepted / offers if offers else 0.0,
        deals / each,
        gifts / each,
        calls / each,
        times.total(),
        percentile(times, 0.5),
        percentile(times, 0.99),
        percentile(work, 0.99),
        sum(game.culprit == name for game in games),
    )


def flow_summaries(names: Sequence[str], games: Sequence[Outcome]) -> tuple[FlowSummary, ...]:
    """Summarise each ordered pair of bots that sat together, including copies of a bot, which may favour each other."""
    sums: dict[tuple[str, str], Counter[str]] = {}
    for game in games:
        lineup = game.fixture.lineup
        flows = {(flow.giver, flow.receiver): flow for flow in game.flows}
        for giver in range(len(lineup)):
            for receiver in range(len(lineup)):
                if giver == receiver:
                    continue
                counts = sums.setdefault((lineup[giver], lineup[receiver]), Counter())
                counts["games"] += 1
                there, back = flows.get((giver, receiver)), flows.get((receiver, giver))
                if there is not None and back is not None:
                    counts["deals"] += there.deals
                    counts["gifts"] += there.gifts
                    counts["given"] += there.cards
                    counts["got"] += back.cards
                    counts["favours"] += there.favours
                    counts["sacrificed"] += there.sacrificed
    summaries: list[FlowSummary] = []
    for giver_name in names:
        for receiver_name in names:
            counts = sums.get((giver_name, receiver_name), Counter())
            if counts["games"]:
                rates = [counts[key] / counts["games"] for key in EXCHANGED]
                summaries.append(FlowSummary(giver_name, receiver_name, counts["games"], *rates))
    return tuple(summaries)
