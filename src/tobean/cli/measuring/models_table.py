"""Results of language models: read from transcripts, grouped, and printed."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tobean.cli import output
from tobean.cli.language import say
from tobean.kernel.errors import BadInput
from tobean.research.models.model_client import has_own_code
from tobean.research.models.transcript import RESULT, SUFFIX, complete_lines
from tobean.research.statistics.intervals import Interval, bootstrap, share
from tobean.research.tokens.commitments import BROKEN, HONOURED

MIN_GAMES: Final = 5
"""Games from which on an interval of the margin is given."""
MILLION: Final = 1_000_000
UNKNOWN: Final = "\N{EN DASH}"

WORDS: Final = 5
STRENGTH: Final = (0, 1, 2, 3, 4, 5, 6, 7)
ANSWERS: Final = (1, 4, 8, 9, 10, 11, 12)
"""Columns of the two printed tables; the first columns of all are words."""

Prices = dict[str, tuple[float, float]]
"""Prices of a million tokens read and written, by model."""


@dataclass
class ModelResult:
    """All games of a model with one prompt against one opponent."""

    model: str
    prompt: str
    game: str
    players: int
    against: str
    margins: list[float] = field(default_factory=list)
    wins: float = 0.0
    unfinished: int = 0
    forfeited_games: int = 0
    best_others: float = 0.0
    """The others' highest mean in one of the games."""
    counts: dict[str, float] = field(default_factory=dict)
    failures: int = 0

    @property
    def games(self) -> int:
        return len(self.margins)

    @property
    def setting(self) -> tuple[str, int, str]:
        return self.game, self.players, self.against

    @property
    def mean(self) -> float:
        return sum(self.margins) / self.games

    @property
    def is_ranked(self) -> bool:
        return not self.unfinished and not has_own_code(self.model)

    def add(self, result: dict[str, Any], seat: int) -> None:
        thalers = [float(count) for count in result["thalers"]]
        others = [count for other, count in enumerate(thalers) if other != seat]
        if result["rival"] is not None:
            others.append(float(result["rival"]))
        mean_of_others = sum(others) / len(others)
        self.best_others = max(self.best_others, mean_of_others)
        if result["forfeited"]:
            self.forfeited_games += 1
        else:
            self.margins.append(thalers[seat] - mean_of_others)
            if seat in result["winners"]:
                self.wins += 1 / len(result["winners"])
        for name, value in result["counts"].items():
            if name == "failures":
                self.failures += sum(value.values())
            else:
                self.counts[name] = self.counts.get(name, 0) + value

    def margin(self) -> Interval | None:
        """The mean margin; with few games its interval says nothing and is left out."""
        return bootstrap(self.margins) if self.games >= MIN_GAMES else None

    def cost(self, prices: Prices) -> float | None:
        """The cost of all games; None if the price is not known."""
        if self.model not in prices:
            return None
        read, written = prices[self.model]
        return (self.counts.get("read", 0) * read + self.counts.get("written", 0) * written) / MILLION


def read_results(folders: Sequence[Path]) -> list[ModelResult]:
    """Read the transcripts of folders. Unfinished games are counted and otherwise left out."""
    found: dict[tuple[Any, ...], ModelResult] = {}
    for path in [path for folder in folders for path in sorted(folder.glob(f"*{SUFFIX}"))]:
        lines = complete_lines(path)
        if not lines:
            continue
        try:
            header, fixture = lines[0], lines[0]["fixture"]
            prompt = f"{header['prompt']['version']} ({header['prompt']['digest'][:6]})"
            key = (header["model"], prompt, fixture["game"], fixture["players"], fixture["against"])
            group = found.setdefault(key, ModelResult(*key))
            results = [line for line in lines if line["type"] == RESULT]
            group.unfinished += not results
            for result in results[:1]:
                group.add(result, fixture["seat"])
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise BadInput("{path}: this is not a transcript of a game with a model", path=str(path)) from error
    if not found:
        raise BadInput(
            "there are no transcripts of games with models in {folders}", folders=", ".join(map(str, folders))
        )
    groups = list(found.values())
    add_forfeited_games(groups)
    return groups


def add_forfeited_games(results: Sequence[ModelResult]) -> None:
    """Count a forfeited game as the worst result of its setting: no thalers against the others' highest mean there."""
    for result in results:
        best = max(other.best_others for other in results if other.setting == result.setting)
        result.margins += [-best] * result.forfeited_games


def rank(result: ModelResult, results: Sequence[ModelResult]) -> int | None:
    """Return the rank by margin among the ranked models of the same setting; None for an unranked one."""
    if not result.is_ranked:
        return None
    rivals = [other for other in results if other.is_ranked and other.setting == result.setting]
    return 1 + sum(other.mean > result.mean for other in rivals)


