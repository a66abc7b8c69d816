"""The files of a dataset folder: the manifest, the shards it lists, and their checksums.

`tobean dataset` writes such a folder (docs/research/data.md). The manifest is written before the first game and
after each shard, so that an interrupted run can be continued with the same settings.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from tobean.kernel.errors import BadInput

FORMAT: Final = 1
MANIFEST: Final = "dataset.json"
CHECKSUMS: Final = "SHA256SUMS"
MAX_MANIFEST_BYTES: Final = 50_000_000
TRAIN: Final = "train"
TEST: Final = "test"
SPLITS: Final = (TRAIN, TEST)
TEST_INTERVAL: Final = 11
"""Every eleventh game belongs to the test split. Numbers of players take turns, and eleven is a multiple of none of
these rotations, so the test split has all of them."""
FIRST_TEST_GAME: Final = 1
"""A dataset of two games has both splits."""


class BadData(BadInput):
    """A damaged file, or one that contains no games."""


def split_of(number: int) -> str:
    """Return the split of a game. It is fixed by the number, so it does not change when games are added."""
    return TEST if number % TEST_INTERVAL == FIRST_TEST_GAME else TRAIN


def game_numbers(split: str, games: int) -> list[int]:
    """Return the numbers of the games in a split, out of so many games."""
    return [number for number in range(games) if split_of(number) == split]


def shard_path(game: str, split: str, shard: int) -> str:
    """Return the path of a shard in the folder, with slashes on every system."""
    return f"{game}/{split}/{shard:05}.parquet"


@dataclass(frozen=True)
class ShardFile:
    """A finished file of games."""

    path: str
    """Relative to the folder, with slashes."""
    game: str
    split: str
    games: int
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """Everything that the games of a dataset depend on, and the files they are in."""

    seed: str
    talk_limit: int
    population: int
    """Version of the reference population."""
    shard_games: int
    tobean: str
    """Version of the program, with a digest of its sources."""
    pyarrow: str
    """Version of the library that wrote the files: their bytes depend on it, the games do not."""
    games: dict[str, int]
    """Number of games of each game."""
    shards: tuple[ShardFile, ...] = ()
    """The files written so far."""

    @property
    def is_complete(self) -> bool:
        written = dict.fromkeys(self.games, 0)
        for shard in self.shards:
            written[shard.game] += shard.games
        return written == self.games

    def text(self) -> str:
        return json.dumps({"tobean dataset": FORMAT, **asdict(self)}, indent=1) + "\n"


# --- reading -----------------------------------------------------------------------------------------------


def read_manifest(folder: Path) -> Manifest | None:
    """Return the manifest of a folder; None if there is none. Raises `BadData` if it is damaged."""
    path = folder / MANIFEST
    try:
        with path.open("rb") as stream:
            content = stream.read(MAX_MANIFEST_BYTES + 1)
    except FileNotFoundError:
        return None
    if len(content) > MAX_MANIFEST_BYTES:
        raise BadData("{path}: this file is too large", path=str(path))
    try:
        data = json.loads(content)
        if isinstance(data, dict) and data.get("tobean dataset") == FORMAT:
            return manifest_from(data)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadData("{path}: this file is damaged", path=str(path)) from error
    raise BadData("{path}: this is not a dataset in the format {format}", path=str(path), format=FORMAT)


def manifest_from(data: dict[str, Any]) -> Manifest:
    """Build a manifest from JSON; raises ValueError, KeyError, TypeError or AttributeError if it is malformed."""
    manifest = Manifest(
        seed=text(data["seed"]),
        talk_limit=count(data["talk_limit"]),
        population=count(data["population"]),
        shard_games=count(data["shard_games"]),
        tobean=text(data["tobean"]),
        pyarrow=text(data["pyarrow"]),
        games={text(game): count(games) for game, games in data["games"].items()},
        shards=tuple(shard_from(shard) for shard in data["shards"]),
    )
    if any(shard.game not in manifest.games for shard in manifest.shards):
        raise ValueError("a shard has a game without a number of games")
    return manifest


def shard_from(data: dict[str, Any]) -> ShardFile:
    shard = ShardFile(
        text(data["path"]), text(data["game"]), text(data["split"]), count(data["games"]), count(data["bytes"]),
        text(data["sha256"]),
    )  # fmt: skip
    parts = shard.path.split("/")
    if len(parts) != 3 or parts[:2] != [shard.game, shard.split] or {"", ".", ".."} & set(parts) or "\\" in shard.path:
        raise ValueError("a shard is outside of the folder of its game and split")
    return shard


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("expected a string")
    return value


def count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("expected a whole number")
    return value


# --- checking ----------------------------------------------------------------------------------------------


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file as hexadecimal digits."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def check_shard(folder: Path, shard: ShardFile, checksums: bool) -> None:
    """Raise `BadData` unless the file has the size and, with `checksums`, the content that the manifest lists."""
    path = folder / shard.path
    try:
        size = path.stat().st_size
    except FileNotFoundError as error:
        raise BadData("{path}: this file of the dataset is missing", path=str(path)) from error
    if size != shard.bytes or (checksums and checksum(path) != shard.sha256):
        raise BadData("{path}: this file has changed since the dataset was written", path=str(path))


def check_no_other_files(folder: Path, manifest: Manifest) -> None:
    """Raise `BadData` for a Parquet file that is not listed: programs that read whole folders would include it."""
    known = {shard.path for shard in manifest.shards}
    for path in sorted(folder.rglob("*.parquet")):
        if path.relative_to(folder).as_posix() not in known:
            raise BadData("{path}: this file does not belong to the dataset", path=str(path))
