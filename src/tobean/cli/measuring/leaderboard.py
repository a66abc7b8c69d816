"""`tobean leaderboard`: the evaluation protocol. A round is a folder with submissions, a seed, games and scores."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import click

from tobean.cli.command_group import CommandGroup
from tobean.cli.language import error_text, labelled, say, say_plural, wording
from tobean.cli.measuring import common
from tobean.cli.measuring.leaderboard_text import print_ranking
from tobean.cli.output import EXIT_FAILED, EXIT_OK, Failed, on_terminal, printer, read_text
from tobean.cli.progress import progress
from tobean.kernel import table as engine
from tobean.kernel.errors import BadInput
from tobean.research.evaluation.evaluate import Evaluation, count_games, evaluate_round
from tobean.research.evaluation.evaluation_round import Round, check_round, draw_round, parse_round, round_text
from tobean.research.evaluation.score import Score, parse_score, score_text
from tobean.research.evaluation.submission import (
    Submission,
    check_unchanged,
    chosen_variants,
    parse_submission,
    submission_of,
    submission_text,
)
from tobean.research.pools.pool import WorkFailed
from tobean.research.pools.pool_options import pool_named
from tobean.research.report.leaderboard_page import leaderboard_page
from tobean.research.statistics.jackknife import MIN_DEALS

DEALS: Final = 8
PAGE: Final = "ranking.html"
ROUND: Final = "round.json"
SUBMISSIONS: Final = "submissions"
GAMES_FOLDER: Final = "games"

Command = TypeVar("Command", bound="Callable[..., object]")

folder_argument = click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
existing_folder_argument = click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))


def options(*added: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def add(command: Command) -> Command:
        for option in reversed(added):
            command = option(command)
        return command

    return add


submission_options = options(
    click.option("--game", "-g", "games", multiple=True, help="A game to enter.  [default: all]"),
    click.option(
        "--players", "-p", "counts", type=int, multiple=True, help="A number of players to enter.  [default: all]"
    ),
)
draw_options = options(
    click.option(
        "--seed", "-s", "named", metavar="TEXT",
        help="Text from which the seed is derived, named after all submissions.  [default: random]",
    ),
    click.option(
        "--deals", "-d", type=click.IntRange(min=MIN_DEALS), default=DEALS, show_default=True, help="Number of deals."
    ),
    click.option(
        "--opponent", "opponents", multiple=True, metavar="BOT",
        help="A further held-out opponent, which no submission has met.",
    ),
)  # fmt: skip
evaluation_options = options(common.workers_option, common.cluster_option, common.quiet_option)


@click.group(cls=CommandGroup, short_help="Evaluate bots on held-out deals and opponents, and rank them.")
def leaderboard() -> None:
    """Evaluate bots on held-out deals and opponents, and rank them.

    A round is a folder. Bots are submitted first: their digests are recorded. Then the seed is drawn, from which deals
    and opponents come. `run` does all of it in one go. Python bots are measured but have no rank: they run their own
    code and could read all hands. docs/leaderboard.md explains the figures.

    \b
    Examples:
      tobean leaderboard run scores net.onnx merchant --game bohnanza --players 4
      tobean leaderboard submit scores net.onnx
      tobean leaderboard draw scores --deals 20
      tobean leaderboard evaluate scores
      tobean leaderboard page scores
    """


@leaderboard.command(short_help="Enter a bot for a round.")
@folder_argument
@click.argument("bot")
@submission_options
def submit(folder: Path, bot: str, games: tuple[str, ...], counts: tuple[int, ...]) -> int:
    """Record BOT, the digests of its files, and the games it enters, for the round in FOLDER."""
    add_submission(folder, submission_of(bot, chosen_variants(games, counts)))
    return EXIT_OK


@leaderboard.command(short_help="Draw the seed of a round.")
@existing_folder_argument
@draw_options
def draw(folder: Path, named: str | None, deals: int, opponents: tuple[str, ...]) -> int:
    """Derive the seed of the round in FOLDER from a text and from all submissions. It closes the round for submissions.

    Name a text that none of the authors could know before, such as the value of a public randomness beacon.
    """
    add_round(folder, named, deals, opponents)
    return EXIT_OK


@leaderboard.command(short_help="Play a round and write its scores.")
@existing_folder_argument
@evaluation_options
def evaluate(folder: Path, workers: int | None, cluster: str, quiet: bool) -> int:
    """Play all games of the round in FOLDER, write a score for each bot, and rank them.

    Games are kept in FOLDER/games, so an interrupted evaluation continues when the command is repeated. Until then,
    the scores have the games and numbers of players that were finished, and there is no overall ranking.

    Exit codes: 0 fine, 1 a bot broke the rules or crashed, 2 bad input, 130 interrupted.
    """
    return play_round(folder, workers, cluster, quiet)


@leaderboard.command(short_help="Submit, draw, evaluate and rank in one go.")
@folder_argument
@click.argument("bots", nargs=-1, required=True)
@submission_options
@draw_options
@evaluation_options
def run(
    folder: Path, bots: tuple[str, ...], games: tuple[str, ...], counts: tuple[int, ...], named: str | None, deals: int,
    opponents: tuple[str, ...], workers: int | None, cluster: str, quiet: bool,
) -> int:  # fmt: skip
    """Submit BOTs to a new round in FOLDER, draw its seed, evaluate and rank them.

    Repeat the command to continue after an interruption. Exit codes as for `evaluate`.
    """
    if not (folder / ROUND).exists():
        variants = chosen_variants(games, counts)
        submissions = [submission_of(bot, variants) for bot in dict.fromkeys(bots)]
        pool_named(cluster, workers)
        for submission in submissions:
            add_submission(folder, submission)
        add_round(folder, named, deals, opponents)
    elif not set(bots) <= set(read_round(folder).submissions.values()):
        raise BadInput("{folder} has a round of other bots: choose another folder", folder=str(folder))
    return play_round(folder, workers, cluster, quiet)


@leaderboard.command(short_help="Build the page that ranks scores.")
@existing_folder_argument
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help=f"File for the page.  [default: {PAGE} in the folder]",
)  # fmt: skip
def page(folder: Path, out: Path | None) -> int:
    """Rank all scores in FOLDER (its *.json files) on one self-contained page.

    A score is refused unless its seed follows from the submissions of its round, of which its own must be one.
    """
    scores = [
        parse_score(read_text(str(file)), file.name) for file in sorted(folder.glob("*.json")) if file.name != ROUND
    ]
    path = out or folder / PAGE
    path.write_text(leaderboard_page(scores, wording()), encoding="utf-8")
    announce_page(path, scores)
    return EXIT_OK


# --- steps -------------------------------------------------------------------------------------------------


def add_submission(folder: Path, submission: Submission) -> None:
    if (folder / ROUND).exists():
        raise BadInput("the seed of {folder} has been drawn: submit to another folder", folder=str(folder))
    path = folder / SUBMISSIONS / f"{plain(submission.bot)}.json"
    if path.exists():
        if parse_submission(read_text(str(path)), path.name) != submission:
            raise BadInput("{path} is there already; delete it to submit the bot anew", path=str(path))
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(submission_text(submission), encoding="utf-8")
    printer().print(labelled(path, f"SHA-256 {submission.digest}"), soft_wrap=True)


def add_round(folder: Path, named: str | None, deals: int, opponents: tuple[str, ...]) -> None:
    path = folder / ROUND
    if path.exists():
        raise BadInput("the seed of {folder} has been drawn already", folder=str(folder))
    round_ = draw_round(read_submissions(folder), deals, opponents, named)
    path.write_text(round_text(round_), encoding="utf-8")
    printer().print(labelled(path, say("seed {seed}", seed=round_.seed)), soft_wrap=True)


def read_submissions(folder: Path) -> list[Submission]:
    files = sorted((folder / SUBMISSIONS).glob("*.json"))
    return [parse_submission(read_text(str(file)), file.name) for file in files]


def read_round(folder: Path) -> Round:
    path = folder / ROUND
    if not path.exists():
        raise BadInput("{folder} has no seed yet: see tobean leaderboard draw", folder=str(folder))
    return parse_round(read_text(str(path)), path.name)


def play_round(folder: Path, workers: int | None, cluster: str, quiet: bool) -> int:
    round_, submissions = read_round(folder), read_submissions(folder)
    check_round(round_, submissions)
    for submission in submissions:
        check_unchanged(submission)
    pool = pool_named(cluster, workers)
    games = folder / GAMES_FOLDER
    games.mkdir(exist_ok=True)
    compiled = not (engine.__file__ or "").endswith(".py")
    done, total = 0, count_games(round_, submissions)
    with progress(total, not quiet and on_terminal(sys.stderr)) as update_progress:

        def played(count: int) -> None:
            nonlocal done
            done += count
            update_progress(done)

        try:
            evaluation = Evaluation([], [])
            for evaluation in evaluate_round(
                round_, submissions, pool, lambda name: str(games / f"{name}.results"), played, compiled
            ):
                for score in evaluation.scores:
                    (folder / score_file(score.bot)).write_text(score_text(score), encoding="utf-8")
                (folder / PAGE).write_text(leaderboard_page(evaluation.scores, wording()), encoding="utf-8")
        except WorkFailed as error:
            raise Failed(error_text(error)) from error
    print_ranking(evaluation.scores)
    common.print_faults(evaluation.faults, total)
    announce_page(folder / PAGE, evaluation.scores)
    return EXIT_FAILED if evaluation.faults else EXIT_OK


def announce_page(path: Path, scores: list[Score]) -> None:
    printer().print(labelled(path, say_plural("{count} score", "{count} scores", len(scores))), soft_wrap=True)


def score_file(bot: str) -> str:
    """The name of the score file of a bot, different from that of the round."""
    name = f"{plain(bot)}.json"
    return name if name != ROUND else f"{plain(bot)}-bot.json"


def plain(name: str) -> str:
    """Convert the name of a bot into a valid file name."""
    return re.sub(r"[^\w.@-]+", "-", name).strip("-.") or "bot"
