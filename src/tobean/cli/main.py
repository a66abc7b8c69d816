"""The command `tobean`: its subcommands, and the translation of errors into one line and an exit code."""

import io
import os
import sys
from collections.abc import Sequence
from typing import Any

import click

from tobean.cli.command_group import CommandGroup
from tobean.cli.hosting.admin import admin
from tobean.cli.hosting.admin_games import agreed
from tobean.cli.hosting.admin_people import ban, bans, erase, mute, people, reports
from tobean.cli.hosting.serve import play, serve
from tobean.cli.hosting.site import site
from tobean.cli.language import COMMAND_LANGUAGE, LanguageCode, error_text, labelled, say
from tobean.cli.measuring.arena import arena
from tobean.cli.measuring.leaderboard import leaderboard
from tobean.cli.measuring.models import models
from tobean.cli.measuring.sim import sim
from tobean.cli.measuring.solo import solo
from tobean.cli.output import EXIT_BAD_INPUT, EXIT_BROKEN_PIPE, EXIT_INTERRUPTED, EXIT_OK
from tobean.cli.playing.cards import cards
from tobean.cli.playing.daily import daily
from tobean.cli.playing.mcp import mcp
from tobean.cli.playing.puzzles import puzzles
from tobean.cli.playing.replay import replay
from tobean.cli.playing.review import review
from tobean.cli.playing.rules import rules
from tobean.cli.playing.scenario import scenario
from tobean.cli.playing.streak import streak
from tobean.cli.training.dataset import dataset
from tobean.cli.training.evolve import evolve
from tobean.cli.training.promote import promote
from tobean.cli.training.record import record
from tobean.cli.training.selfplay import selfplay
from tobean.cli.training.train import train
from tobean.cli.translating.words import words
from tobean.i18n.catalogues import SOURCE
from tobean.kernel.errors import TobeanError
from tobean.version import __version__


class Commands(CommandGroup):
    """A command group that ends quietly when its output is closed."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            discard_output()
            ctx.exit(EXIT_BROKEN_PIPE)


def print_version(ctx: click.Context, option: click.Parameter, is_set: bool) -> None:
    if not is_set or ctx.resilient_parsing:
        return
    click.echo(f"tobean {__version__}")
    ctx.exit()


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=print_version, help="Print the version."
)
@click.option(
    "--lang",
    type=LanguageCode(),
    default=SOURCE,
    show_default=True,
    expose_value=False,
    envvar="TOBEAN_LANG",
    help="Language of the output.",
)
@click.pass_context
def cli(ctx: click.Context) -> int:
    """tobean: the Bohnanza family of card games.

    \b
    Examples:
      tobean play bohnanza
      tobean serve --port 8080
      tobean site public/
      tobean admin backup beans.gz
      tobean sim --games 1000 --bots sprout,miser
      tobean arena sprout random --deals 200
      tobean solo random --deals 100
      tobean record games.parquet --games 1000 --bots merchant
      tobean dataset beans/ --games 1000
      tobean selfplay games/ --games 2000
      tobean train games/ --out net.json
      tobean leaderboard run scores net.onnx
      tobean models play scripted:random --out runs/random
      tobean scenario scenarios/
      tobean replay game.record --seat Nina --lang de
      tobean review game.record
      tobean rules K7
      tobean cards bohnanza
      tobean streak my.streak game.record
      tobean puzzles play bohnanza
      tobean words check fr

    \b
    Exit codes:
      0    fine
      1    something failed, for example a scenario
      2    bad input; one line on standard error says what is wrong
      130  interrupted with Ctrl-C
      141  the output was closed
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
    return EXIT_OK


for _command in (
    play,
    serve,
    site,
    admin,
    sim,
    arena,
    solo,
    record,
    dataset,
    selfplay,
    train,
    promote,
    evolve,
    leaderboard,
    models,
    scenario,
    replay,
    review,
    rules,
    cards,
    streak,
    puzzles,
    daily,
    words,
    mcp,
):
    cli.add_command(_command)

for _command in (people, erase, ban, mute, bans, reports, agreed):
    admin.add_command(_command)


def discard_output() -> None:
    """Redirect buffered output to the null device, so that flushing it at exit cannot fail again."""
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        pass


def print_error(message: str) -> None:
    """Print exactly one line on standard error."""
    click.echo(f"tobean: {' '.join(message.split())}", err=True)


def usage_error_text(error: click.ClickException) -> str:
    """Describe the error in the command line, and name the help."""
    message = error.format_message().rstrip(".")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        return f"{message} (see {error.ctx.command_path} --help)"
    return message


def run(args: Sequence[str] | None) -> int:
    code = cli.main(args, prog_name="tobean", standalone_mode=False)
    if sys.stdout is not None:
        sys.stdout.flush()
    return code if isinstance(code, int) else EXIT_OK


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of the process; return the exit code."""
    COMMAND_LANGUAGE.set(SOURCE)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    try:
        return run(args)
    except (click.Abort, KeyboardInterrupt):
        print_error(say("interrupted"))
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        discard_output()
        return EXIT_BROKEN_PIPE
    except click.ClickException as error:
        print_error(usage_error_text(error))
        return error.exit_code
    except TobeanError as error:
        print_error(error_text(error))
    except OSError as error:
        discard_output()
        reason = error.strerror or str(error)
        print_error(labelled(error.filename, reason) if error.filename else reason)
    return EXIT_BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
