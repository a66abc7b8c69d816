"""`tobean record`: many games of bots in one Parquet file, as training data."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial

import click

from tobean.bots import bot_named
from tobean.bots.match import play_match
from tobean.bots.registry import check_bot_fits
from tobean.cli.language import error_text, labelled, say_plural
from tobean.cli.measuring import common
from tobean.cli.output import DEFAULT_GAME, EXIT_INTERRUPTED, EXIT_OK, Failed, cards_option, on_terminal, printer
from tobean.cli.progress import progress
from tobean.extras import require
from tobean.games import game_named
from tobean.games.card_set import parse_card_set, rules_with_card_set
from tobean.kernel.component import Options
from tobean.kernel.errors import BadInput
from tobean.research.dataset.data import PlayedGame, write_games
from tobean.research.pools.pool import Pool, WorkFailed, in_order
from tobean.research.pools.pool_options import pool_named


@click.command(short_help="Let bots play many games and write them to a Parquet file.")
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--game", "-g", default=DEFAULT_GAME, show_default=True, help="The game.")
@click.option("--games", "-n", type=click.IntRange(min=1), default=100, show_default=True, help="Number of games.")
@click.option("--players", "-p", type=int, help="Number of players.  [default: a middle one]")
@common.bots_option
@common.seed_option
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@common.talk_limit_option
@common.workers_option
@common.cluster_option
@cards_option
@common.quiet_option
def record(
    file: str, game: str, games: int, players: int | None, bots: str, seed: str, options: tuple[str, ...],
    talk_limit: int, workers: int | None, cluster: str, card_file: str | None, quiet: bool,
) -> int:  # fmt: skip
    """Let bots play many games, and write them to FILE in Parquet format, one row per game.

    The games depend on the seed and the other options alone. docs/research/data.md describes the columns and how to
    read them. Ctrl-C ends the run and keeps the games played so far.

    \b
    Examples:
      tobean record games.parquet --games 1000 --bots merchant
      tobean record mixed.parquet -p 4 --bots merchant,sprout

    Exit codes: 0 fine, 1 a bot broke the rules or a worker died, 2 bad input, 130 interrupted.
    """
    require("pyarrow")
    rules = rules_with_card_set(game_named(game), card_file)
    seats = rules.players[len(rules.players) // 2] if players is None else players
    names = [name.strip() for name in bots.split(",")]
    if len(names) > seats:
        raise BadInput("there are {count} bots for {seats} seats", count=len(names), seats=seats)
    game_options = common.options_for_bots(rules, seats, options, talk_limit, seed)
    for name in names:
        check_bot_fits(bot_named(name), rules, seats)
    lineup = [names[seat % len(names)] for seat in range(seats)]
    run = RecordingRun(
        partial(play_game, game, lineup, rules.card_set, game_options, seed), games, pool_named(cluster, workers)
    )
    try:
        with progress(games, not quiet and on_terminal(sys.stderr)) as update_progress:
            count = write_games(file, run.play_all(update_progress))
    except WorkFailed as error:
        os.unlink(file)
        raise Failed(error_text(error)) from error
    if not count:
        raise click.Abort
    played = say_plural("{count} game", "{count} games", count)
    printer().print(labelled(file, played), soft_wrap=True)
    return EXIT_INTERRUPTED if run.interrupted else EXIT_OK


def play_game(game: str, lineup: list[str], card_set: str, options: Options, seed: str, number: int) -> PlayedGame:
    """Play one game; after each game all bots move up one seat."""
    game_seed = f"{seed} game {number}"
    bots = [lineup[(seat - number) % len(lineup)] for seat in range(len(lineup))]
    cards = parse_card_set(card_set) if card_set else None
    match = play_match(game, bots, game_seed, cards=cards, until=None, **options)
    return PlayedGame(match.record, match.result, game_seed)


class RecordingRun:
    """Games played by workers, until all are done or Ctrl-C is pressed."""

    def __init__(self, play: Callable[[int], PlayedGame], games: int, pool: Pool) -> None:
        self.play = play
        self.games = games
        self.pool = pool
        self.interrupted = False

    def play_all(self, update_progress: Callable[[int], None]) -> Iterator[PlayedGame]:
        try:
            with closing(in_order(self.pool, self.play, range(self.games))) as games:
                for done, game in enumerate(games, start=1):
                    yield game
                    update_progress(done)
        except KeyboardInterrupt:
            self.interrupted = True
