"""Shards: Parquet files with the recorded positions of some games (docs/training.md has the columns)."""

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, BinaryIO, Final, NamedTuple

from tobean.kernel.errors import BadInput
from tobean.research.training.selfplay import OFFER, Plan, Row, shard_rows

FORMAT: Final = "tobean positions 1"
FORMAT_KEY: Final = b"tobean"
PLAN_KEY: Final = b"plan"


class BadShards(BadInput):
    """Shards that cannot be used for training."""


def shard_bytes(plan: Plan, rows: Sequence[Row]) -> bytes:
    """Serialise a shard as a Parquet file."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.schema(
        [
            ("game", pa.int32()),
            ("seat", pa.int8()),
            ("ply", pa.int32()),
            ("about", pa.int8()),
            ("margin", pa.float32()),
            ("glory", pa.float32()),
            ("features", pa.binary()),
        ],
        metadata={FORMAT_KEY: FORMAT.encode(), PLAN_KEY: json.dumps(asdict(plan)).encode()},
    )
    table = pa.table({name: [row[at] for row in rows] for at, name in enumerate(Row._fields)}, schema=schema)
    out = io.BytesIO()
    pq.write_table(table, out, compression="zstd", use_dictionary=False)
    return out.getvalue()


class SelfplayShard(NamedTuple):
    """A shard to be played: its number and its number of games."""

    number: int
    games: int


def selfplay_shards(plan: Plan, games: int) -> list[SelfplayShard]:
    """Return the shards with exactly this number of games; the last one may be incomplete."""
    return [
        SelfplayShard(number, min(plan.games, games - number * plan.games)) for number in range(-(-games // plan.games))
    ]


def play_shard(plan: Plan, shard: SelfplayShard) -> tuple[SelfplayShard, bytes]:
    """Play a shard; returns it with its file content."""
    return shard, shard_bytes(plan, shard_rows(plan, shard.number, shard.games))


class Examples(NamedTuple):
    """Training examples as NumPy arrays, one row for each position or offer."""

    plan: dict[str, Any]
    game: Any
    seat: Any
    ply: Any
    about: Any
    outcomes: Any
    """Margin and glory."""
    features: Any


def read_shards(files: Iterable[tuple[str, BinaryIO]]) -> tuple[Examples, Examples]:
    """Read the positions and offers of named shards, ordered by game, seat and ply."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    tables: list[Any] = []
    plans: list[dict[str, Any]] = []
    for name, file in files:
        try:
            with file:
                table = pq.read_table(pa.BufferReader(file.read()))
            metadata = table.schema.metadata or {}
            if metadata.get(FORMAT_KEY) != FORMAT.encode():
                raise BadShards("{path}: this is not a shard of `tobean selfplay`", path=name)
        except (pa.ArrowException, OSError) as error:
            raise BadShards("{path}: this file is damaged or not a Parquet file", path=name) from error
        plan = json.loads(metadata[PLAN_KEY])
        if plans and plan["game"] != plans[0]["game"]:
            raise BadShards(
                "{path}: this shard has games of {game}, the others have games of {expected}",
                path=name,
                game=plan["game"],
                expected=plans[0]["game"],
            )
        if plan not in plans:
            plans.append(plan)
        game_offset = plans.index(plan) << 24  # keeps game numbers of different runs apart
        numbers = table["game"].to_numpy().astype(np.int64) + game_offset
        tables.append(table.set_column(0, "game", pa.array(numbers)))
    if not plans:
        raise BadShards("there are no shards to learn from")
    plan = plans[0] if len(plans) == 1 else {**plans[0], "runs": plans}
    table = pa.concat_tables(tables)
    about = table["about"].to_numpy()
    return examples_from(plan, table.filter(pa.array(about != OFFER))), examples_from(
        plan, table.filter(pa.array(about == OFFER))
    )


def examples_from(plan: dict[str, Any], table: Any) -> Examples:
    import numpy as np

    parts = [decode_features(chunk) for chunk in table["features"].chunks if len(chunk)]
    features = np.concatenate(parts) if parts else np.zeros((0, 0), np.int16)
    columns = {name: table[name].to_numpy() for name in ("game", "seat", "ply", "about", "margin", "glory")}
    order = np.lexsort((columns["ply"], columns["seat"], columns["game"]))
    outcomes = np.stack([columns["margin"], columns["glory"]], 1)[order]
    return Examples(
        plan, columns["game"][order], columns["seat"][order], columns["ply"][order], columns["about"][order], outcomes,
        features[order],
    )  # fmt: skip


def decode_features(chunk: Any) -> Any:
    """Decode a chunk of a bytes column to an array of numbers without copying row by row."""
    import numpy as np

    _, offset_buffer, contents = chunk.buffers()
    offsets = np.frombuffer(offset_buffer, np.int32)[chunk.offset : chunk.offset + len(chunk) + 1]
    return np.frombuffer(contents, "<i2")[offsets[0] // 2 : offsets[-1] // 2].reshape(len(chunk), -1)
