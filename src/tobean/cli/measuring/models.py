"""`tobean models`: language models against bots, with transcripts, and the table of their results."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from tobean.bots.registry import check_bot_fits
from tobean.cli import output
from tobean.cli.command_group import CommandGroup
from tobean.cli.language import error_text, say
from tobean.cli.measuring import common
from tobean.cli.measuring.models_table import print_table, read_prices, read_results, table_data, table_markdown
from tobean.cli.progress import progress
from tobean.games import game_named
from tobean.kernel.errors import BadInput
from tobean.kernel.phases.setup import check_players
from tobean.research.arena.schedule import Pairing
from tobean.research.models.model_client import ENDPOINT_PREFIX, ModelClient, ModelFailed, offline_model
from tobean.research.models.model_game import (
    DEFAULT_MEMORY,
    DEFAULT_RETRIES,
    MAX_FORFEITS,
    ModelFixture,
    ModelGame,
)
from tobean.research.models.prompts import DEFAULT_PROMPT, Prompt, prompt_named
from tobean.research.models.transcript import SUFFIX, Transcript
from tobean.research.opponents.population import POPULATION_VERSION, WHOLE_POPULATION, lab_bot, reference_names
from tobean.version import __version__

FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group(cls=CommandGroup, short_help="Let language models play against bots, and compare them.")
def models() -> int:
    """Let language models play whole games against the reference population, and compare the results.

    docs/research/language-models.md describes the prompts, the transcripts and the table.
    """
    return output.EXIT_OK


@models.command(short_help="Play games of a model against bots.")
@click.argument("model")
@click.option("--out", "-o", type=FOLDER, required=True, help="Folder of the transcripts; a run continues there.")
@click.option("--game", "-g", default=output.DEFAULT_GAME, show_default=True, help="The game.")
@click.option("--players", "-p", type=int, help="Number of players.  [default: a middle one]")
@click.option(
    "--against", "-a", multiple=True, default=(WHOLE_POPULATION,), show_default=True, metavar="BOT[+BOT...]",
    help="Opponents; repeatable; `population` for all of the reference population.",
)  # fmt: skip
@click.option(
    "--games", "-n", type=click.IntRange(min=1), default=4, show_default=True, help="Games against each opponent."
)
@common.seed_option
@click.option(
    "--talk-limit", type=click.IntRange(min=0), default=3, show_default=True,
    help="Maximum offers and calls per player and turn.",
)  # fmt: skip
@click.option("--volunteers", is_flag=True, help="Also ask the model while another player is awaited.")
@click.option("--prompt", default=DEFAULT_PROMPT, show_default=True, help="Version of the prompt, or a file.")
@click.option(
    "--retries", type=click.IntRange(min=0), default=DEFAULT_RETRIES, show_default=True,
    help="Number of further attempts after an answer that the rules refuse.",
)  # fmt: skip
@click.option(
    "--memory", type=click.IntRange(min=0), default=DEFAULT_MEMORY, show_default=True,
    help="Number of earlier decisions included in a request.",
)  # fmt: skip
@click.option("--base-url", metavar="URL", help="Endpoint of openai:MODEL.  [default: that of the library]")
@click.option(
    "--key-variable", default="OPENAI_API_KEY", show_default=True, metavar="NAME",
    help="Environment variable with the key of the endpoint.",
)  # fmt: skip
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE",
    help="Additional request field, as JSON: temperature=0.",
)  # fmt: skip
@click.option(
    "--timeout", type=click.FloatRange(min=1), default=120.0, show_default=True, help="Seconds for a request."
)
@click.option(
    "--attempts", type=click.IntRange(min=1), default=5, show_default=True,
    help="Attempts before a request that fails ends the run.",
)  # fmt: skip
@common.quiet_option
def play(
    model: str, out: Path, game: str, players: int | None, against: tuple[str, ...], games: int, seed: str,
    talk_limit: int, volunteers: bool, prompt: str, retries: int, memory: int, base_url: str | None,
    key_variable: str, options: tuple[str, ...], timeout: float, attempts: int, quiet: bool,
) -> int:  # fmt: skip
    """Let MODEL play games, one transcript each, and print a table of the results.

    MODEL is openai:NAME for any endpoint with OpenAI's chat-completions protocol, a file.py with a function
    complete(messages), or a baseline: scripted:random, scripted:first, scripted:last. Keys come from the environment
    only. The model changes seats from game to game. A run with the same options continues where it stopped, even in
    the middle of a game.

    \b
    Examples:
      tobean models play scripted:random --out runs/random --against sprout-1
      tobean models play openai:NAME --out runs/name --option temperature=0
      tobean models play openai:NAME --out runs/local --base-url http://localhost:8080/v1

    Exit codes: 0 fine, 1 the model or its endpoint failed, 2 bad input, 130 interrupted.
    """
    rules = game_named(game)
    seats = rules.players[len(rules.players) // 2] if players is None else players
    check_players(rules, seats)
    chosen = options_of(options)
    client = client_of(model, base_url, key_variable, chosen, timeout, attempts)
    template = prompt_named(prompt)
    header = {
        "model": model, "endpoint": base_url or "", "options": chosen,
        "prompt": {"version": template.version, "digest": template.digest},
        "retries": retries, "memory": memory, "tobean": __version__, "population": POPULATION_VERSION,
    }  # fmt: skip
    fixtures = fixtures_of(rules.name, seats, against, games, seed, talk_limit, volunteers)
    for name in {name for fixture in fixtures for name in fixture.against.split("+")}:
        check_bot_fits(lab_bot(name), rules, seats)
    transcripts = open_transcripts(out, fixtures, header)
    try:
        play_games(transcripts, client, template, retries, memory, not quiet and output.on_terminal(sys.stderr))
    except ModelFailed as error:
        raise output.Failed(error_text(error)) from error
    print_table(read_results([out]), {})
    return output.EXIT_OK


def options_of(texts: tuple[str, ...]) -> dict[str, Any]:
    """Parse `NAME=VALUE`, where values are JSON."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        try:
            if not name or not equals:
                raise ValueError(text)
            options[name] = json.loads(value)
        except ValueError as error:
            raise BadInput("{text!r} is not NAME=VALUE with a value in JSON, as in temperature=0", text=text) from error
    return options


