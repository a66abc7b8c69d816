"""Worker side of `tobean sim`. Game n depends on the plan and on n alone, not on the worker that plays it."""

from collections import Counter
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from tobean.bots.game_loop import play_to_end
from tobean.bots.registry import untimed_bot
from tobean.cli.language import error_text
from tobean.cli.measuring.sim_statistics import SimulationStatistics, counting
from tobean.cli.output import Failed
from tobean.games import game_with_cards
from tobean.games.card_set import parse_card_set
from tobean.kernel.base.seats import seat_name
from tobean.kernel.chance import chance_from
from tobean.kernel.component import Options
from tobean.kernel.errors import TobeanError
from tobean.kernel.phases.setup import new_table
from tobean.record.record import Game
from tobean.research.pools.pool import Pool, WorkFailed


@dataclass(frozen=True)
class Plan:
    """The games to play."""

    game: str
    games: int
    players: int
    lineup: tuple[str, ...]
    """Name of a bot for each seat of the first game."""
    rotate: bool = True
    seed: str = "0"
    start: int = 0
    options: Options = field(default_factory=dict)
    records: str = ""
    """Folder for the records; "" for none."""
    cards: str = ""
    """A custom card set, as JSON."""

    def seating(self, number: int) -> list[str]:
        """Return the bots of a game by seat: after each game all move up one seat."""
        shift = number if self.rotate else 0
        return [self.lineup[(seat - shift) % self.players] for seat in range(self.players)]


def play_game(plan: Plan, number: int, tally: SimulationStatistics) -> str:
    """Play a game to its end and count it. Returns its record, if records are written."""
    seed = f"{plan.seed} game {number}"
    names = plan.seating(number)
    game: Game | None = None
    if plan.records:
        players = [f"{name} {seat_name(seat)}" for seat, name in enumerate(names)]
        cards = parse_card_set(plan.cards) if plan.cards else None
        game = Game(plan.game, players, seed, None, plan.start, cards, **plan.options)
        table = game.table
    else:
        rules = game_with_cards(plan.game, plan.cards)
        table = new_table(rules, plan.players, chance_from(seed), plan.options, None, plan.start)
    counts: Counter[str] = Counter()
    act = counting(table, game.play if game else table.apply, counts)
    try:
        play_to_end(table, [untimed_bot(name) for name in names], chance_from(f"{seed} bots"), act)
    except TobeanError as error:
        raise WorkFailed(
            "game {number} of seed {seed}: {reason}", number=number + 1, seed=plan.seed, reason=error
        ) from error
    tally.add(table, names, counts)
    return game.record.text() if game else ""


def play_counted(plan: Plan, number: int) -> tuple[int, SimulationStatistics, str]:
    tally = SimulationStatistics()
    record = play_game(plan, number, tally)
    return number, tally, record


def play_all(plan: Plan, pool: Pool) -> Generator[SimulationStatistics, None, None]:
    """Play the games, write their records, and yield statistics in parts."""
    try:
        with closing(pool.run_jobs(partial(play_counted, plan), range(plan.games))) as parts:
            for part in parts:
                tally = SimulationStatistics()
                for number, counted, record in part:
                    tally.merge(counted)
                    if record:
                        name = f"{plan.game}-{number + 1:0{len(str(plan.games))}}.record"
                        Path(plan.records, name).write_text(record, encoding="utf-8")
                yield tally
    except WorkFailed as error:
        raise Failed(error_text(error)) from error
