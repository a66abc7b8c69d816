"""`tobean leaderboard`: scores of bots on the same deals, and the page that ranks them."""

import re
import sys
from pathlib import Path
from time import perf_counter
from typing import Final

import click

from tobean.cli.language import labelled, say_plural, wording
from tobean.cli.measuring import common
from tobean.cli.output import DEFAULT_GAME, EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, on_terminal, printer
from tobean.extras import require
from tobean.games import game_named
from tobean.kernel import table as engine
from tobean.kernel.errors import BadInput
from tobean.lab.arena.arena_game import Setting
from tobean.lab.arena.leaderboard import SEED, TALK_LIMIT, games_of, pairs_of, parse_score, score_of, score_text
from tobean.lab.arena.schedule import check_bots
from tobean.lab.pools.pool_options import pool_named
from tobean.lab.report.leaderboard_page import leaderboard_page
from tobean.lab.report.number_text import signed, span
from tobean.version import __version__

DEALS: Final = 20
PAGE: Final = "leaderboard.html"


@click.group(short_help="Score bots for a ranking and build its page.")
def leaderboard() -> None:
    """Score bots on numbered deals against the reference population, and rank the scores.

    \b
    Examples:
      tobean leaderboard score mybot.py
      tobean leaderboard score merchant --deals 200 --out scores/merchant.json
      tobean leaderboard page scores
    """


@leaderboard.command(short_help="Play and write the score of a bot.")
@click.argument("bot")
@click.option("--game", "-g", default=DEFAULT_GAME, show_default=True, help="The game.")
@click.option("--players", "-p", type=int, help="Number of players.  [default: a middle one]")
@click.option("--deals", "-d", type=click.IntRange(min=1), default=DEALS, show_default=True, help="Number of deals.")
@click.option(
    "--out", type=click.Path(dir_okay=False), metavar="FILE",
    help="File for the score.  [default: named after bot, game and players]",
)  # fmt: skip
@common.workers_option
@common.cluster_option
@common.resume_option
@common.quiet_option
def score(
    bot: str, game: str, players: int | None, deals: int, out: str | None, workers: int | None, cluster: str,
    resume: str | None, quiet: bool,
) -> int:  # fmt: skip
    """Let BOT play the deals of the leaderboard against each member of the population, on every seat.

    Writes a file with the margin and the share of wins, each with a 95% interval, the times, and everything the score
    depends on: versions, deals, options. Only scores that agree in these are ranked together.

    Exit codes: 0 fine, 1 a bot broke the rules or crashed, 2 bad input, 130 interrupted: then no score is written.
    """
    require("openskill")
    rules = game_named(game)
    seats = rules.players[len(rules.players) // 2] if players is None else players
    options = common.options_for_bots(rules, seats, (), TALK_LIMIT, SEED)
    if seats == 1:
        raise BadInput("the leaderboard is for two players and more: see tobean solo")
    check_bots(pairs_of(bot, seats), seats)
    setting = Setting(rules.name, seats, SEED, options)
    began = perf_counter()
    show = not quiet and on_terminal(sys.stderr)
    pool = pool_named(cluster, workers)
    outcomes, interrupted = common.play_fixtures(setting, games_of(bot, seats, deals), pool, resume, show)
    if interrupted:
        return EXIT_INTERRUPTED
    compiled = not (engine.__file__ or "").endswith(".py")
    found = score_of(bot, setting, deals, outcomes, rules.edition, __version__, compiled, perf_counter() - began)
    path = Path(out or f"{plain(bot)}-{rules.name}-{seats}.json")
    path.write_text(score_text(found), encoding="utf-8")
    words = wording()
    margin = words.say(
        "margin {margin} ({span})", margin=signed(found.margin.value, words), span=span(found.margin, words)
    )
    printer().print(labelled(labelled(bot, margin), path), soft_wrap=True)
    return EXIT_FAILED if found.faults else EXIT_OK


def plain(name: str) -> str:
    """Convert the name of a bot into a valid file name."""
    return re.sub(r"[^\w.@-]+", "-", name).strip("-.") or "bot"


@leaderboard.command(short_help="Build the page that ranks scores.")
@click.argument("folder", type=click.Path(exists=True, file_okay=False))
@click.option(
    "--out",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help=f"File for the page.  [default: {PAGE} in the folder]",
)
def page(folder: str, out: str | None) -> int:
    """Rank all scores in FOLDER (its *.json files) on one self-contained page."""
    files = sorted(Path(folder).glob("*.json"))
    scores = []
    for file in files:
        try:
            scores.append(parse_score(file.read_text(encoding="utf-8"), file.name))
        except UnicodeDecodeError as error:
            raise BadInput("{path}: this is not text in UTF-8", path=str(file)) from error
    path = Path(out) if out else Path(folder) / PAGE
    path.write_text(leaderboard_page(scores, wording()), encoding="utf-8")
    count = say_plural("{count} score", "{count} scores", len(scores))
    printer().print(labelled(path, count), soft_wrap=True)
    return EXIT_OK
