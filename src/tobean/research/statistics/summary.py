"""Summaries of arena games, computed once and printed in several formats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome
from tobean.research.arena.schedule import Pairing
from tobean.research.arena.surplus import SurplusSummary, surplus_summary
from tobean.research.statistics.intervals import MEAN_DECIMALS, Interval, bootstrap, mean, p_value, share
from tobean.research.statistics.ratings import Rating, rate
from tobean.research.statistics.timings import percentile

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

    setting: ArenaSetting
    games: int
    pairs: tuple[PairSummary, ...]
    seats: tuple[SeatSummary, ...]
    bots: tuple[BotSummary, ...]
    flows: tuple[FlowSummary, ...]
    surplus: tuple[SurplusSummary, ...]
    """Surplus of tables of copies, if they were played."""
    faults: tuple[Outcome, ...]

    def without_times(self) -> Summary:
        """Return a copy without the decision times, which differ from run to run."""
        return replace(self, bots=tuple(replace(bot, median=0.0, slow=0.0, busy=0.0) for bot in self.bots))


def summarize(
    setting: ArenaSetting, pairs: Sequence[Pairing], outcomes: Mapping[Fixture, Outcome], tables: Sequence[str] = ()
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
    """Return the deals played at all seats, ordered by the hero's seat. An incomplete deal would favour a seat."""
    lineups = pair.lineups(players)
    deals = sorted({fixture.deal for fixture in played if fixture.lineup == lineups[0]})
    rounds = [[played.get(Fixture(deal, lineup)) for lineup in lineups] for deal in deals]
    return [[game for game in games if game is not None] for games in rounds if None not in games]


def pair_summary(pair: Pairing, players: int, played: Mapping[Fixture, Outcome]) -> PairSummary:
    rounds = whole_deals(pair, players, played)
    margins = [[game.margin(seat) for seat, game in enumerate(games)] for games in rounds]
    by_deal = [round(mean(by_seat), MEAN_DECIMALS) for by_seat in margins]
    games = sum(len(deal_games) for deal_games in rounds)
    own_thalers = [game.thalers[seat] for deal_games in rounds for seat, game in enumerate(deal_games)]
    wins = sum(game.share(seat) for deal_games in rounds for seat, game in enumerate(deal_games))
    return PairSummary(
        pair,
        len(rounds),
        games,
        bootstrap(by_deal),
        p_value(by_deal) if by_deal else 1.0,
        share(wins, games),
        mean(own_thalers),
        mean(own_thalers) - mean(by_deal),
        bootstrap([mean([sum(game.thalers) for game in deal_games]) for deal_games in rounds]),
        tuple(mean([by_seat[seat] for by_seat in margins]) for seat in range(players)),
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
        own_seats = [seat for seat, owner in enumerate(game.fixture.lineup) if owner == name]
        seats += len(own_seats)
        offers += sum(game.offers[seat] for seat in own_seats)
        accepted += sum(game.accepted[seat] for seat in own_seats)
        calls += sum(game.calls[seat] for seat in own_seats)
        deals += sum(flow.deals for flow in game.flows if flow.giver in own_seats)
        gifts += sum(flow.gifts for flow in game.flows if flow.giver in own_seats)
    appearances = max(seats, 1)
    return BotSummary(
        name,
        ratings.get(name, Rating(0.0, 0.0)),
        seats,
        offers / appearances,
        accepted / offers if offers else 0.0,
        deals / appearances,
        gifts / appearances,
        calls / appearances,
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
                flow, reverse_flow = flows.get((giver, receiver)), flows.get((receiver, giver))
                if flow is not None and reverse_flow is not None:
                    counts["deals"] += flow.deals
                    counts["gifts"] += flow.gifts
                    counts["given"] += flow.cards
                    counts["got"] += reverse_flow.cards
                    counts["favours"] += flow.favours
                    counts["sacrificed"] += flow.sacrificed
    summaries: list[FlowSummary] = []
    for giver_name in names:
        for receiver_name in names:
            counts = sums.get((giver_name, receiver_name), Counter())
            if counts["games"]:
                rates = [counts[key] / counts["games"] for key in EXCHANGED]
                summaries.append(FlowSummary(giver_name, receiver_name, counts["games"], *rates))
    return tuple(summaries)