def client_of(
    model: str, base_url: str | None, key_variable: str, options: dict[str, Any], timeout: float, attempts: int
) -> ModelClient:
    if not model.startswith(ENDPOINT_PREFIX):
        if base_url or options:
            raise BadInput("--base-url and --option are for models of an endpoint, openai:NAME")
        return offline_model(model)
    if base_url is not None and "@" in base_url.partition("://")[2].partition("/")[0]:
        raise BadInput("an address with a password would be recorded: put the key into an environment variable")
    from tobean.research.models.openai_client import EndpointModel

    return EndpointModel(model.removeprefix(ENDPOINT_PREFIX), base_url, key_variable, options, timeout, attempts)


def fixtures_of(
    game: str, players: int, against: tuple[str, ...], games: int, seed: str, talk_limit: int, volunteers: bool
) -> list[ModelFixture]:
    """List the games: the model moves on by a seat in each, and the cards change once it has had every seat."""
    opponents = dict.fromkeys(name for wish in against for name in reference_names(wish, players))
    return [
        ModelFixture(game, players, number % players, name, f"{seed} deal {number // players}", talk_limit, volunteers)
        for name in opponents
        for number in range(games)
    ]


def open_transcripts(
    folder: Path, fixtures: list[ModelFixture], header: dict[str, Any]
) -> list[tuple[ModelFixture, Transcript]]:
    """Open the transcripts of all games; raises `BadInput` if the folder has games of another run."""
    transcripts = []
    numbers: dict[str, int] = {}
    for fixture in fixtures:
        number = numbers[fixture.against] = numbers.get(fixture.against, 0) + 1
        path = folder / f"{fixture.game}-{fixture.players}-{fixture.against}-{number:04}{SUFFIX}"
        transcripts.append((fixture, Transcript(path, {**header, "fixture": asdict(fixture)})))
    return transcripts


def play_games(
    games: list[tuple[ModelFixture, Transcript]],
    client: ModelClient,
    prompt: Prompt,
    retries: int,
    memory: int,
    show: bool,
) -> None:
    """Play the games that have no result yet."""
    done = sum(transcript.result is not None for _, transcript in games)
    with progress(len(games), show, done) as update_progress:
        for fixture, transcript in games:
            if transcript.result is not None:
                continue
            lineup = Pairing("", fixture.against).lineup(fixture.seat, fixture.players)
            bots = {seat: lab_bot(name) for seat, name in enumerate(lineup) if seat != fixture.seat}
            if ModelGame(fixture, client, bots, prompt, transcript, retries, memory).play()["forfeited"]:
                warn_of_forfeit(transcript.path)
            done += 1
            update_progress(done)


def warn_of_forfeit(path: Path) -> None:
    click.echo(
        say(
            "{file}: the model gave no legal answer for {count} decisions in a row and has forfeited the game.",
            file=path.name,
            count=MAX_FORFEITS,
        ),
        err=True,
    )


@models.command(short_help="Print the results of runs.")
@click.argument("folders", nargs=-1, required=True, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option(
    "--prices", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
    help="TOML file with the prices of models per million tokens: [\"openai:NAME\"] read = 1.0, written = 4.0.",
)  # fmt: skip
@click.option("--markdown", is_flag=True, help="Print the table in Markdown.")
@output.json_option
def table(folders: tuple[Path, ...], prices: Path | None, markdown: bool, as_json: bool) -> int:
    """Print a table of the games in FOLDERS: rank, strength, refused answers, promises, tokens and cost.

    \b
    Examples:
      tobean models table runs/random runs/name
      tobean models table runs/* --prices prices.toml --markdown

    Exit codes: 0 fine, 2 bad input.
    """
    results = read_results(folders)
    known_prices = read_prices(prices)
    if as_json:
        output.print_json(table_data(results, known_prices))
    elif markdown:
        click.echo(table_markdown(results, known_prices))
    else:
        print_table(results, known_prices)
    return output.EXIT_OK
