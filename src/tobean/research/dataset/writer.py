"""Writes a dataset folder: plays the missing shards with a pool of workers, then adds its descriptions.

Workers play chunks of games; this process puts them together in order. A shard is written to a temporary name, renamed,
and listed in the manifest, so a run that ends at any point is continued by running it again.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from tobean.kernel.errors import BadInput
from tobean.research.dataset.croissant import CROISSANT, croissant_text
from tobean.research.dataset.data import write_table
from tobean.research.dataset.datasheet import DATASHEET, dataset_card
from tobean.research.dataset.files import (
    CHECKSUMS,
    MANIFEST,
    SPLITS,
    Manifest,
    ShardFile,
    check_shard,
    checksum,
    game_numbers,
    read_manifest,
    shard_path,
)
from tobean.research.dataset.population_games import chunks_of, groups_of, play_chunk
from tobean.research.opponents.population import POPULATION_VERSION
from tobean.research.pools.code_digest import play_version
from tobean.research.pools.pool import Pool, in_order

SHARD_GAMES: Final = 1000
DESCRIPTIONS: Final = (CROISSANT, DATASHEET, CHECKSUMS)
"""Files that describe a complete dataset; they are removed before games are added."""


@dataclass(frozen=True)
class Shard:
    """Games of one game and one split, which go to one file."""

    game: str
    split: str
    number: int
    games: tuple[int, ...]
    """The numbers of the games."""

    @property
    def path(self) -> str:
        return shard_path(self.game, self.split, self.number)


def shards_of(games: Mapping[str, int], shard_games: int) -> list[Shard]:
    return [
        Shard(game, split, number, numbers)
        for game, count in games.items()
        for split in SPLITS
        for number, numbers in enumerate(groups_of(game_numbers(split, count), shard_games))
    ]


def plan_dataset(folder: Path, games: Mapping[str, int], seed: str, talk_limit: int) -> Manifest:
    """Return the manifest of a new dataset, or of an existing one with these numbers of games.

    Raises `BadInput` if the folder has other files, or games of other settings; nothing is changed.
    """
    import pyarrow

    wanted = Manifest(
        seed,
        talk_limit,
        POPULATION_VERSION,
        SHARD_GAMES,
        play_version(),
        pyarrow.__version__,
        dict(sorted(games.items())),
    )
    present = read_manifest(folder)
    if present is None:
        if folder.exists() and any(folder.iterdir()):
            raise BadInput("{folder} has other files: choose a new folder", folder=str(folder))
        return wanted
    for name in ("seed", "talk_limit", "population", "shard_games", "tobean", "pyarrow"):
        if getattr(present, name) != getattr(wanted, name):
            raise BadInput(
                "{folder} was created with another {name}: {present!r} instead of {wanted!r}; choose a new folder",
                folder=str(folder),
                name=name,
                present=getattr(present, name),
                wanted=getattr(wanted, name),
            )
    for game, count in games.items():
        if present.games.get(game, 0) > count:
            raise BadInput(
                "{folder} has {count} games of {game}: write at least as many, or choose a new folder",
                folder=str(folder),
                count=present.games[game],
                game=game,
            )
    total = dict(sorted({**present.games, **games}.items()))
    sizes = {shard.path: len(shard.games) for shard in shards_of(total, SHARD_GAMES)}
    kept = tuple(
        shard for shard in present.shards if sizes.get(shard.path) == shard.games and (folder / shard.path).exists()
    )
    for shard in kept:
        check_shard(folder, shard, checksums=True)
    return replace(wanted, games=total, shards=kept)


def missing_shards(manifest: Manifest) -> list[Shard]:
    written = {shard.path for shard in manifest.shards}
    return [shard for shard in shards_of(manifest.games, manifest.shard_games) if shard.path not in written]


def write_dataset(folder: Path, manifest: Manifest, pool: Pool, update_progress: Callable[[int], None]) -> Manifest:
    """Play the missing games of a plan and describe the dataset; returns the complete manifest."""
    missing = missing_shards(manifest)
    folder.mkdir(parents=True, exist_ok=True)
    if missing:
        for name in DESCRIPTIONS:
            (folder / name).unlink(missing_ok=True)
        write_file(folder / MANIFEST, manifest.text())
    done = sum(shard.games for shard in manifest.shards)
    for shard in play_shards(folder, manifest, missing, pool, lambda played: update_progress(done + played)):
        manifest = replace(manifest, shards=in_file_order((*manifest.shards, shard)))
        write_file(folder / MANIFEST, manifest.text())
    write_descriptions(folder, manifest)
    return manifest


def in_file_order(shards: tuple[ShardFile, ...]) -> tuple[ShardFile, ...]:
    """Sort by game, split and number, so that the manifest does not depend on interruptions."""
    return tuple(sorted(shards, key=lambda shard: (shard.game, SPLITS.index(shard.split), shard.path)))


def play_shards(
    folder: Path, manifest: Manifest, missing: list[Shard], pool: Pool, update_progress: Callable[[int], None]
) -> Iterator[ShardFile]:
    """Play shards and write their files."""
    import pyarrow as pa

    chunks = [chunks_of(shard.game, shard.games) for shard in missing]
    jobs = [chunk for several in chunks for chunk in several]
    played = 0
    with closing(in_order(pool, partial(play_chunk, manifest.seed, manifest.talk_limit), jobs)) as results:
        for shard, own_chunks in zip(missing, chunks, strict=True):
            parts = []
            for contents in islice(results, len(own_chunks)):
                parts.append(pa.ipc.open_stream(contents).read_all())
                played += parts[-1].num_rows
                update_progress(played)
            yield write_shard(folder, shard, pa.concat_tables(parts))


def write_shard(folder: Path, shard: Shard, table: object) -> ShardFile:
    path = folder / shard.path
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    write_table(part, table)
    digest, size = checksum(part), part.stat().st_size
    part.replace(path)
    return ShardFile(shard.path, shard.game, shard.split, len(shard.games), size, digest)


def write_descriptions(folder: Path, manifest: Manifest) -> None:
    """Write the metadata for programs, the datasheet for people, and the checksums of everything."""
    write_file(folder / CROISSANT, croissant_text(manifest))
    write_file(folder / DATASHEET, dataset_card(manifest))
    digests = {shard.path: shard.sha256 for shard in manifest.shards}
    digests |= {name: checksum(folder / name) for name in (MANIFEST, CROISSANT, DATASHEET)}
    write_file(folder / CHECKSUMS, "".join(f"{digests[name]}  {name}\n" for name in sorted(digests)))


def write_file(path: Path, text: str) -> None:
    """Replace a file at once, so that a reader sees the old or the new text."""
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8", newline="\n")
    part.replace(path)
