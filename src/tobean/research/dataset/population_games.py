"""Games of the reference population: which bots sit where in the game of a number, and playing it.

A game depends on the seed, the talk limit and its number alone, so it can be played anywhere and in any order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tobean.bots.match import play_match
from tobean.games import game_named
from tobean.kernel.chance import chance_from
from tobean.research.dataset.data import PlayedGame, games_table
from tobean.research.opponents.population import POPULATION, lab_bot

CHUNK_GAMES: Final = 10
"""Games that a worker plays before it sends them: about a second of work."""


@dataclass(frozen=True)
class Chunk:
    """Some games of one game, played as one job."""

    game: str
    numbers: tuple[int, ...]


def chunks_of(game: str, numbers: Sequence[int]) -> list[Chunk]:
    return [Chunk(game, group) for group in groups_of(numbers, CHUNK_GAMES)]


def groups_of(numbers: Sequence[int], size: int) -> list[tuple[int, ...]]:
    """Divide numbers into groups of a size; the last one may be smaller."""
    return [tuple(numbers[first : first + size]) for first in range(0, len(numbers), size)]


def play_chunk(seed: str, talk_limit: int, chunk: Chunk) -> bytes:
    """Play the games of a chunk; returns a table of them as a compressed Arrow stream."""
    import pyarrow as pa

    table = games_table(population_game(chunk.game, number, seed, talk_limit) for number in chunk.numbers)
    out = pa.BufferOutputStream()
    with pa.ipc.new_stream(out, table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as stream:
        stream.write_table(table)
    contents: bytes = out.getvalue().to_pybytes()
    return contents


def population_game(game: str, number: int, seed: str, talk_limit: int) -> PlayedGame:
    game_seed = f"{seed} {game} {number}"
    bots = [lab_bot(name) for name in lineup(game, number, seed)]
    match = play_match(game, bots, game_seed, talk_limit=talk_limit)
    return PlayedGame(match.record, match.result, game_seed)


def lineup(game: str, number: int, seed: str) -> Sequence[str]:
    """Return the bots by seat. The number of players rotates with the game number; each seat gets a random bot."""
    counts = game_named(game).players
    names = list(POPULATION)
    chance = chance_from(f"{seed} {game} {number} lineup")
    return [names[chance.randbelow(len(names))] for _ in range(counts[number % len(counts)])]
