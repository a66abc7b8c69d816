"""`tobean sim`: statistics of many games of bots."""

import os
import sys
from contextlib import closing
from dataclasses import asdict, dataclass
from time import perf_counter

import click
from rich.text import Text

from tobean.bots import bot_named
from tobean.bots.registry import check_bot_fits
from tobean.cli import output
from tobean.cli.language import figure, headings, labelled, say, say_plural
from tobean.cli.measuring import common
from tobean.cli.measuring.sim_games import Plan, play_all
from tobean.cli.measuring.sim_statistics import ENDINGS, SeatStatistics, SimulationStatistics
from tobean.cli.progress import progress
from tobean.games import game_named
from tobean.games.card_set import rules_with_card_set
from tobean.kernel.base.seats import SEAT_LETTERS, seat_name
from tobean.kernel.errors import BadInput
from tobean.record.notation import parse_seat
from tobean.record.position_entries import options_text
from tobean.research.pools.pool import Pool
from tobean.research.pools.pool_options import pool_named
from tobean.research.statistics.intervals import wilson


@dataclass(frozen=True)
class SimulationRun:
    """A finished or interrupted simulation."""

    plan: Plan
    tally: SimulationStatistics
    workers: int
    seconds: float
    interrupted: bool


@click.command(short_help="Let bots play many games and print statistics.")
@click.argument("game", default=output.DEFAULT_GAME)
@click.option("--games", "-n", type=click.IntRange(min=1), default=100, show_default=True, help="Number of games.")
@click.option("--players", "-p", type=int, help="Number of players.  [default: a middle one]")
@common.bots_option
@click.option("--rotate/--no-rotate", default=True, show_default=True, help="Move bots up a seat after each game.")
@common.seed_option
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@common.talk_limit_option
@click.option("--start", default="A", show_default=True, metavar="LETTER", help="Seat of the starting player.")
@common.workers_option
@common.cluster_option
@click.option(
    "--records", type=click.Path(file_okay=False), metavar="DIR", help="Write a record of each game to this folder."
)
@output.cards_option
@common.times_option
@common.quiet_option
@output.json_option
def sim(
    game: str, games: int, players: int | None, bots: str, rotate: bool, seed: str, options: tuple[str, ...],
    talk_limit: int, start: str, workers: int | None, cluster: str, records: str | None, card_file: str | None,
    times: bool, quiet: bool, as_json: bool,
) -> int:  # fmt: skip
    """Let bots play GAME many times, on all cores, and print statistics.

    The games depend on the seed and the other options alone, not on the number of workers. Ctrl-C ends the run and
    prints what has been played so far.

    \b
    Examples:
      tobean sim --games 1000
      tobean sim -n 400 -p 5 --bots sprout,miser,miser,miser,miser
      tobean sim -n 200 --option third_field=yes --json
      tobean sim -n 1 --seed 7 --records games

    Exit codes: 0 fine, 1 a bot broke the rules or a worker died, 2 bad input, 130 interrupted.
    """
    plan = simulation_plan(game, games, players, bots, rotate, seed, options, talk_limit, start, records, card_file)
    found = simulate(plan, pool_named(cluster, workers), show=not quiet and output.on_terminal(sys.stderr))
    if found.tally.games == 0:
        raise click.Abort
    output.print_json(run_data(found, times)) if as_json else print_run(found, times)
    return output.EXIT_INTERRUPTED if found.interrupted else output.EXIT_OK


