"""Datasets of the reference population: the same bytes however they are written, and damage is reported."""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from tests.support.cli import Run, single_error_line
from tobean.cli.main import main
from tobean.games import GAMES
from tobean.kernel.errors import BadInput
from tobean.research.dataset import population_games, writer
from tobean.research.dataset.croissant import COLUMNS, CROISSANT, DEFINITION_VERSION, croissant
from tobean.research.dataset.data import BadData, load_dataset, schema
from tobean.research.dataset.datasheet import DATASHEET
from tobean.research.dataset.files import CHECKSUMS, MANIFEST, TEST, TRAIN, read_manifest, split_of
from tobean.research.dataset.population_games import lineup
from tobean.research.opponents.population import POPULATION, POPULATION_VERSION
from tobean.research.pools.pool import Job, Output
from tobean.research.pools.process_pool import ProcessPool
from tobean.research.pools.stateful_job import StatefulJob, StepResult

GAME = "al-cabohne"
"""The game with the shortest games."""
SETTINGS = {"--game": GAME, "--talk-limit": "1", "--seed": "beans"}
OPTIONS = tuple(word for setting in SETTINGS.items() for word in setting)
GAMES_WRITTEN = 23


@pytest.fixture(autouse=True)
def small_shards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "SHARD_GAMES", 2)
    monkeypatch.setattr(population_games, "CHUNK_GAMES", 1)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset with both splits; tests that change files copy it."""
    path = tmp_path_factory.mktemp("dataset") / "beans"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "SHARD_GAMES", 2)
        assert main(["dataset", str(path), *OPTIONS, "--games", str(GAMES_WRITTEN), "--workers", "1"]) == 0
    return path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    for name, content in contents(folder).items():
        path = tmp_path / "copied" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path / "copied"


class InterruptedPool:
    """A pool that is interrupted with Ctrl-C after some jobs."""

    workers = 1

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def run_jobs(self, function: Callable[[Job], Output], jobs: Sequence[Job]) -> Generator[list[Output], None, None]:
        yield from ProcessPool(1).run_jobs(function, jobs[: self.jobs])
        raise KeyboardInterrupt

    def run_stateful_job(
        self, stateful_job: StatefulJob, files: Sequence[Path], checkpoints: Mapping[str, bytes]
    ) -> Generator[StepResult, None, None]:
        raise NotImplementedError


# --- writing -------------------------------------------------------------------------------------------------


def test_workers_do_not_change_a_byte(folder: Path, run: Run, tmp_path: Path) -> None:
    found = run("dataset", tmp_path / "other", *OPTIONS, "--games", GAMES_WRITTEN, "--workers", 2)
    assert found == (0, f"{tmp_path / 'other'}: {GAMES_WRITTEN} games\n", "")
    assert contents(tmp_path / "other") == contents(folder)


def test_an_interrupted_run_continues(folder: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the missing shards are played, and the result has the bytes of an uninterrupted run."""
    path = tmp_path / "beans"
    command = ("dataset", path, *OPTIONS, "--games", GAMES_WRITTEN, "--workers", 1)
    with monkeypatch.context() as patch:
        patch.setattr("tobean.cli.training.dataset.pool_named", lambda _cluster, _workers: InterruptedPool(5))
        assert run(*command)[0] == 130
    manifest = read_manifest(path)
    assert manifest is not None
    assert [shard.games for shard in manifest.shards] == [2, 2]  # the fifth game was lost
    with pytest.raises(BadData, match="not complete"):
        load_dataset(path)
    played: list[object] = []
    play_chunk = population_games.play_chunk

    def counted(seed: str, talk_limit: int, chunk: population_games.Chunk) -> bytes:
        played.append(chunk)
        return play_chunk(seed, talk_limit, chunk)

    monkeypatch.setattr(writer, "play_chunk", counted)
    assert run(*command)[0] == 0
    assert len(played) == GAMES_WRITTEN - 4
    assert contents(path) == contents(folder)
    assert run(*command)[0] == 0
    assert len(played) == GAMES_WRITTEN - 4


def test_games_can_be_added(folder: Path, run: Run, tmp_path: Path) -> None:
    """A last shard with too few games is replaced."""
    path = tmp_path / "beans"
    assert run("dataset", path, *OPTIONS, "--games", 3, "--workers", 1)[0] == 0
    assert run("dataset", path, *OPTIONS, "--games", GAMES_WRITTEN, "--workers", 1)[0] == 0
    assert contents(path) == contents(folder)


