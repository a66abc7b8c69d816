"""The programs in examples/baselines run, learn something, and agree with OpenSpiel on the tiny variant."""

import csv
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pyspiel
import pytest

import behaviour_cloning
import exact
import ismcts
import plot
import ppo_population
import ppo_selfplay
from tests.support.paths import EXAMPLES
from tobean.research.exact.tree import GameTree
from tobean.research.exact.variant import read_variant

TINY = EXAMPLES / "baselines" / "tiny.toml"


def rows(path: Path) -> list[dict[str, str]]:
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def tree() -> GameTree:
    return GameTree(read_variant(TINY))


def test_the_size_of_the_tiny_variant(tree: GameTree) -> None:
    """The figures of docs/benchmarks.md."""
    assert tree.counts() == {
        "histories": 40660,
        "terminal histories": 14258,
        "chance nodes": 14947,
        "decisions": 11455,
        "information states": 7572,
        "depth": 21,
    }


def test_openspiel_finds_the_same_values(tree: GameTree) -> None:
    solver = exact.Solver(tree)
    cfr = solver.solve("CFR", 1)
    for _ in range(10):
        cfr.evaluate_and_update_policy()
    policy = solver.policy(cfr)
    assert tree.nash_conv(policy) == pytest.approx(pyspiel.nash_conv(solver.game, cfr.average_policy()), abs=1e-9)
    assert tree.nash_conv(policy) < tree.nash_conv(tree.uniform_policy()) / 4


def test_advantages_follow_the_decisions_of_a_seat() -> None:
    """One table, two seats; a game ends after the third token, and the next one goes on beyond the rollout."""
    values = np.array([[0.5], [0.2], [0.1], [0.4], [0.3]], np.float32)
    seats = np.array([[0], [1], [0], [1], [1]])
    ended: list[list[tuple[int, list[float]]]] = [[], [], [(0, [1.0, -1.0])], [], []]
    advantages, usable = ppo_selfplay.estimate_advantages(values, seats, ended, 2, 0.9, 0.5)
    last = 1.0 - 0.1  # seat 0, the last decision before the end
    first = 0.9 * 0.1 - 0.5 + 0.9 * 0.5 * last
    assert advantages[:, 0] == pytest.approx([first, -1.2, last, 0.9 * 0.3 - 0.4, 0.0], abs=1e-6)
    assert usable[:, 0].tolist() == [True, True, True, True, False]


def test_advantages_of_one_learner_bootstrap_at_the_end() -> None:
    values, last_values = np.array([[0.5], [0.2]], np.float32), np.array([0.7], np.float32)
    advantages = ppo_population.estimate_advantages(values, last_values, [[(0, 2.0, 0.0)], []], 1.0, 0.5)
    assert advantages[:, 0] == pytest.approx([1.5, 0.5], abs=1e-6)


@pytest.mark.parametrize("algorithm", ["ippo", "mappo"])
def test_self_play_learns_the_tiny_variant(algorithm: str, tree: GameTree, tmp_path: Path) -> None:
    options = ["--variant", str(TINY), "--algorithm", algorithm, "--reward", "thalers", "--steps", "120000"]
    options += ["--tables", "64", "--rollout", "32", "--minibatch", "512", "--hidden", "64", "--deals", "0"]
    out = ppo_selfplay.main([*options, "--out", str(tmp_path)])
    curve = rows(out / "curve.csv")
    assert float(curve[-1]["thalers"]) > float(curve[0]["thalers"])
    name, policy = exact.learned_policy(tree, out / "policy.pt")
    assert name == f"{algorithm.upper()}, thalers, seed 1"
    assert tree.nash_conv(policy) < 0.7 * tree.nash_conv(tree.uniform_policy())


def test_programs_run_and_are_drawn(tmp_path: Path) -> None:
    small = ["--tables", "8", "--rollout", "64", "--steps", "1024", "--deals", "4", "--measurements", "2"]
    for reward in ("thalers", "margin", "win", "welfare"):
        ppo_selfplay.main([*small, "--reward", reward, "--out", str(tmp_path / f"ippo-{reward}")])
    ppo_selfplay.main([*small, "--algorithm", "mappo", "--out", str(tmp_path / "mappo-margin")])
    behaviour_cloning.main(["--games", "4", "--epochs", "2", "--deals", "4", "--out", str(tmp_path / "cloning")])
    clone = tmp_path / "cloning" / "policy.pt"
    ppo_population.main([*small, "--start", str(clone), "--out", str(tmp_path / "population-cloned")])
    ismcts.main(["--simulations", "2,8", "--deals", "4", "--out", str(tmp_path / "ismcts")])
    losses = [float(row["loss"]) for row in rows(tmp_path / "cloning" / "curve.csv")]
    assert losses[-1] < losses[0]
    assert [row["simulations"] for row in rows(tmp_path / "ismcts" / "curve.csv")] == ["2", "8"]
    exact.main(["--iterations", "3", "--samples", "30", "--out", str(tmp_path / "exact")])
    names = [row["policy"] for row in rows(tmp_path / "exact" / "table.csv")]
    assert names == ["uniform", "CFR", "CFR+", "MCCFR, external sampling", "MCCFR, outcome sampling"]
    plot.main([str(tmp_path), "--out", str(tmp_path)])
    pictures = sorted(tmp_path.glob("*.svg"))
    assert len(pictures) == 3
    for picture in pictures:
        ElementTree.parse(picture)


def test_a_clone_says_what_its_views_allow() -> None:
    setting = read_variant(TINY)
    views, masks, tokens, skipped = behaviour_cloning.game_examples(setting, "merchant", 1, 2)
    count = len(tokens)
    assert len(views) == count * setting.size
    table: Any = np.frombuffer(masks, np.uint8).reshape(count, setting.tokens)
    assert all(table[row, token] for row, token in enumerate(tokens))
    assert (table.sum(axis=1) > 1).all()
    assert skipped >= 0
