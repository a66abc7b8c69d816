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
from tobean.cli.renamed_options import renamed_option
from tobean.cli.training.selfplay import counts_of
from tobean.games import game_named
from tobean.games.registry import game_folder
from tobean.kernel.errors import BadInput
from tobean.lab.pools.pool import WorkFailed
from tobean.lab.pools.pool_options import pool_named
from tobean.training.promotion import SIGNIFICANCE_LEVEL, PromotionResult, fresh_seed, promotion_match


@click.command(short_help="Let a net play the champion and keep it if it is better.")
@click.argument("net", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--against", "-a", default="mendel", show_default=True, metavar="BOT", help="The champion.")
@click.option("--players", "-p", metavar="N,...", help="Numbers of players.  [default: all of the game]")
@click.option(
    "--deals", "-d", type=click.IntRange(min=12), default=200, show_default=True, help="Maximum number of deals."
)
@click.option("--seed", "-s", default="0", show_default=True, help="Selects other deals.")
@click.option(
    "--out", "-o", type=click.Path(dir_okay=False, path_type=Path),
    help="File of the champion.  [default: in the folder of the game]",
)  # fmt: skip
@renamed_option(
    "--parameters", former="--manners", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="Parameters of mendel with this net, by number of players: JSON, written into NET (docs/training.md).",
)  # fmt: skip
@click.option("--only", is_flag=True, help="Keep it for this number of players only.")
@workers_option
@cluster_option
def promote(
    net: Path, against: str, players: str | None, deals: int, seed: str, out: Path | None,
    parameters: Path | None, only: bool, workers: int | None, cluster: str,
) -> int:  # fmt: skip
    """Let NET play against copies of the champion, and keep it only if it is better with p < 0.001.

    The deals are derived from the net itself, so it cannot be trained on them. The match ends once it is decided.

    \b
    Examples:
      tobean promote net.json --against merchant
      tobean promote net.json --players 4 --deals 400

    Exit codes: 0 promoted, 1 not promoted, or a bot broke the rules, 2 bad input, 130 interrupted.
    """
    game = str(read_net(net.read_text(encoding="utf-8")).about["game"])
    counts = counts_of(game_named(game), players)
    if only and len(counts) != 1:
        raise BadInput("a net is kept for one number of players: say which with --players")
    if parameters is not None:
        write_parameters(net, parameters)
    place = out or Path(str(game_folder(game) / "bots" / net_name(counts[0] if only else 0)))
    try:
        result = promotion_match(
            str(net), against, game, counts, deals, fresh_seed(net, seed), pool_named(cluster, workers), print_result
        )  # fmt: skip
    except WorkFailed as error:
        raise Failed(error_text(error)) from error
    if not result.promoted:
        printer().print(say("Not promoted: it is not better beyond doubt (p < {error}).", error=SIGNIFICANCE_LEVEL))
        return EXIT_FAILED
    install_champion(net, place, against, counts, result, seed)
    printer().print(say("Promoted: {place}", place=place), soft_wrap=True)
    return EXIT_OK


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
