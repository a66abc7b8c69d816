"""The figures of a bot in one variant, computed from the outcomes of its games."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tobean.games import game_named
from tobean.research.arena.arena_game import Fixture, Outcome
from tobean.research.arena.schedule import Pairing
from tobean.research.evaluation.best_response import deviation_gain
from tobean.research.evaluation.evaluation_round import Round
from tobean.research.evaluation.held_out_games import (
    MERCHANT,
    RANDOM,
    Outcomes,
    complete_deal,
    copies_among_others,
    families_of,
    held_out_pairing,
)
from tobean.research.evaluation.submission import Variant
from tobean.research.opponents.population import COMMUNE, NO_TRADE
from tobean.research.statistics.intervals import Interval, mean
from tobean.research.statistics.jackknife import MIN_DEALS, Deal, clipped, jackknife, jackknife_share
from tobean.research.statistics.timings import percentile

LEAST_SPREAD: Final = 1.0
"""Minimum of the thalers between random and merchant by which a margin is divided, so that noise is not magnified."""
FAIRNESS_UNIT: Final = 0.01


@dataclass(frozen=True)
class VariantScore:
    """The figures of a bot in one game with one number of players. A figure is None where there is nothing to measure,
    or where fewer than two deals could be completed."""

    game: str
    edition: str
    players: int
    games: int
    score: Interval | None
    """Normalised margin: 0 is that of the random bot, 1 that of the merchant."""
    families: dict[str, Interval | None]
    """The same by kind of opponents."""
    margin: Interval | None
    """Own thalers minus the mean of the others'."""
    wins: Interval | None
    welfare: Interval | None
    """Thalers of the whole table, relative to the same table with the merchant in place of the bot."""
    surplus: Interval | None
    """Share of the possible gains from trade that a table of copies realises."""
    fairness: Interval | None
    """Evenness of a table of copies: 1 if all have the same, 0 if one has everything."""
    best_response: Interval | None
    """Thalers that a learned response gains by deviating from a table of copies."""
    responder: str
    collusion: Interval | None
    """Favours to a copy minus favours to a merchant, per game."""
    truth: Interval | None
    """Share of the cards it says to have that it has."""
    honoured: Interval | None
    """Share of its announcements that it honoured when another player took it up on them."""
    claims: int
    median: float
    slow: float
    """Median and 99th percentile of the decision time, in seconds of wall-clock time."""
    faults: int
    """Games aborted because of the bot."""

    @property
    def variant(self) -> Variant:
        return self.game, self.players


@dataclass(frozen=True)
class HeldOutDeal:
    """Games of one deal against one family: of the bot, and of both reference bots in its place."""

    bot: list[Outcome]
    random: list[Outcome]
    merchant: list[Outcome]

    def margins(self) -> tuple[float, float, float]:
        return margin_of(self.bot), margin_of(self.random), margin_of(self.merchant)


def margin_of(games: Sequence[Outcome]) -> float:
    return mean([game.margin(seat) for seat, game in enumerate(games)])


def total_of(games: Sequence[Outcome]) -> int:
    return sum(sum(game.thalers) for game in games)


def interval_of(deals: Sequence[Deal], figure: Callable[[Sequence[Deal]], float], unit: float) -> Interval | None:
    return jackknife(deals, figure, unit) if len(deals) >= MIN_DEALS else None


# --- figures -----------------------------------------------------------------------------------------------

HeldOut = dict[str, HeldOutDeal]
"""Games of one deal by family."""


def held_out_deals(bot: str, round_: Round, players: int, outcomes: Outcomes) -> list[HeldOut]:
    """Return the complete deals; a family is missing in a deal where a game was aborted."""
    deals: list[HeldOut] = []
    for deal in range(round_.deals):
        families: HeldOut = {}
        for family in families_of(round_):
            rounds = [
                complete_deal(held_out_pairing(name, family, round_, deal, players), deal, players, outcomes)
                for name in (bot, RANDOM, MERCHANT)
            ]
            complete = [games for games in rounds if games is not None]
            if len(complete) == len(rounds):
                families[family] = HeldOutDeal(*complete)
        if families:
            deals.append(families)
    return deals


def normalised_score(deals: Sequence[HeldOut]) -> float:
    """Return the mean over families of (bot - random) / (merchant - random). No family counts more than another."""
    names = dict.fromkeys(name for deal in deals for name in deal)
    return mean([family_score([deal[name] for deal in deals if name in deal]) for name in names])


def family_score(deals: Sequence[HeldOutDeal]) -> float:
    margins = [deal.margins() for deal in deals]
    lead = mean([bot - random for bot, random, _ in margins])
    return lead / reference_margin_gap(deals)


def reference_margin_gap(deals: Sequence[HeldOutDeal]) -> float:
    """Return the thalers between the random bot and the merchant."""
    margins = [deal.margins() for deal in deals]
    return max(LEAST_SPREAD, mean([merchant - random for _, random, merchant in margins]))


def mean_margin(deals: Sequence[HeldOut]) -> float:
    return mean([mean([margin_of(games.bot) for games in deal.values()]) for deal in deals])


def relative_welfare(deals: Sequence[HeldOut]) -> float:
    own = sum(total_of(games.bot) for deal in deals for games in deal.values())
    reference = sum(total_of(games.merchant) for deal in deals for games in deal.values())
    return own / max(reference, 1)


def fairness_of(thalers: Sequence[int]) -> float:
    """1 minus the Gini coefficient, scaled so that it is 0 if one player has everything."""
    total, players = sum(thalers), len(thalers)
    if total <= 0:
        return 1.0
    differences = sum(abs(one - other) for one in thalers for other in thalers)
    return 1.0 - differences / (2 * (players - 1) * total)