def test_another_game_can_be_added(run: Run, tmp_path: Path) -> None:
    for path, orders in (("one", [("bohnanza", GAME)]), ("two", [(GAME,), ("bohnanza",)])):
        for games in orders:
            chosen = [option for game in games for option in ("--game", game)]
            assert run("dataset", tmp_path / path, *chosen, "-n", 1, "--talk-limit", 1, "--workers", 1)[0] == 0
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
    assert load_dataset(tmp_path / "two").games == (GAME, "bohnanza")


def test_a_deleted_file_is_written_again(copied: Path, folder: Path, run: Run) -> None:
    (copied / f"{GAME}/train/00003.parquet").unlink()
    assert run("dataset", copied, *OPTIONS, "--games", GAMES_WRITTEN, "--workers", 1)[0] == 0
    assert contents(copied) == contents(folder)


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("--seed", "other", "another seed: 'beans' instead of 'other'"),
        ("--talk-limit", "2", "another talk_limit: 1 instead of 2"),
        ("--games", "22", f"has {GAMES_WRITTEN} games of {GAME}"),
        ("--game", "chess", "chess"),
    ],
)
def test_other_settings_are_refused(copied: Path, run: Run, option: str, value: str, reason: str) -> None:
    before = contents(copied)
    given = {**SETTINGS, "--games": str(GAMES_WRITTEN), option: value}
    refused = run("dataset", copied, *[word for pair in given.items() for word in pair], "--workers", 1)
    assert reason in single_error_line(refused)
    assert contents(copied) == before


def test_a_folder_with_other_files_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Nina")
    assert "has other files" in single_error_line(run("dataset", tmp_path, *OPTIONS, "--games", 1))
    assert list(contents(tmp_path)) == ["letter.txt"]


def test_a_changed_file_is_not_overwritten(copied: Path, run: Run) -> None:
    changed = copied / f"{GAME}/train/00000.parquet"
    changed.write_bytes(changed.read_bytes()[::-1])
    before = contents(copied)
    line = single_error_line(run("dataset", copied, *OPTIONS, "--games", GAMES_WRITTEN + 2))
    assert "00000.parquet: this file has changed" in line
    assert contents(copied) == before


def test_lineups_of_this_definition() -> None:
    """Other lineups need another `DEFINITION_VERSION`."""
    assert (DEFINITION_VERSION, POPULATION_VERSION) == ("1.0.0", 2)
    assert lineup("bohnanza", 0, "0") == ["merchant-2", "greedy-1", "miser-1"]
    assert lineup("bohnanza", 1, "0") == ["random-1", "miser-1", "merchant-2", "miser-1"]


def test_every_bot_is_drawn_equally_often() -> None:
    seats = Counter(name for number in range(3000) for name in lineup("bohnanza", number, "0"))
    assert set(seats) == set(POPULATION)
    assert all(abs(count - 1200) < 150 for count in seats.values())  # 12,000 seats; 150 are 4.6 standard deviations
    sizes = Counter(len(lineup("bohnanza", number, "0")) for number in range(300))
    assert sizes == {3: 100, 4: 100, 5: 100}


# --- reading -------------------------------------------------------------------------------------------------


def test_a_dataset_is_read_by_game_and_split(folder: Path) -> None:
    dataset = load_dataset(folder)
    assert (len(dataset), dataset.games) == (GAMES_WRITTEN, (GAME,))
    assert dataset.files(split="test") == dataset.files(GAME, "test") == [folder / GAME / "test" / "00000.parquet"]
    records = list(dataset.records())
    assert len(records) == GAMES_WRITTEN
    for number, record in zip((0, 2, 3, 4), records, strict=False):
        assert [name.rpartition(" ")[0] for name in record.players] == lineup(GAME, number, "beans")
        assert str(record.final().result()) == record.result
    table = dataset.table(GAME, "train", columns=["seed", "thalers"])
    assert table.column_names == ["seed", "thalers"]
    assert set(table["seed"].to_pylist()) == {f"beans {GAME} {number}" for number in range(23)} - {
        f"beans {GAME} 1",
        f"beans {GAME} 12",
    }
    assert dataset.table().num_rows == GAMES_WRITTEN


def test_small_datasets_have_both_splits(run: Run, tmp_path: Path) -> None:
    assert run("dataset", tmp_path / "beans", *OPTIONS, "--games", 2, "--workers", 1)[0] == 0
    dataset = load_dataset(tmp_path / "beans")
    for split, number in ((TRAIN, 0), (TEST, 1)):
        assert dataset.table(split=split)["seed"].to_pylist() == [f"beans {GAME} {number}"]
    assert "split: test" in (tmp_path / "beans" / DATASHEET).read_text(encoding="utf-8")


