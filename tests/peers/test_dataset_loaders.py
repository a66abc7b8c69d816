"""A dataset is loaded by the libraries that its metadata is written for: mlcroissant, Hugging Face datasets, pandas."""

from pathlib import Path
from typing import Any

import mlcroissant
import pandas as pd
import pytest

from tobean.cli.main import main
from tobean.record.record import parse_record
from tobean.research.dataset import writer
from tobean.research.dataset.data import load_dataset, record_text

GAMES = ("al-cabohne", "bohnanza")
GAMES_WRITTEN = 10


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset with one game per file; the second game is in the test split."""
    path = tmp_path_factory.mktemp("dataset") / "beans"
    chosen = [option for game in GAMES for option in ("--game", game)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writer, "SHARD_GAMES", 1)
        assert main(["dataset", str(path), *chosen, "--games", str(GAMES_WRITTEN), "--talk-limit", "2"]) == 0
    return path


def decoded(value: Any) -> Any:
    """Values as in the Parquet file: mlcroissant gives texts as bytes, and fields by their full names."""
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if isinstance(value, dict):
        return {key.rpartition("/")[2]: decoded(item) for key, item in value.items()}
    return value


@pytest.mark.parametrize("game", GAMES)
def test_croissant_is_valid_and_loads_every_game(folder: Path, game: str) -> None:
    dataset = mlcroissant.Dataset(jsonld=folder / "croissant.json")
    issues = dataset.metadata.ctx.issues
    assert (issues.errors, issues.warnings) == (set(), set())
    rows = [decoded(row) for row in dataset.records(game)]
    assert sorted(row.pop("split") for row in rows) == ["test"] + ["train"] * (GAMES_WRITTEN - 1)
    by_seed = {row["seed"]: row for row in rows}
    expected = load_dataset(folder).table(game).to_pylist()
    assert by_seed == {row["seed"]: row for row in expected}
    assert parse_record(record_text(rows[0])).final().over


def test_croissant_has_the_checksum_of_every_file(folder: Path) -> None:
    dataset = mlcroissant.Dataset(jsonld=folder / "croissant.json")
    listed = {node.content_url: node.sha256 for node in dataset.metadata.file_objects}
    manifest = load_dataset(folder).manifest
    assert listed == {shard.path: shard.sha256 for shard in manifest.shards}


@pytest.mark.parametrize("game", GAMES)
def test_hugging_face_loads_a_game_with_its_splits(
    folder: Path, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    import datasets

    loaded = datasets.load_dataset(str(folder), game, cache_dir=str(tmp_path / "cache"))
    assert {split: len(rows) for split, rows in loaded.items()} == {"train": GAMES_WRITTEN - 1, "test": 1}
    assert list(loaded["test"]) == load_dataset(folder).table(game, "test").to_pylist()


def test_pandas_loads_a_split(folder: Path) -> None:
    frame = pd.read_parquet(folder / "bohnanza" / "train", columns=["players", "thalers"])
    assert len(frame) == GAMES_WRITTEN - 1
    assert [len(names) for names in frame["players"]] == [len(thalers) for thalers in frame["thalers"]]
