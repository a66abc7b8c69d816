"""One game of the laboratory: a deal, a bot for each seat, and what comes of it.

Cards depend on the setting and the deal alone, so that all line-ups meet the same deals.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tobean.bots.match import BotError, play_to_end
from tobean.games import game_with_cards
from tobean.kernel.chance import chance_from
from tobean.kernel.setup import new_table
from tobean.lab.arena.game_statistics import GameStatistics, timed_bot
from tobean.lab.opponents.population import lab_bot

if TYPE_CHECKING:
    from collections import Counter

    from tobean.kernel.table import Table
    from tobean.lab.arena.game_statistics import Flow


@dataclass(frozen=True)
class Setting:
    """What all games of a run share."""

    game: str
    players: int
    seed: str = "0"
    options: dict[str, int | bool | None] = field(default_factory=dict)
    cards: str = ""
    """A card set of one's own, as JSON."""

    def table(self, deal: int) -> Table:
        rules = game_with_cards(self.game, self.cards)
        return new_table(rules, self.players, chance_from(f"{self.seed} deal {deal}"), self.options)


@dataclass(frozen=True)
class Fixture:
    """A game that is to be played."""

    deal: int
    lineup: tuple[str, ...]
    """A bot for each seat. Seat A starts."""


@dataclass(frozen=True)
class Outcome:
    """A game that was played."""

    fixture: Fixture
    thalers: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    rival_thalers: int = 0
    turns: int = 0
    offers: tuple[int, ...] = ()
    """By seat: offers made, counter-offers among them."""
    accepted: tuple[int, ...] = ()
    """By seat: own offers that somebody accepted."""
    calls: tuple[int, ...] = ()
    flows: tuple[Flow, ...] = ()
    times: dict[str, Counter[int]] = field(default_factory=dict)
    """By bot: how many decisions fell into which bucket of `tobean.lab.statistics.timings`."""
    work: dict[str, Counter[int]] = field(default_factory=dict)
    """The same for the time that the processor was busy with them."""
    culprit: str = ""
    """The bot that broke the game off."""
    fault: str = ""
    """What it did."""

    def share(self, seat: int) -> float:
        """This seat's share of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def margin(self, seat: int) -> float:
        """Own thalers less the mean of the others'."""
        others = [thalers for other, thalers in enumerate(self.thalers) if other != seat]
        return self.thalers[seat] - sum(others) / len(others)


def play_fixture(setting: Setting, fixture: Fixture) -> Outcome:
    """Play a game to its end. A bot that breaks the rules or breaks down ends it; the outcome tells."""
    table = setting.table(fixture.deal)
    statistics = GameStatistics(table, fixture.lineup)
    bots = [timed_bot(lab_bot(name), seat, statistics) for seat, name in enumerate(fixture.lineup)]
    try:
        play_to_end(table, bots, chance_from(f"{setting.seed} deal {fixture.deal} bots"), statistics.act)
    except BotError as error:
        culprit = fixture.lineup[statistics.asked]
        return Outcome(fixture, times=statistics.times, work=statistics.cpu_times, culprit=culprit, fault=str(error))
    result = table.result()
    return Outcome(
        fixture,
        result.thalers,
        result.ranks,
        result.winners,
        result.rival_thalers,
        table.turn,
        tuple(statistics.offers),
        tuple(statistics.accepted),
        tuple(statistics.calls),
        statistics.flows(),
        statistics.times,
        statistics.cpu_times,
    )
