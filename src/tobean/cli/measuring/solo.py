"""`tobean solo`: win rate of bots in a game for one player."""

import sys
from collections.abc import Sequence
from dataclasses import asdict

import click
from rich.text import Text

from tobean.cli import output
from tobean.cli.language import figure, headings, say, wording
from tobean.cli.measuring import common
from tobean.games import game_named
from tobean.research.arena.solo import SoloSummary, solo_fixtures, solo_setting, solo_summary
from tobean.research.pools.pool_options import pool_named
from tobean.research.report.number_text import share_span, signed, span, time_text
from tobean.research.statistics.summary_data import fault_data


@click.command(short_help="Measure bots in a game for one player.")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option("--game", "-g", help="A game for one player.  [default: the first there is]")
@click.option("--deals", "-d", type=click.IntRange(min=1), default=1000, show_default=True, help="Number of deals.")
@click.option("--first", "-f", type=click.IntRange(min=1), default=1, show_default=True, help="The first deal.")
@common.workers_option
@common.cluster_option
@common.resume_option
@common.times_option
@common.quiet_option
@output.json_option
def solo(
    bots: tuple[str, ...],
    game: str | None,
    deals: int,
    first: int,
    workers: int | None,
    cluster: str,
    resume: str | None,
    times: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """Let BOTs play numbered deals of a game for one player.

    Each number is the same deal for every bot. The margin is the score of a bot minus that of its scripted rival; the
    expected streak is the number of games in a row that a bot of this win rate wins. Ctrl-C ends the run and reports
    on the deals played so far.

    \b
    Examples:
      tobean solo random --deals 200
      tobean solo sprout miser --first 5001 --deals 500 --resume solo.results
      tobean solo mybot.py --json

    Exit codes: 0 fine, 1 a bot broke the rules or crashed, 2 bad input, 130 interrupted.
    """
    setting = solo_setting(game)
    names = tuple(dict.fromkeys(bots))
    common.check_bots(names, game_named(setting.game), 1)
    show = not quiet and output.on_terminal(sys.stderr)
    todo = solo_fixtures(names, first, deals)
    outcomes, interrupted = common.play_fixtures(setting, todo, pool_named(cluster, workers), resume, show)
    summaries = [solo_summary(name, outcomes) for name in names]
    if not times:
        summaries = [summary.without_times() for summary in summaries]
    faults = [outcome for summary in summaries for outcome in summary.faults]
    if as_json:
        output.print_json(
            {
                "game": setting.game,
                "first": first,
                "games": len(outcomes),
                "interrupted": interrupted,
                "bots": [solo_data(summary) for summary in summaries],
                "faults": fault_data(faults),
            }
        )
    else:
        print_solo(game_named(setting.game).title, summaries, first, interrupted)
        common.print_faults(faults, len(outcomes))
    return output.EXIT_INTERRUPTED if interrupted else output.EXIT_FAILED if faults else output.EXIT_OK


def solo_data(summary: SoloSummary) -> dict[str, object]:
    data = asdict(summary)
    del data["faults"]
    value, low, high = summary.streak
    return {**data, "streak": {"value": value, "low": low, "high": high}}


def streak_text(streak: float | None) -> str:
    return say("endless") if streak is None else figure(streak, ".2f")


def print_solo(game: str, summaries: Sequence[SoloSummary], first: int, interrupted: bool) -> None:
    figures = headings(
        ("wins", "95% interval", "streak", "interval", "best", "margin", "95% interval", "p50", "p99", "busy")
    )
    columns = (say("Bot"), say("deals", context="of cards"), *figures)
    title = say(
        "{game} solo from deal {first} on (interrupted)" if interrupted else "{game} solo from deal {first} on",
        game=game,
        first=first,
    )
    table = output.grid(title, columns)
    for summary in summaries:
        value, low, high = (streak_text(streak) for streak in summary.streak)
        table.add_row(
            Text(summary.name), f"{summary.deals}", figure(summary.wins.value, ".1%"),
            share_span(summary.wins, wording()), value, f"{low} \N{EN DASH} {high}", f"{summary.best}",
            signed(summary.margin.value, wording()), span(summary.margin, wording()),
            time_text(summary.median, wording()), time_text(summary.slow, wording()),
            time_text(summary.busy, wording()),
        )  # fmt: skip
    output.printer().print(table)
