"""Games of the reference population: which bots sit where in the game of a number, and playing it.

A game depends on the seed, the talk limit and its number alone, so it can be played anywhere and in any order.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tobean.bots.match import play_match
from tobean.games import game_named
from tobean.kernel.chance import chance_from
from tobean.lab.opponents.population import POPULATION, lab_bot
from tobean.research.data import PlayedGame, games_table

CHUNK_GAMES: Final = 10
"""Games that a worker plays before it sends them: about a second of work."""


@dataclass(frozen=True)
class Chunk:
    """Consecutive games of one game, played as one job."""

    game: str
    first: int
    games: int


def chunks_of(game: str, first: int, games: int) -> list[Chunk]:
    end = first + games
    return [Chunk(game, start, min(CHUNK_GAMES, end - start)) for start in range(first, end, CHUNK_GAMES)]


def play_chunk(seed: str, talk_limit: int, chunk: Chunk) -> bytes:
    """Play the games of a chunk; returns a table of them as a compressed Arrow stream."""
    import pyarrow as pa

    numbers = range(chunk.first, chunk.first + chunk.games)
    table = games_table(population_game(chunk.game, number, seed, talk_limit) for number in numbers)
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
