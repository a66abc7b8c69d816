"""`tobean evolve`: self-play, training and promotion in a loop."""

import json
import sys
from pathlib import Path

import click

from tobean.cli.language import error_text, say
from tobean.cli.measuring.common import cluster_option, workers_option
from tobean.cli.output import DEFAULT_GAME, EXIT_INTERRUPTED, EXIT_OK, Failed, on_terminal, printer
from tobean.cli.training.promote import install_champion, print_result
from tobean.cli.training.selfplay import plan_of, play_shards
from tobean.cli.training.train import hidden_layers, learn
from tobean.extras import require
from tobean.research.pools.pool import WorkFailed
from tobean.research.pools.pool_options import LOCAL, pool_named
from tobean.research.training.promotion import fresh_seed, promotion_match
from tobean.research.training.trainer import TrainingConfig


@click.command(short_help="Repeat self-play, training and promotion.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--game", "-g", default=DEFAULT_GAME, show_default=True, help="The game.")
@click.option(
    "--players", "-p", metavar="N,...", help="Numbers of players, chosen at random.  [default: all of the game]"
)
@click.option("--generations", type=click.IntRange(min=1), default=3, show_default=True, help="Number of generations.")
@click.option(
    "--games", "-n", type=click.IntRange(min=1), default=4000, show_default=True, help="Games of a generation."
)
@click.option(
    "--bots", "-b", default="merchant", show_default=True, metavar="NAME,...", help="Bots of the first generation."
)
@click.option(
    "--epsilon", type=click.FloatRange(0, 1), default=0.03, show_default=True,
    help="As in tobean selfplay.",
)  # fmt: skip
@click.option(
    "--history", type=click.IntRange(min=1), default=2, show_default=True,
    help="Generations to train on.",
)  # fmt: skip
@click.option("--hidden", default="64,32", show_default=True, metavar="N,...", help="Units of each layer.")
@click.option("--epochs", type=click.IntRange(min=1), default=20, show_default=True, help="As in tobean train.")
@click.option(
    "--deals", "-d", type=click.IntRange(min=12), default=100, show_default=True, help="Deals of a promotion match."
)
@click.option("--seed", "-s", default="0", show_default=True, help="Number or text.")
@workers_option
@cluster_option
def evolve(
    folder: Path, game: str, players: str | None, generations: int, games: int, bots: str, epsilon: float,
    history: int, hidden: str, epochs: int, deals: int, seed: str, workers: int | None, cluster: str,
) -> int:  # fmt: skip
    """Repeat: self-play of the champion, training of a net, a match with the champion. Everything is kept in FOLDER.

    The champion, `champion.json`, plays half of the seats of the next generation; the first bots play the others.
    An interrupted run continues where it stopped. With --cluster nets are trained there, too.

    \b
    Example:
      tobean evolve runs/bohnanza --generations 3 --games 5000

    Exit codes: 0 fine, 1 a bot broke the rules or a worker died, 2 bad input, 130 interrupted.
    """
    pool = pool_named(cluster, workers)
    require("pyarrow")
    if cluster == LOCAL:
        require("torch", "numpy")
    champion = folder / "champion.json"
    config = TrainingConfig(hidden_layers(hidden), epochs)
    show = on_terminal(sys.stderr)
    try:
        for generation in range(1, generations + 1):
            generation_folder = folder / f"generation-{generation}"
            net, result_file = generation_folder / "net.json", generation_folder / "verdict.json"
            if result_file.exists():
                continue
            (generation_folder / "games").mkdir(parents=True, exist_ok=True)
            names = bots if not champion.exists() else f"{bots},{','.join([str(champion)] * len(bots.split(',')))}"
            plan = plan_of(game, players, names, epsilon, f"{seed} generation {generation}")
            if not play_shards(plan, games, generation_folder / "games", pool, show):
                return EXIT_INTERRUPTED
            training_folders = [folder / f"generation-{old}" / "games" for old in range(1, generation + 1)][-history:]
            found = learn(training_folders, net, config, True, pool, show)
            printer().print(say("generation {number}:", number=generation) + " " + json.dumps(found), soft_wrap=True)
            against = str(champion) if champion.exists() else bots.split(",")[0]
            result = promotion_match(
                str(net), against, game, plan.players, deals, fresh_seed(net, seed), pool, print_result
            )  # fmt: skip
            if result.promoted:
                install_champion(net, champion, against, plan.players, result, seed)
            result_file.write_text(json.dumps(result.data()) + "\n", encoding="utf-8")
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except WorkFailed as error:
        raise Failed(error_text(error)) from error
    return EXIT_OK