@pytest.mark.parametrize("game", GAMES)
def test_both_splits_have_all_numbers_of_players(game: str) -> None:
    counts = Counter((split_of(number), len(lineup(game, number, "0"))) for number in range(66))
    for players in GAMES[game].players:
        assert counts[TEST, players] == 6 / len(GAMES[game].players)
        assert counts[TRAIN, players] == 60 / len(GAMES[game].players)


def test_other_programs_read_the_files_directly(folder: Path) -> None:
    table = pq.read_table(folder / GAME / "train")
    assert table.num_rows == GAMES_WRITTEN - 2
    assert table.schema.equals(schema())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"game": "chess"}, f"'chess' is not in this dataset; there are: {GAME}"),
        ({"split": "dev"}, "'dev' is not a split; there are: train, test"),
        ({"columns": ["seed", "mood"]}, "'mood' is not a column; there are: game, "),
    ],
)
def test_unknown_names_are_refused(folder: Path, arguments: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        load_dataset(folder).table(**arguments)


def test_changed_files_are_reported(copied: Path) -> None:
    path = copied / f"{GAME}/test/00000.parquet"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1] + b"?")
    with pytest.raises(BadData, match="test/00000.parquet: this file has changed"):
        load_dataset(copied)
    assert len(load_dataset(copied, checksums=False)) == GAMES_WRITTEN
    path.write_bytes(whole[:-1])
    with pytest.raises(BadData, match="test/00000.parquet: this file has changed"):
        load_dataset(copied, checksums=False)
    path.rename(copied / f"{GAME}/test/00099.parquet")
    with pytest.raises(BadData, match="test/00000.parquet: this file of the dataset is missing"):
        load_dataset(copied)
    path.write_bytes(whole)
    with pytest.raises(BadData, match="00099.parquet: this file does not belong to the dataset"):
        load_dataset(copied)


def test_a_folder_without_a_dataset_is_reported(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none"):
        with pytest.raises(BadData, match="not the folder of a dataset"):
            load_dataset(path)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"tobean dataset": 2}, "not a dataset in the format 1"),
        ({"games": {GAME: "many"}}, "damaged"),
        ({"games": {}}, "damaged"),
        ({"shards": [7]}, "damaged"),
        ({"seed": None}, "damaged"),
        ({"path": "../../secret/00000.parquet"}, "damaged"),
        ({"path": "/etc/passwd"}, "damaged"),
        ({"path": f"{GAME}/train/.."}, "damaged"),
        ({"bytes": -1}, "damaged"),
    ],
)
def test_damaged_manifests_are_reported(copied: Path, change: dict[str, Any], reason: str) -> None:
    path = copied / MANIFEST
    data = json.loads(path.read_text())
    for key, value in change.items():
        place = data if key in data else data["shards"][0]
        place[key] = value
    path.write_text(json.dumps(data))
    with pytest.raises(BadData, match=reason):
        load_dataset(copied)


@pytest.mark.parametrize("text", ["", "[]", "{", '{"tobean dataset": 1}', "[" * 100_000])
def test_files_that_are_not_manifests_are_reported(tmp_path: Path, text: str) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises(BadData, match="damaged|not a dataset"):
        load_dataset(tmp_path)


# --- descriptions --------------------------------------------------------------------------------------------


def test_checksums_cover_every_file(folder: Path) -> None:
    lines = (folder / CHECKSUMS).read_text().splitlines()
    listed = {name: digest for digest, name in (line.split("  ") for line in lines)}
    found = contents(folder)
    del found[CHECKSUMS]
    assert listed == {name: hashlib.sha256(content).hexdigest() for name, content in found.items()}


def test_croissant_describes_every_column_and_file(folder: Path) -> None:
    """tests/peers loads the games through it."""
    data = json.loads((folder / CROISSANT).read_text())
    assert list(COLUMNS) == schema().names
    [records] = data["recordSet"]
    assert [field["name"] for field in records["field"]] == [*schema().names, "split"]
    listed = {item["contentUrl"]: item["sha256"] for item in data["distribution"] if item["@type"] == "cr:FileObject"}
    manifest = read_manifest(folder)
    assert manifest is not None
    assert listed == {shard.path: shard.sha256 for shard in manifest.shards}
    assert data == croissant(manifest)


def test_the_datasheet_has_the_figures(folder: Path) -> None:
    text = (folder / DATASHEET).read_text(encoding="utf-8")
    assert f"| all | | | {GAMES_WRITTEN} | 2 |" in text
    assert f"tobean dataset DIR --game {GAME} --games {GAMES_WRITTEN} --seed beans --talk-limit 1" in text
    assert f"path: {GAME}/test/*.parquet" in text
