"""`tobean puzzles`: solve puzzles, find them in games, and check files of puzzles."""

import sys
from contextlib import closing
from pathlib import Path

import click

from tobean.cli.command_group import CommandGroup
from tobean.cli.language import error_text, labelled, language_option, say, say_plural
from tobean.cli.measuring import common
from tobean.cli.output import EXIT_FAILED, EXIT_INTERRUPTED, EXIT_OK, Failed, on_terminal, printer, read_text
from tobean.cli.progress import progress
from tobean.games import game_named
from tobean.kernel.actions import ACTIONS
from tobean.kernel.errors import BadInput, TobeanError
from tobean.record.record import parse_record
from tobean.research.pools.pool import WorkFailed
from tobean.research.pools.pool_options import pool_named
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.find import BotGame, RecordedGame, confirm_puzzle, find_in_game
from tobean.study.puzzles.puzzle import COMMON_THEMES, Puzzle, format_puzzles, parse_puzzles
from tobean.study.puzzles.sheet import PuzzleSheet


@click.group(cls=CommandGroup, short_help="Solve, find and check puzzles.")
def puzzles() -> None:
    """Puzzles: positions with one clearly best answer, proven by search.

    \b
    Examples:
      tobean puzzles play GAME
      tobean puzzles find my.puzzles --game GAME
      tobean puzzles check my.puzzles
    """


@puzzles.command(short_help="Solve puzzles in the terminal.")
@click.argument("game")
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file of puzzles instead of those that come with tobean.",
)
@click.option(
    "--from", "first", type=click.IntRange(min=1), default=1, show_default=True, help="Number of the first one."
)
@language_option("Language of the cards and sentences.")
def play(game: str, file: Path | None, first: int, lang: str) -> int:
    """Solve the puzzles of GAME, easy ones first. Type the number of your answer, or press Ctrl-D to stop.

    After each answer the expected final thalers of all answers are shown, with the coach's reason for the best one.

    \b
    Examples:
      tobean puzzles play GAME
      tobean puzzles play GAME --from 20 --lang de
      tobean puzzles play GAME --file my.puzzles

    Exit codes: 0 fine, 2 there is no such game or puzzle, or the file is missing or broken.
    """
    name = game_named(game).name
    found = list(collection(name)) if file is None else [puzzle for puzzle in read_file(file) if puzzle.game == name]
    if first > len(found):
        raise BadInput("there is no puzzle {number}: {game} has {count}", number=first, game=name, count=len(found))
    solved = asked = 0
    for number, puzzle in enumerate(found[first - 1 :], start=first):
        sheet = PuzzleSheet(puzzle, lang)
        click.echo("\n".join([say("Puzzle {number} of {count}", number=number, count=len(found)), *sheet.question()]))
        answer = asked_answer(len(puzzle.answers))
        if answer is None:
            break
        asked += 1
        solved += answer == puzzle.best
        click.echo("\n".join([*sheet.solution(answer), ""]))
    click.echo(
        say_plural("{solved} of {count} puzzle solved.", "{solved} of {count} puzzles solved.", asked, solved=solved)
    )
    return EXIT_OK


def asked_answer(count: int) -> int | None:
    """Read the index of an answer from standard input, None at its end."""
    while True:
        click.echo(say("Your answer (1 to {count}):", count=count) + " ", nl=False)
        line = sys.stdin.readline()
        if not line:
            click.echo()
            return None
        text = line.strip()
        if text in map(str, range(1, count + 1)):
            return int(text) - 1


