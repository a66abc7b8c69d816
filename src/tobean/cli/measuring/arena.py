"""`tobean arena`: strength of bots against each other, with confidence intervals."""

import sys
from pathlib import Path

import click

from tobean.cli import output
from tobean.cli.language import wording
from tobean.cli.measuring import common
from tobean.cli.measuring.arena_text import print_summary
from tobean.extras import require
from tobean.games import game_named
from tobean.games.card_set import rules_with_card_set
from tobean.kernel.errors import BadInput
from tobean.research.arena.arena_game import ArenaSetting
from tobean.research.arena.schedule import check_bots, fixtures, pairings
from tobean.research.arena.surplus import surplus_fixtures
from tobean.research.opponents.population import COMMUNE, NO_TRADE, reference_names
from tobean.research.pools.pool_options import pool_named
from tobean.research.report.arena_page import report
from tobean.research.statistics.summary import summarize
from tobean.research.statistics.summary_data import summary_data


@click.command(short_help="Measure bots against each other.")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "--against", "-a", multiple=True, metavar="BOT[+BOT...]",
    help="Opponents, alone or mixed; repeatable; `population` for all of the reference population."
    "  [default: each other]",
)  # fmt: skip
@click.option("--game", "-g", default=output.DEFAULT_GAME, show_default=True, help="The game.")
@click.option("--players", "-p", type=int, help="Number of players.  [default: a middle one]")
@click.option("--deals", "-d", type=click.IntRange(min=1), default=100, show_default=True, help="Number of deals.")
@click.option(
    "--seed", "-s", default="0", show_default=True, help="Number or text; the same seed gives the same deals."
)
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@common.talk_limit_option
@click.option(
    "--surplus",
    is_flag=True,
    help="Also play tables of copies, to measure how much of the possible gains from trade they find.",
)
@common.workers_option
@common.cluster_option
@common.resume_option
@click.option(
    "--html", "page", type=click.Path(dir_okay=False), metavar="FILE", help="Also write the report as a page."
)
@output.cards_option
@common.times_option
@common.quiet_option
@output.json_option
def arena(
    bots: tuple[str, ...], against: tuple[str, ...], game: str, players: int | None, deals: int, seed: str,
    options: tuple[str, ...], talk_limit: int, surplus: bool, workers: int | None, cluster: str, resume: str | None,
    page: str | None, card_file: str | None, times: bool, quiet: bool, as_json: bool,
) -> int:  # fmt: skip
    """Measure BOTs: each plays every deal on every seat among copies of an opponent.

    The first figure is the margin, own thalers minus the mean of the others', with a 95% interval over the deals. Deals
    depend on the seed alone. Ctrl-C ends the run and reports on the deals played so far. docs/arena.md explains the
    report.

    \b
    Examples:
      tobean arena sprout random
      tobean arena sprout --against random --deals 500 --resume sprout.results
      tobean arena sprout --against population --players 5 --html report.html
      tobean arena mybot.py --against sprout+sprout+miser --json
      tobean arena mybot.py --against merchant --cluster ray://head:10001

    Exit codes: 0 fine, 1 a bot broke the rules or crashed, 2 bad input, 130 interrupted.
    """
    require("openskill")
    setting = setting_of(game, players, seed, options, talk_limit, card_file)
    pairs = pairings(bots, tuple(name for wish in against for name in reference_names(wish, setting.players)))
    check_bots(pairs, setting.players)
    names = [name for pair in pairs for name in (pair.hero, *pair.against.split("+"))]
    common.check_bots(names, rules_with_card_set(game_named(game), card_file), setting.players)
    tables = tuple(dict.fromkeys((NO_TRADE, *bots, COMMUNE))) if surplus else ()
    games = [*fixtures(pairs, setting.players, deals), *surplus_fixtures(tables, setting.players, deals)]
    todo = sorted(dict.fromkeys(games), key=lambda fixture: fixture.deal)
    show = not quiet and output.on_terminal(sys.stderr)
    outcomes, interrupted = common.play_fixtures(setting, todo, pool_named(cluster, workers), resume, show)
    summary = summarize(setting, pairs, outcomes, tables)
    if not times:
        summary = summary.without_times()
    if page is not None:
        Path(page).write_text(report(summary, interrupted, wording()), encoding="utf-8")
    output.print_json(summary_data(summary, interrupted)) if as_json else print_summary(summary, interrupted)
    return output.EXIT_INTERRUPTED if interrupted else output.EXIT_FAILED if summary.faults else output.EXIT_OK


def setting_of(
    game: str, players: int | None, seed: str, options: tuple[str, ...], talk_limit: int, card_file: str | None
) -> ArenaSetting:
    """Build the setting from these options; errors are reported before any game is played."""
    rules = rules_with_card_set(game_named(game), card_file)
    seats = rules.players[len(rules.players) // 2] if players is None else players
    settled = common.options_for_bots(rules, seats, options, talk_limit, seed)
    if seats == 1:
        raise BadInput("the arena is for two players and more: see tobean solo")
    return ArenaSetting(game, seats, seed, settled, rules.card_set)
