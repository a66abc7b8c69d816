"""Exact evaluation on a tiny variant: CFR and MCCFR of OpenSpiel beside learned policies, by NashConv.

    python examples/baselines/exact.py
    python examples/baselines/exact.py --policies runs/tiny-*/policy.pt --reward margin

Enumerates all histories of the variant, hands the tree to OpenSpiel in Gambit's format, and measures every policy by
its NashConv: the sum of what each seat could gain by a best response. Policies come from ppo_selfplay.py --variant.
OpenSpiel is needed for CFR and MCCFR only (--iterations 0 leaves them out). Writes curve.csv and table.csv to the
output folder.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import numpy as np

from tobean.research.exact.tree import GameTree
from tobean.research.exact.variant import read_variant
from tobean.research.tokens.rewards import REWARDS, SCALE, WIN

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--variant", type=Path, default=Path(__file__).parent / "tiny.toml")
parser.add_argument("--reward", choices=REWARDS, default="thalers")
parser.add_argument("--iterations", type=int, default=100, help="iterations of CFR; 0: without OpenSpiel")
parser.add_argument("--samples", type=int, default=100_000, help="iterations of MCCFR")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--policies", type=Path, nargs="*", default=[], help="policy.pt files of ppo_selfplay.py")
parser.add_argument("--out", type=Path, default=Path("runs/exact"), help="output folder")


def learned_policy(tree: GameTree, path: Path) -> tuple[str, Any]:
    """A saved net as a policy on the tree, and how it was trained."""
    import torch

    from ppo_selfplay import Agent

    saved = torch.load(path, map_location="cpu", weights_only=True)
    config, weights = saved["config"], saved["policy"]
    agent = Agent(tree.setting, int(config["hidden"]), len(weights["factors"]))
    agent.load_state_dict(weights)
    with torch.no_grad():
        views, masks = torch.from_numpy(tree.views().copy()), torch.from_numpy(tree.masks())
        chances = agent.logits(views, masks).softmax(1).numpy()
    return f"{config['algorithm'].upper()}, {config['reward']}, seed {config['seed']}", tree.policy_from(chances)


class Solver:
    """The algorithms of OpenSpiel on the same tree."""

    def __init__(self, tree: GameTree) -> None:
        import pyspiel

        self.pyspiel, self.tree = pyspiel, tree
        self.game = pyspiel.load_efg_game(tree.gambit_text())
        self.states: dict[int, tuple[Any, dict[int, int]]] = {}
        """For each information set one of its states, and the slot of each action of OpenSpiel."""
        stack = [self.game.new_initial_state()]
        while stack:
            state = stack.pop()
            if state.is_terminal():
                continue
            if not state.is_chance_node():
                number = int(state.information_state_string().rsplit("-", 1)[1])
                each, seat = tree.information_sets[number], state.current_player()
                if number not in self.states:
                    tokens = {action: int(state.action_to_string(seat, action)) for action in state.legal_actions()}
                    slots = {action: each.first_slot + each.tokens.index(token) for action, token in tokens.items()}
                    self.states[number] = state, slots
            stack.extend(state.child(action) for action in state.legal_actions())

    def solve(self, name: str, seed: int) -> Any:
        if name == "CFR":
            return self.pyspiel.CFRSolver(self.game)
        if name == "CFR+":
            return self.pyspiel.CFRPlusSolver(self.game)
        if name == "MCCFR, external sampling":
            return self.pyspiel.ExternalSamplingMCCFRSolver(self.game, seed)
        return self.pyspiel.OutcomeSamplingMCCFRSolver(self.game, 0.6, seed)

    def policy(self, solver: Any) -> Any:
        """The average policy of a solver as an array over the slots of the tree."""
        average = solver.average_policy()
        policy = self.tree.uniform_policy()
        for state, slots in self.states.values():
            for action, chance in average.action_probabilities(state).items():
                policy[slots[action]] = chance
        return policy


def points(most: int) -> list[int]:
    """1, 3, 10, 30, ... up to a number."""
    steps = [step * 10**power for power in range(10) for step in (1, 3)]
    return [*[step for step in steps if step < most], most]


def write_rows(path: Path, rows: list[dict[str, Any]]) -> None:
    if rows:
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            for row in rows:
                writer.writerow({key: f"{v:.6g}" if isinstance(v, float) else v for key, v in row.items()})


def main(arguments: list[str] | None = None) -> Path:
    given = parser.parse_args(arguments)
    started = time.time()
    tree = GameTree(read_variant(given.variant, reward=given.reward))
    unit = 1.0 if given.reward == WIN else SCALE
    print(f"{tree}: {time.time() - started:.1f} s", flush=True)
    given.out.mkdir(parents=True, exist_ok=True)
    table: list[dict[str, Any]] = []
    curve: list[dict[str, Any]] = []

    def add(name: str, policy: Any, iterations: int, seconds: float) -> None:
        returns, gains = tree.expected_returns(policy) * unit, np.array(tree.gains(policy)) * unit
        row = {"policy": name, "iterations": iterations, "seconds": round(seconds, 1), "nash_conv": gains.sum()}
        row |= {f"gain_{seat}": gain for seat, gain in enumerate(gains)}
        row |= {f"return_{seat}": value for seat, value in enumerate(returns)} | {"welfare": returns.sum()}
        table.append(row)
        write_rows(given.out / "table.csv", table)
        write_rows(given.out / "curve.csv", curve)
        print(", ".join(f"{k} {v:.4g}" if isinstance(v, float) else f"{k} {v}" for k, v in row.items()), flush=True)

    add("uniform", tree.uniform_policy(), 0, 0.0)
    for path in given.policies:
        name, policy = learned_policy(tree, path)
        add(name, policy, 0, 0.0)
    names = ["CFR", "CFR+", "MCCFR, external sampling", "MCCFR, outcome sampling"] if given.iterations else []
    openspiel = Solver(tree) if names else None
    for name in names:
        assert openspiel is not None
        solver = openspiel.solve(name, given.seed)
        done, spent = 0, 0.0
        sampled = name.startswith("MCCFR")
        for point in points(given.samples if sampled else given.iterations):
            started = time.process_time()
            for _ in range(point - done):
                if sampled:
                    solver.run_iteration()
                else:
                    solver.evaluate_and_update_policy()
            done, spent = point, spent + time.process_time() - started
            policy = openspiel.policy(solver)
            value = tree.nash_conv(policy) * unit
            curve.append({"policy": name, "iterations": done, "seconds": round(spent, 3), "nash_conv": f"{value:.6g}"})
        add(name, policy, done, spent)
    return Path(given.out)


if __name__ == "__main__":
    main()