def simulation_plan(
    game: str, games: int, players: int | None, bots: str, rotate: bool, seed: str, options: tuple[str, ...],
    talk_limit: int, start: str, records: str | None, card_file: str | None,
) -> Plan:  # fmt: skip
    """Build the plan from these options; errors are reported before any game is played."""
    rules = rules_with_card_set(game_named(game), card_file)
    seats = rules.players[len(rules.players) // 2] if players is None else players
    names = [name.strip() for name in bots.split(",")]
    settled = common.options_for_bots(rules, seats, options, talk_limit, seed)
    for name in names:
        check_bot_fits(bot_named(name), rules, seats)
    first = parse_seat(start, SEAT_LETTERS[:seats])
    if len(names) > seats:
        raise BadInput("there are {count} bots for {seats} seats", count=len(names), seats=seats)
    if records is not None:
        os.makedirs(records, exist_ok=True)
    lineup = tuple(names[seat % len(names)] for seat in range(seats))
    return Plan(game, games, seats, lineup, rotate, seed, first, settled, records or "", rules.card_set)


def simulate(plan: Plan, pool: Pool, show: bool) -> SimulationRun:
    tally, interrupted, began = SimulationStatistics(), False, perf_counter()
    with progress(plan.games, show) as update_progress:
        try:
            with closing(play_all(plan, pool)) as parts:
                for part in parts:
                    tally = tally.plus(part)
                    update_progress(tally.games)
        except KeyboardInterrupt:
            interrupted = True
    return SimulationRun(plan, tally, min(pool.workers, plan.games), perf_counter() - began, interrupted)


# --- printing ----------------------------------------------------------------------------------------------


def sorted_results(
    run: SimulationRun,
) -> tuple[dict[str, SeatStatistics], dict[str, SeatStatistics], list[tuple[str, int]]]:
    """Return seats, bots and endings in an order that does not depend on which game finished first."""
    seats = dict(sorted(run.tally.seats.items()))
    bots = {name: run.tally.bots[name] for name in dict.fromkeys(run.plan.lineup) if name in run.tally.bots}
    return seats, bots, sorted(run.tally.endings.items(), key=lambda item: (-item[1], item[0]))


def run_data(run: SimulationRun, times: bool) -> dict[str, object]:
    seats, bots, endings = sorted_results(run)
    tally, plan = run.tally, asdict(run.plan)
    plan["start"] = seat_name(run.plan.start)
    data: dict[str, object] = {
        "plan": plan,
        "games": tally.games,
        "interrupted": run.interrupted,
        "seats": {name: score.data() for name, score in seats.items()},
        "bots": {name: score.data() for name, score in bots.items()},
        "per_game": {name: sample.data() for name, sample in tally.measures.items()},
        "endings": {name: {"games": count, "share": count / tally.games} for name, count in endings},
        "winners": {str(number): count for number, count in sorted(tally.winners.items())},
    }
    if times:
        data["speed"] = {
            "workers": run.workers,
            "seconds": run.seconds,
            "games_per_second": tally.games / run.seconds,
            "decisions_per_second": tally.measures["decisions"].total / run.seconds,
        }
    return data


def print_run(run: SimulationRun, times: bool) -> None:
    seats, bots, endings = sorted_results(run)
    tally, plan, out = run.tally, run.plan, output.printer()
    played = say_plural("{count} game", "{count} games", tally.games)
    if run.interrupted:
        played = say_plural(
            "{played} of {count} game (interrupted)",
            "{played} of {count} games (interrupted)",
            plan.games,
            played=tally.games,
        )
    rules = game_named(plan.game)
    players = say_plural("{count} player", "{count} players", plan.players)
    setting = f"{rules.title} ({rules.edition}), {players}, {', '.join(plan.lineup)}"
    out.print(labelled(setting, played))
    seed, start = say("seed {seed}", seed=plan.seed), say("start {seat}", seat=seat_name(plan.start))
    out.print(f"{seed}, {start}, {options_text(plan.options)}\n")
    print_scores(say("Thalers by seat"), say("Seat"), seats)
    if len(bots) > 1:
        print_scores(say("Thalers by bot (rotating)" if plan.rotate else "Thalers by bot"), say("Bot"), bots)
    table = output.grid(say("Per game"), ("", *headings(("mean", "sd", "min", "max", "in all"))))
    for name, sample in tally.measures.items():
        figures = (
            figure(sample.mean, ".2f"),
            figure(sample.deviation, ".2f"),
            f"{sample.minimum}",
            f"{sample.maximum}",
        )
        table.add_row(say(name), *figures, f"{sample.total}")
    out.print(table)
    table = output.grid(say("Ends"), headings(("Why", "games", "share")))
    for name, count in endings:
        table.add_row(Text(ending_text(name)), f"{count}", figure(count / tally.games, ".1%"))
    for number, count in sorted(tally.winners.items()):
        if number != 1:
            winners = say("with {number} winners", number=number) if number else say("with no winners")
            table.add_row(winners, f"{count}", figure(count / tally.games, ".1%"))
    out.print(table)
    if not times:
        return
    decisions = tally.measures["decisions"].total
    with_workers = say_plural("with {count} worker", "with {count} workers", run.workers)
    games_speed = say("{number} games/s", number=figure(tally.games / run.seconds, ",.1f"))
    decisions_speed = say("{number} decisions/s", number=figure(decisions / run.seconds, ",.0f"))
    seconds = f"{figure(run.seconds, '.1f')} s {with_workers}"
    out.print(labelled(seconds, f"{games_speed}, {decisions_speed}"))


def ending_text(ending: str) -> str:
    """Return why and when a game ended."""
    why, in_phase, phase = ending.rpartition(" in phase ")
    return say("{why} in phase {phase}", why=say(ENDINGS.get(why, why)), phase=phase) if in_phase else say(ending)


def print_scores(title: str, what: str, scores: dict[str, SeatStatistics]) -> None:
    columns = headings(("mean", "sd", "min", "max", "wins", "win share", "95% interval"))
    table = output.grid(title, (what, *columns))
    for name, score in scores.items():
        sample = score.thalers
        low, high = wilson(score.wins, sample.count)
        figures = (
            figure(sample.mean, ".2f"),
            figure(sample.deviation, ".2f"),
            f"{sample.minimum}",
            f"{sample.maximum}",
        )
        table.add_row(
            Text(name),
            *figures,
            f"{score.wins}",
            figure(score.share, ".1%"),
            f"{figure(low, '.1%')} \N{EN DASH} {figure(high, '.1%')}",
        )
    output.printer().print(table)