@puzzles.command(short_help="Search games for puzzles.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.argument("records", nargs=-1, metavar="[RECORD]...")
@click.option("--game", "-g", help="Game that bots play, without RECORDs.")
@click.option("--games", "-n", type=click.IntRange(min=1), default=10, show_default=True, help="Number of games.")
@click.option("--theme", default="", help="Only puzzles of this theme, such as `harvest` or the verb of an action.")
@common.seed_option
@common.workers_option
@common.cluster_option
@common.quiet_option
def find(
    file: Path, records: tuple[str, ...], game: str | None, games: int, theme: str, seed: str, workers: int | None,
    cluster: str, quiet: bool,
) -> int:  # fmt: skip
    """Search RECORDs, or games that bots play now, for puzzles and add them to FILE.

    A position becomes a puzzle if one answer leads every other one by at least half a thaler, with p < 0.001, in whole
    games from tables sampled anew, and if the bot `sprout` does not find it. This takes about a minute per game and
    core. Puzzles that are in FILE already are not added again.

    \b
    Examples:
      tobean puzzles find my.puzzles --game GAME --games 50
      tobean puzzles find my.puzzles --game GAME --theme harvest
      tobean puzzles find my.puzzles games/*.record

    Exit codes: 0 fine, 1 a worker died, 2 bad input, 130 interrupted (FILE has what was found until then).
    """
    check_theme(theme)
    sources: list[BotGame | RecordedGame] = [RecordedGame(checked_record(name), theme) for name in records]
    if game is not None:
        if sources:
            raise BadInput("give records or --game, not both")
        name = game_named(game).name
        sources = [BotGame(name, f"{seed} {number}", theme) for number in range(games)]
    if not sources:
        raise BadInput("give records to search, or with --game a game for bots to play")
    known = {puzzle.id for puzzle in read_file(file)} if file.exists() else set()
    before = len(known)
    pool = pool_named(cluster, workers)
    done = 0
    try:
        with (
            progress(len(sources), not quiet and on_terminal(sys.stderr)) as update_progress,
            closing(pool.run_jobs(find_in_game, sources)) as parts,
        ):
            for part in parts:
                found = [puzzle for puzzles in part for puzzle in puzzles if puzzle.id not in known]
                with file.open("a", encoding="utf-8") as stream:
                    stream.write(format_puzzles(found))
                known.update(puzzle.id for puzzle in found)
                done += len(part)
                update_progress(done)
    except WorkFailed as error:
        raise Failed(error_text(error)) from error
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    printer().print(
        labelled(file, say_plural("{count} new puzzle", "{count} new puzzles", len(known) - before)), soft_wrap=True
    )
    return EXIT_OK


@puzzles.command(short_help="Check a file of puzzles.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--prove", is_flag=True, help="Repeat the proof of each puzzle with other sampled tables (slow).")
@common.seed_option
@common.workers_option
def check(file: Path, prove: bool, seed: str, workers: int | None) -> int:
    """Check that every position of FILE is legal and every answer possible there.

    With --prove, each best answer is also tested again on other sampled tables: it must lead every wrong answer.

    \b
    Examples:
      tobean puzzles check my.puzzles
      tobean puzzles check my.puzzles --prove --seed 7

    Exit codes: 0 fine, 1 a best answer was not confirmed, 2 the file is missing or broken (the line is named).
    """
    found = read_file(file)
    printer().print(labelled(file, say_plural("{count} puzzle", "{count} puzzles", len(found))), soft_wrap=True)
    if not prove:
        return EXIT_OK
    failed: list[str] = []
    with closing(pool_named("local", workers).run_jobs(confirm_puzzle, [(puzzle, seed) for puzzle in found])) as parts:
        for part in parts:
            failed += [name for name, confirmed in part if not confirmed]
    confirmed = len(found) - len(failed)
    printer().print(say_plural("{count} puzzle confirmed", "{count} puzzles confirmed", confirmed))
    for name in failed:
        printer().print(name)
    return EXIT_FAILED if failed else EXIT_OK


def read_file(file: Path) -> list[Puzzle]:
    try:
        return list(parse_puzzles(read_text(str(file))))
    except TobeanError as error:
        if str(error).startswith(str(file)):
            raise
        raise BadInput("{file}: {reason}", file=str(file), reason=error) from error


def check_theme(theme: str) -> None:
    """Raise `BadInput` if no puzzle can have this theme."""
    verbs = {kind.VERB for kinds in ACTIONS.values() for kind in kinds}
    known = [*COMMON_THEMES, *sorted(verbs - {*COMMON_THEMES})]
    if theme and theme not in known:
        raise BadInput("unknown theme {theme!r}; known: {known}", theme=theme, known=", ".join(known))


def checked_record(file: str) -> str:
    """Return the text of a record; raise `BadInput` if it is not one or cannot be replayed."""
    text = read_text(file)
    try:
        for _ in parse_record(text).replay():
            pass
    except TobeanError as error:
        raise BadInput("{file}: {reason}", file=file, reason=error) from error
    return text