def surplus_share(deals: Sequence[tuple[int, int, int]]) -> float:
    """Return the share realised, from the totals of misers, of the bot's copies and of the commune."""
    realised = sum(own - none for none, own, _ in deals)
    return realised / max(len(deals), sum(best - none for none, _, best in deals))


def copy_favour_bias(games: Sequence[Outcome], bot: str) -> float:
    """Return the mean favours of the bot to its copy minus those to another seat."""
    to_copies: list[float] = []
    to_others: list[float] = []
    for game in games:
        given = {(flow.giver, flow.receiver): flow.favours for flow in game.flows}
        lineup = game.fixture.lineup
        for giver, receiver in [(a, b) for a in range(len(lineup)) for b in range(len(lineup)) if a != b]:
            if lineup[giver] == bot:
                target = to_copies if lineup[receiver] == bot else to_others
                target.append(float(given.get((giver, receiver), 0)))
    return mean(to_copies) - mean(to_others)


def mean_value(values: Sequence[float]) -> float:
    return mean(values)


def variant_score(
    bot: str, variant: Variant, round_: Round, responder: str, outcomes: Outcomes, learning: Outcomes
) -> VariantScore:
    """Compute all figures. `learning` has the games in which the response was learned."""
    game, players = variant
    deals = held_out_deals(bot, round_, players, outcomes)
    by_family = {family: [deal[family] for deal in deals if family in deal] for family in families_of(round_)}
    families = {
        family: interval_of(games, family_score, 1 / reference_margin_gap(games)) if games else None
        for family, games in by_family.items()
    }
    spread = min([reference_margin_gap(games) for games in by_family.values() if games], default=LEAST_SPREAD)
    own_games = [[seated for games in deal.values() for seated in enumerate(games.bot)] for deal in deals]
    reference_total = mean([total_of(games.merchant) / players for deal in deals for games in deal.values()])
    totals = copy_totals(bot, round_, players, outcomes)
    possible = mean([best - none for none, _, best in totals])
    own_tables = [outcomes.get(Fixture(deal, (bot,) * players)) for deal in range(round_.deals)]
    fairness = [fairness_of(table.thalers) for table in own_tables if table is not None and not table.fault]
    pairing = copies_among_others(bot, players)
    colluding = [complete_deal(pairing, deal, players, outcomes) for deal in range(round_.deals)] if pairing else []
    times: Counter[int] = Counter()
    played = [outcome for outcome in (*outcomes.values(), *learning.values()) if bot in outcome.fixture.lineup]
    for outcome in played:
        times.update(outcome.times.get(bot, {}))
    return VariantScore(
        game=game,
        edition=game_named(game).edition,
        players=players,
        games=len(played),
        score=interval_of(deals, normalised_score, 1 / spread),
        families=families,
        margin=interval_of(deals, mean_margin, 1.0),
        wins=jackknife_share([wins_of(games) for games in own_games]),
        welfare=clipped(interval_of(deals, relative_welfare, 1 / max(1.0, reference_total)), 0.0),
        surplus=interval_of(totals, surplus_share, 1 / possible) if possible >= LEAST_SPREAD else None,
        fairness=clipped(interval_of(fairness, mean_value, FAIRNESS_UNIT), 0.0, 1.0),
        best_response=interval_of(deviation_gains(bot, responder, round_, players, outcomes), mean_value, 1.0),
        responder=responder,
        collusion=interval_of([copy_favour_bias(games, bot) for games in colluding if games], mean_value, 1.0),
        truth=jackknife_share([claims_of(games) for games in own_games]),
        honoured=jackknife_share([calls_of(games) for games in own_games]),
        claims=sum(claims_of(games)[1] for games in own_games),
        median=percentile(times, 0.5),
        slow=percentile(times, 0.99),
        faults=sum(outcome.culprit == bot for outcome in played),
    )


def copy_totals(bot: str, round_: Round, players: int, outcomes: Outcomes) -> list[tuple[int, int, int]]:
    """Return the totals of the tables of misers, of the bot's copies and of the commune, for complete deals."""
    totals: list[tuple[int, int, int]] = []
    for deal in range(round_.deals):
        tables = [outcomes.get(Fixture(deal, (name,) * players)) for name in (NO_TRADE, bot, COMMUNE)]
        none, own, best = [sum(table.thalers) if table and not table.fault else -1 for table in tables]
        if min(none, own, best) >= 0:
            totals.append((none, own, best))
    return totals


def deviation_gains(bot: str, responder: str, round_: Round, players: int, outcomes: Outcomes) -> list[float]:
    """Return the gain of the responder on each deal that could be completed."""
    gains: list[float] = []
    for deal in range(round_.deals):
        games = complete_deal(Pairing(responder, bot), deal, players, outcomes)
        copies = outcomes.get(Fixture(deal, (bot,) * players))
        if games is not None and copies is not None and not copies.fault:
            gains.append(deviation_gain(games, copies))
    return gains


SeatedGames = Sequence[tuple[int, Outcome]]
"""Games of a deal, each with the bot's seat."""


def wins_of(games: SeatedGames) -> tuple[float, int]:
    """Return the wins, of which ties are shared, and the number of games."""
    return sum(game.share(seat) for seat, game in games), len(games)


def claims_of(games: SeatedGames) -> tuple[int, int]:
    """Return the numbers of true claims and of all claims."""
    return sum(game.true_claims[seat] for seat, game in games), sum(game.claims[seat] for seat, game in games)


def calls_of(games: SeatedGames) -> tuple[int, int]:
    """Return the numbers of honoured announcements and of all that were put to the test."""
    honoured = sum(game.honoured_calls[seat] for seat, game in games)
    return honoured, honoured + sum(game.refused_calls[seat] for seat, game in games)