def read_prices(path: Path | None) -> Prices:
    """Read the prices of models from a TOML file."""
    if path is None:
        return {}
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        prices = {model: (float(entry["read"]), float(entry["written"])) for model, entry in data.items()}
        if any(not 0 <= price < float("inf") for pair in prices.values() for price in pair):
            raise ValueError("a price below 0")
    except (ValueError, KeyError, TypeError) as error:
        raise BadInput("{path}: the prices cannot be read: {reason}", path=str(path), reason=error) from error
    return prices


def table_data(results: Sequence[ModelResult], prices: Prices) -> list[dict[str, Any]]:
    """The table as plain data."""
    return [
        {
            "rank": rank(result, results), "model": result.model, "prompt": result.prompt,
            "game": result.game, "players": result.players,
            "against": result.against, "games": result.games, "unfinished": result.unfinished,
            "forfeited_games": result.forfeited_games, "margin": result.mean if result.games else None,
            "margin_interval": None if (margin := result.margin()) is None else margin.data(),
            "wins": share(result.wins, result.games).data(), **result.counts,
            "failures": result.failures, "cost": result.cost(prices),
        }
        for result in results
    ]  # fmt: skip


def columns() -> list[str]:
    return [
        "", say("model"), say("prompt"), say("game"), say("against"), say("games"), say("margin"), say("wins"),
        say("refused"), say("forfeited"), say("promises kept"), say("tokens a game"), say("cost"),
    ]  # fmt: skip


def row(result: ModelResult, results: Sequence[ModelResult], prices: Prices) -> list[str]:
    games, counts, margin, cost = result.games, result.counts, result.margin(), result.cost(prices)
    place = str(rank(result, results) or UNKNOWN)
    game = f"{result.game} {result.players}"
    if not games:
        return [place, result.model, result.prompt, game, result.against, "0", *[UNKNOWN] * 7]
    wins = share(result.wins, games)
    settled = counts[HONOURED] + counts[BROKEN]
    tokens = (counts["read"] + counts["written"]) / games
    return [
        place,
        result.model,
        result.prompt,
        game,
        result.against,
        str(games),
        f"{result.mean:+.1f}" + ("" if margin is None else f" ({margin.low:+.1f} to {margin.high:+.1f})"),
        f"{wins.value:.0%} ({wins.low:.0%} to {wins.high:.0%})",
        f"{counts['refused'] / max(1, counts['requests']):.1%}",
        f"{counts['forfeited'] / max(1, counts['decisions']):.1%}",
        f"{counts[HONOURED]:.0f} / {settled:.0f}" if settled else UNKNOWN,
        f"{'~' if counts['estimated'] else ''}{tokens:,.0f}",
        UNKNOWN if cost is None else f"{cost:.2f}",
    ]


def print_table(results: Sequence[ModelResult], prices: Prices) -> None:
    """Print the results as two tables, because one would be too wide for a terminal."""
    names, rows = columns(), [row(result, results, prices) for result in results]
    for title, shown in ((say("Language models against bots"), STRENGTH), (say("Answers and tokens"), ANSWERS)):
        grid = output.grid(title, [names[column] for column in shown], words=sum(column < WORDS for column in shown))
        for cells in rows:
            grid.add_row(*[cells[column] for column in shown])
        output.printer().print(grid)
    for note in notes(results):
        output.printer().print(note)


def notes(results: Sequence[ModelResult]) -> list[str]:
    """Return the sentences below the table: what counts in which way, and who has no rank."""
    unfinished = sum(result.unfinished for result in results)
    forfeited = sum(result.forfeited_games for result in results)
    incomplete = dict.fromkeys(result.model for result in results if result.unfinished)
    own_code = dict.fromkeys(result.model for result in results if has_own_code(result.model))
    texts = {
        say("Unfinished games, which are in no figure: {count}", count=unfinished): unfinished,
        say("Forfeited games, which count as the worst result: {count}", count=forfeited): forfeited,
        say("Unranked because of unfinished games: {models}", models=", ".join(incomplete)): incomplete,
        say("Unranked because it runs its own code here: {models}", models=", ".join(own_code)): own_code,
    }
    return [text for text, is_shown in texts.items() if is_shown]


def table_markdown(results: Sequence[ModelResult], prices: Prices) -> str:
    lines = [columns(), ["---"] * len(columns()), *[row(result, results, prices) for result in results]]
    found = [f"| {' | '.join(line)} |" for line in lines]
    found += [f"\n{note}" for note in notes(results)]
    return "\n".join(found)
