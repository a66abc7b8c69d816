"""Shared by the commands that let bots play: options of games, playing fixtures without a result, printing faults."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import partial
from typing import Final

import click

from tobean.bots import BOTS
from tobean.bots.registry import check_bot_fits
from tobean.cli.language import error_text, labelled, say
from tobean.cli.output import Failed, printer
from tobean.cli.progress import progress
from tobean.kernel.chance import chance_from
from tobean.kernel.component import Options
from tobean.kernel.errors import BadInput
from tobean.kernel.phases.setup import empty_table
from tobean.kernel.rules import Rules
from tobean.record.table_text import parse_options
from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome, play_fixture
from tobean.research.arena.results import ResultsFile
from tobean.research.opponents.population import lab_bot
from tobean.research.pools.pool import Pool, WorkFailed
from tobean.research.pools.pool_options import LOCAL

SHOWN_FAULTS: Final = 5

workers_option = click.option(
    "--workers", "-w", type=click.IntRange(min=1), help="Parallel games.  [default: one for each core]"
)
cluster_option = click.option(
    "--cluster", default=LOCAL, show_default=True, metavar="WHERE",
    help="Where games are played: `local`, processes of this machine; `ray`, a local Ray, started if need be;"
    " `ray://host:port`, a cluster (docs/cluster.md).",
)  # fmt: skip
times_option = click.option(
    "--times/--no-times", default=True, show_default=True,
    help="Report decision times. Without them, the same seed gives an identical report.",
)  # fmt: skip
resume_option = click.option(
    "--resume", type=click.Path(dir_okay=False), metavar="FILE",
    help="Keep the results in this file and play only the missing games.",
)  # fmt: skip
bots_option = click.option(
    "--bots", "-b", default="sprout", show_default=True, metavar="NAME,...",
    help=f"Bots by seat, repeated for further seats: {', '.join(BOTS)}.",
)  # fmt: skip
seed_option = click.option(
    "--seed", "-s", default="0", show_default=True, help="Number or text; the same seed gives the same games."
)
talk_limit_option = click.option(
    "--talk-limit", type=click.IntRange(min=0), default=8, show_default=True,
    help="Maximum offers and calls per player and turn.",
)  # fmt: skip
quiet_option = click.option("--quiet", "-q", is_flag=True, help="Show no progress bar, as without a terminal.")


def options_for_bots(rules: Rules, players: int, option_texts: tuple[str, ...], talk_limit: int, seed: str) -> Options:
    """Return the options of a game among bots, which need a talk limit; raise `BadInput` for invalid ones."""
    chosen: Options = {}
    for option in option_texts:
        chosen.update(parse_options(option))
    if "talk_limit" in chosen:
        raise BadInput("bots need a talk limit: set it with --talk-limit")
    chosen["talk_limit"] = talk_limit
    return empty_table(rules, players, chosen, chance_from(seed)).options


def check_bots(names: Iterable[str], rules: Rules, players: int) -> None:
    """Raise `BadInput` before the first game if a bot cannot be created or cannot play this game."""
    for name in dict.fromkeys(names):
        check_bot_fits(lab_bot(name), rules, players)


def play_fixtures(
    setting: ArenaSetting, todo: Sequence[Fixture], pool: Pool, resume: str | None, show: bool
) -> tuple[dict[Fixture, Outcome], bool]:
    """Play the fixtures without a stored result; return all outcomes in order, and whether it was interrupted."""
    results_file = ResultsFile(resume, setting) if resume is not None else None
    known = results_file.read() if results_file is not None else {}
    found = {fixture: known[fixture] for fixture in todo if fixture in known}
    missing = [fixture for fixture in todo if fixture not in found]
    try:
        games = pool.run_jobs(partial(play_fixture, setting), missing)
        with progress(len(todo), show, len(found)) as update_progress, closing(games) as parts:
            for part in parts:
                if results_file is not None:
                    results_file.add(part)
                found.update({outcome.fixture: outcome for outcome in part})
                update_progress(len(found))
    except KeyboardInterrupt:
        if not found:
            raise click.Abort from None
        return in_fixture_order(found, todo), True
    except WorkFailed as error:
        raise Failed(error_text(error)) from error
    return in_fixture_order(found, todo), False


def in_fixture_order(outcomes: dict[Fixture, Outcome], todo: Sequence[Fixture]) -> dict[Fixture, Outcome]:
    """Sort outcomes by fixture: floating-point sums depend on the order, if only in the last digit."""
    return {fixture: outcomes[fixture] for fixture in todo if fixture in outcomes}


def print_faults(faults: Sequence[Outcome], games: int) -> None:
    """Print the broken games, which count in no other figure."""
    for outcome in faults[:SHOWN_FAULTS]:
        lineup = ", ".join(outcome.fixture.lineup)
        where = say("ABORTED deal {deal} of {lineup}", deal=outcome.fixture.deal, lineup=lineup)
        printer().print(labelled(where, outcome.fault), soft_wrap=True)
    for name in dict.fromkeys(outcome.culprit for outcome in faults):
        count = sum(outcome.culprit == name for outcome in faults)
        printer().print(
            say(
                "{name} aborted {count} of {games} games, which are excluded above.",
                name=name,
                count=count,
                games=games,
            )
        )
