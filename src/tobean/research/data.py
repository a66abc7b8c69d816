"""Games in Parquet files: complete records, or training examples.

A row is a game in the notation of a record (docs/research/data.md has the schema). On reading, a row is converted to
the text of a record and parsed as such, so a file can contain nothing that a record cannot; `Record.replay` checks it
against the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tobean.extras import require
from tobean.kernel.cards import cards_text
from tobean.kernel.errors import BadInput, TobeanError
from tobean.kernel.notation.input_limits import MAX_MOVES
from tobean.kernel.state.seats import seat_name
from tobean.record.position_entries import options_text
from tobean.record.record import HEADER, POSITION_PREFIX, Record, parse_record
from tobean.view.observation import observe

if TYPE_CHECKING:
    import os

    import pyarrow as pa

    from tobean.kernel.rules import Result
    from tobean.research.tokens.setting import Setting

FORMAT: Final = "1"
FORMAT_KEY: Final = b"tobean games"
ROWS_PER_GROUP: Final = 256


class BadData(BadInput):
    """A damaged file, or one that contains no games."""


@dataclass(frozen=True)
class PlayedGame:
    """A game with its record and the further columns of its row."""

    record: Record
    result: Result | None = None
    seed: str = ""


def schema() -> pa.Schema:
    require("pyarrow")
    import pyarrow as pa

    texts, numbers = pa.list_(pa.string()), pa.list_(pa.int16())
    move = pa.struct([("seat", pa.int8()), ("action", pa.string()), ("chance", pa.string())])
    return pa.schema(
        [
            ("game", pa.string()),
            ("edition", pa.string()),
            ("players", texts),
            ("options", pa.string()),
            ("start", pa.int8()),
            ("cards", pa.string()),
            ("deck", pa.string()),
            ("position", texts),
            ("deal", pa.string()),
            ("moves", pa.list_(move)),
            ("result", pa.string()),
            ("thalers", numbers),
            ("winners", numbers),
            ("seed", pa.string()),
        ],
        metadata={FORMAT_KEY: FORMAT.encode()},
    )


# --- writing -----------------------------------------------------------------------------------------------


def write_games(path: str | os.PathLike[str], games: Iterable[PlayedGame]) -> int:
    """Write games to a file in row groups; returns their number."""
    columns = schema()
    import pyarrow as pa
    import pyarrow.parquet as pq

    count = 0
    remaining = iter(games)
    with pq.ParquetWriter(path, columns, compression="zstd") as writer:
        while rows := [row_of(game) for game in islice(remaining, ROWS_PER_GROUP)]:
            writer.write_table(pa.Table.from_pylist(rows, columns))
            count += len(rows)
    return count


def row_of(game: PlayedGame) -> dict[str, object]:
    record = game.record
    moves = [
        {
            "seat": move.action.seat,
            "action": move.action.notation(),
            "chance": cards_text(move.chance) if move.chance else "",
        }
        for move in record.moves
    ]
    return {
        "game": record.game,
        "edition": record.edition or record.rules().edition,
        "players": list(record.players),
        "options": options_text(record.options) or "nothing",
        "start": record.start,
        "cards": record.cards,
        "deck": "" if record.deck is None else cards_text(record.deck),
        "position": [f"{key}: {value}" for key, value in record.position.items()],
        "deal": cards_text(record.deal),
        "moves": moves,
        "result": record.result,
        "thalers": [] if game.result is None else list(game.result.thalers),
        "winners": [] if game.result is None else list(game.result.winners),
        "seed": game.seed,
    }


# --- reading -----------------------------------------------------------------------------------------------


def read_games(path: str | os.PathLike[str]) -> Iterator[Record]:
    """Yield the games of a file. Raises `BadData` with the number of the game if the file is damaged."""
    for number, row in enumerate(rows_of(path), start=1):
        try:
            yield parse_record(record_text(row))
        except (TobeanError, TypeError, KeyError) as error:
            raise BadData("{path}, game {number}: {reason}", path=str(path), number=number, reason=error) from error


def rows_of(path: str | os.PathLike[str]) -> Iterator[dict[str, Any]]:
    columns = schema()
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as stream:
            format_name = (stream.schema_arrow.metadata or {}).get(FORMAT_KEY)
            if format_name != FORMAT.encode() or not stream.schema_arrow.equals(columns):
                raise BadData(
                    "{path}: this is not a file of games in the format {format}", path=str(path), format=FORMAT
                )
            for batch in stream.iter_batches(ROWS_PER_GROUP):
                yield from batch.to_pylist()
    except FileNotFoundError:
        raise
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise BadData("{path}: this file is damaged, or is no Parquet file", path=str(path)) from error


def record_text(row: dict[str, Any]) -> str:
    lines = [HEADER, f"game: {row['game']}", f"edition: {row['edition']}", f"players: {', '.join(row['players'])}"]
    lines += [f"options: {row['options']}", f"start: {seat_name(row['start'])}"]
    lines += [f"{key}: {row[key]}" for key in ("cards", "deck") if row[key]]
    if row["position"]:
        lines += [f"{POSITION_PREFIX}{entry}" for entry in row["position"]]
    else:
        lines.append(f"deal => {row['deal']}")
    for number, move in enumerate(row["moves"][: MAX_MOVES + 1], start=1):
        chance_text = f" => {move['chance']}" if move["chance"] else ""
        lines.append(f"{number} {seat_name(move['seat'])} {move['action']}{chance_text}")
    if row["result"]:
        lines.append(f"result: {row['result']}")
    return "\n".join(lines) + "\n"


# --- training examples ---------------------------------------------------------------------------------------


class Example(NamedTuple):
    """One token of an action: the observation, the prefix, the legal tokens, the token chosen and the outcome of the
    game."""

    seat: int
    view: dict[int, int]
    """Non-zero features by index."""
    prefix: tuple[int, ...]
    """The previous tokens of the same action."""
    mask: bytearray
    token: int
    value: float
    """The seat's return at the end of the game."""

    @property
    def said(self) -> tuple[int, ...]:  # the name of `prefix` up to version 0.1
        return self.prefix


def examples(path: str | os.PathLike[str], setting: Setting) -> Iterator[Example]:
    """Yield every token of every action of the finished games in a file with this game and number of players."""
    for record in read_games(path):
        if record.result and record.game == setting.rules.name and len(record.players) == setting.players:
            yield from examples_of(record, setting)


def examples_of(record: Record, setting: Setting) -> Iterator[Example]:
    grammar, layout = setting.grammar, setting.layout
    values = setting.returns(record.final().result())
    steps = record.replay()
    table, _, _ = next(steps)
    for move in record.moves:
        seat = move.action.seat
        tokens = grammar.encode(table, move.action)
        view = layout.sparse(observe(table, seat))
        for length, token in enumerate(tokens):
            prefix = tuple(tokens[:length])
            yield Example(seat, view, prefix, grammar.mask(table, seat, prefix), token, values[seat])
        next(steps)
