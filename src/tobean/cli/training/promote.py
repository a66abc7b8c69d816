"""`tobean promote`: replaces the champion by a new net if that is better."""

import json
from pathlib import Path

import click

from tobean.bots.mendel.net import net_text, read_net
from tobean.bots.mendel.parameters import check_net_parameters
from tobean.bots.mendel.value_net import net_name
from tobean.cli.language import error_text, say
from tobean.cli.measuring.common import cluster_option, workers_option
from tobean.cli.output import EXIT_FAILED, EXIT_OK, Failed, printer
from tobean.cli.training.selfplay import counts_of
from tobean.games import game_named
from tobean.games.registry import game_folder
from tobean.kernel.errors import BadInput
from tobean.research.pools.pool import WorkFailed
from tobean.research.pools.pool_options import pool_named
from tobean.research.training.promotion import (
    SIGNIFICANCE_LEVEL,
    PromotionResult,
    check_candidate,
    fresh_seed,
    promotion_match,
    read_candidate,
)


@click.command(short_help="Let a net play the champion and keep it if it is better.")
@click.argument("net", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--against", "-a", default="mendel", show_default=True, metavar="BOT", help="The champion.")
@click.option("--players", "-p", metavar="N,...", help="Numbers of players.  [default: all of the game]")
@click.option(
    "--deals", "-d", type=click.IntRange(min=12), default=200, show_default=True, help="Maximum number of deals."
)
@click.option("--seed", "-s", default="0", show_default=True, help="Selects other deals.")
@click.option(
    "--out", "-o", type=click.Path(dir_okay=False, path_type=Path), help="Write the net to this file if it is better.",
)  # fmt: skip
@click.option("--install", is_flag=True, help="Replace the installed net of the game if it is better.")
@click.option(
    "--parameters", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="Parameters of mendel with this net, by number of players: JSON, written into NET (docs/training.md).",
)  # fmt: skip
@click.option("--only", is_flag=True, help="Install it for this number of players only.")
@workers_option
@cluster_option
def promote(
    net: Path, against: str, players: str | None, deals: int, seed: str, out: Path | None, install: bool,
    parameters: Path | None, only: bool, workers: int | None, cluster: str,
) -> int:  # fmt: skip
    """Let NET play against copies of the champion, and keep it only if it is better with p < 0.001.

    The deals are derived from the net itself, so it cannot be trained on them. The match ends once it is decided. A
    better net is written to the file of --out, or with --install to the folder of the game, where `mendel` finds it.

    \b
    Examples:
      tobean promote net.json --against merchant
      tobean promote net.json --players 4 --deals 400 --out champion.json
      tobean promote net.json --install

    Exit codes: 0 better, 1 not better, or a bot broke the rules, 2 bad input, 130 interrupted.
    """
    candidate = read_candidate(net)
    game = str(candidate.about["game"])
    counts = counts_of(game_named(game), players)
    check_candidate(candidate, net, counts)
    place = destination(net, game, counts, out, install=install, only=only)
    if parameters is not None:
        write_parameters(net, parameters)
    try:
        result = promotion_match(
            str(net), against, game, counts, deals, fresh_seed(net, seed), pool_named(cluster, workers), print_result
        )  # fmt: skip
    except WorkFailed as error:
        raise Failed(error_text(error)) from error
    if not result.promoted:
        printer().print(say("Not promoted: it is not better beyond doubt (p < {error}).", error=SIGNIFICANCE_LEVEL))
        return EXIT_FAILED
    if place is None:
        printer().print(say("It is better. Nothing was written: that takes --out FILE or --install."))
        return EXIT_OK
    install_champion(net, place, against, counts, result, seed)
    printer().print(say("Promoted: {place}", place=place), soft_wrap=True)
    return EXIT_OK


def destination(
    net: Path, game: str, counts: tuple[int, ...], out: Path | None, *, install: bool, only: bool
) -> Path | None:
    """The file to which a better net is written, or None. Raises `BadInput` before anything is played or written."""
    folder = Path(str(game_folder(game) / "bots"))
    for path in (net, out):
        if path is not None and not install and path.resolve().parent == folder.resolve():
            raise BadInput("{path} is an installed net: it is replaced with --install only", path=str(path))
    if only and len(counts) != 1:
        raise BadInput("a net is kept for one number of players: say which with --players")
    if not install:
        return out
    if out is not None:
        raise BadInput("a net is written to --out or installed: leave out one of --out and --install")
    if not only and counts != game_named(game).players:
        raise BadInput("a net is installed for all numbers of players: leave out --players, or add --only for one")
    return folder / net_name(counts[0] if only else 0)


def write_parameters(net: Path, parameters: Path) -> None:
    """Write mendel's parameters into a net; raise `BadInput` first if they are invalid."""
    data = json.loads(net.read_text(encoding="utf-8"))
    try:
        data["about"]["manners"] = json.loads(parameters.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadInput("{path}: this is not JSON", path=str(parameters)) from error
    text = net_text(data)
    check_net_parameters(read_net(text))
    fresh = net.with_suffix(".part")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(net)


def install_champion(
    net: Path, place: Path, against: str, counts: tuple[int, ...], result: PromotionResult, seed: str
) -> None:
    """Install a net as champion, with the result of its promotion match."""
    data = json.loads(net.read_text(encoding="utf-8"))
    data["about"]["promoted"] = {"against": against, "players": counts, "seed": seed, **result.data()}
    place.write_text(net_text(data), encoding="utf-8")


def print_result(result: PromotionResult) -> None:
    printer().print(json.dumps(result.data()), soft_wrap=True)
