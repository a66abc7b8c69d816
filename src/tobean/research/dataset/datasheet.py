"""The datasheet of a dataset: the template datasheet.md filled in from the manifest.

Its front matter is that of a dataset card of Hugging Face, so that its library loads each game as a configuration.
"""

import shlex
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from jinja2 import Environment, StrictUndefined

from tobean.games import game_named
from tobean.research.dataset.croissant import DEFINITION_VERSION, URL
from tobean.research.dataset.files import SPLITS, TEST, Manifest, game_numbers
from tobean.research.opponents.population import POPULATION

DATASHEET: Final = "README.md"
TEMPLATE: Final = "datasheet.md"


@dataclass(frozen=True)
class GameFigures:
    """A row of the table of games."""

    name: str
    title: str
    edition: str
    players: str
    games: int
    test_games: int
    bytes: int
    splits: tuple[str, ...]


def game_figures(manifest: Manifest) -> list[GameFigures]:
    found = []
    for game, count in manifest.games.items():
        rules = game_named(game)
        size = sum(shard.bytes for shard in manifest.shards if shard.game == game)
        split_games = {split: len(game_numbers(split, count)) for split in SPLITS}
        used = tuple(split for split in SPLITS if split_games[split])
        players = ", ".join(str(number) for number in rules.players)
        found.append(GameFigures(game, rules.title, rules.edition, players, count, split_games[TEST], size, used))
    return found


def commands(manifest: Manifest) -> list[str]:
    """Return the command lines that write the same games, one for each number of games."""
    found = []
    for count in dict.fromkeys(manifest.games.values()):
        names = [option for game in manifest.games if manifest.games[game] == count for option in ("--game", game)]
        settings = ["--games", str(count), "--seed", manifest.seed, "--talk-limit", str(manifest.talk_limit)]
        found.append(shlex.join(["tobean", "dataset", "DIR", *names, *settings]))
    return found


def datasheet(manifest: Manifest) -> str:
    """Return the datasheet as Markdown."""
    environment = Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, autoescape=False)
    environment.filters["grouped"] = lambda number: f"{number:,}"
    template = files("tobean.research.dataset").joinpath(TEMPLATE).read_text(encoding="utf-8")
    figures = game_figures(manifest)
    return (
        environment.from_string(template).render(
            manifest=manifest,
            figures=figures,
            commands=commands(manifest),
            population=list(POPULATION),
            total=sum(row.games for row in figures),
            total_bytes=sum(row.bytes for row in figures),
            definition=DEFINITION_VERSION,
            url=URL,
        )
        + "\n"
    )


def dataset_card(manifest: Manifest) -> str:
    """Return the datasheet with the front matter that Hugging Face reads."""
    lines = ["---", "license: mit", "pretty_name: Games of the tobean population", "configs:"]
    for row in game_figures(manifest):
        lines += [f"- config_name: {row.name}", "  data_files:"]
        for split in row.splits:
            lines += [f"  - split: {split}", f"    path: {row.name}/{split}/*.parquet"]
    return "\n".join([*lines, "---", "", datasheet(manifest)])
