"""Trains the net of a game on the output of bench/tuning/sage_selfplay.py, and writes it into the package.

python bench/tuning/sage_train.py bohnanza one.rows two.rows --seconds 60

Needs numpy; playing does not. The last tenth of the games of each file is held out, and the net with the best
validation result is kept. Prints the explained variance between games (R²), for the margin and for the victory,
compared with a linear regression on the merchants' evaluation of the position.
"""

import argparse
import json
import time
from pathlib import Path
from typing import TypeAlias

import numpy
import numpy.typing

from tobean.games.registry import game_folder

HEAD = 3
"""Number of leading columns: margin, victory, number of the game."""
SCALES = numpy.array([4.0, 0.5], dtype=numpy.float32)
"""Approximate standard deviations of margin and victory; dividing by them gives both the same weight."""
BATCH = 4096
RATE = 1e-3

Floats: TypeAlias = numpy.typing.NDArray[numpy.float32]


class Net:
    """One hidden layer with a linear bypass, trained by AdamW."""

    def __init__(self, features: int, hidden: int, decay: float) -> None:
        rng = numpy.random.default_rng(1)
        near = features**-0.5
        self.weights: dict[str, Floats] = {
            "skip": rng.uniform(-near, near, (features, 2)).astype(numpy.float32),
            "skip constant": numpy.zeros(2, dtype=numpy.float32),
            "inner": rng.uniform(-near, near, (features, hidden)).astype(numpy.float32),
            "inner constant": rng.uniform(-near, near, hidden).astype(numpy.float32),
            "outer": numpy.zeros((hidden, 2), dtype=numpy.float32),
        }
        self.decay = decay
        self.steps = 0
        self.slopes = {name: numpy.zeros_like(each) for name, each in self.weights.items()}
        self.squares = {name: numpy.zeros_like(each) for name, each in self.weights.items()}

    def hidden(self, features: Floats) -> Floats:
        found: Floats = numpy.maximum(0.0, features @ self.weights["inner"] + self.weights["inner constant"])
        return found

    def predict(self, features: Floats) -> Floats:
        return self.combined(features, self.hidden(features))

    def combined(self, features: Floats, hidden: Floats) -> Floats:
        found: Floats = features @ self.weights["skip"] + self.weights["skip constant"] + hidden @ self.weights["outer"]
        return found

    def learn(self, features: Floats, truth: Floats, rate: float) -> None:
        """Take one step against the mean squared error."""
        hidden = self.hidden(features)
        error = (self.combined(features, hidden) - truth) * (2.0 / truth.size)
        back = (error @ self.weights["outer"].T) * (hidden > 0.0)
        slopes = {
            "skip": features.T @ error, "skip constant": error.sum(0),
            "inner": features.T @ back, "inner constant": back.sum(0),
            "outer": hidden.T @ error,
        }  # fmt: skip
        self.steps += 1
        for name, slope in slopes.items():
            self.slopes[name] += 0.1 * (slope - self.slopes[name])
            self.squares[name] += 0.001 * (slope * slope - self.squares[name])
            mean = self.slopes[name] / (1.0 - 0.9**self.steps)
            spread = numpy.sqrt(self.squares[name] / (1.0 - 0.999**self.steps)) + 1e-8
            self.weights[name] -= rate * (mean / spread + self.decay * self.weights[name])


def read(paths: list[Path], width: int) -> tuple[Floats, Floats]:
    """Read all rows, split into training and validation rows."""
    training, validation = [], []
    for path in paths:
        rows = numpy.fromfile(path, dtype=numpy.float32).reshape(-1, width)
        cut = int(numpy.searchsorted(rows[:, 2], numpy.floor(rows[-1, 2] * 0.9)))
        training.append(rows[:cut])
        validation.append(rows[cut:])
    return numpy.concatenate(training), numpy.concatenate(validation)


def explained_variance(guess: Floats, truth: Floats) -> list[float]:
    """Return the explained share of the variance, for both outputs."""
    return [round(float(1 - ((guess[:, n] - truth[:, n]) ** 2).mean() / truth[:, n].var()), 4) for n in range(2)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("rows", nargs="+", type=Path)
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--decay", type=float, default=0.5)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    training, validation = read(given.rows, width_of(given.game))
    mean, spread = training[:, HEAD:].mean(0), training[:, HEAD:].std(0)
    spread[spread < 1e-4] = 1e9  # a constant feature carries no information
    features, truth = (training[:, HEAD:] - mean) / spread, training[:, :2] / SCALES
    validation_features, validation_truth = (validation[:, HEAD:] - mean) / spread, validation[:, :2] / SCALES
    print(f"{given.game}: {len(training)} positions, {len(validation)} held out", flush=True)
    net = Net(features.shape[1], given.hidden, given.decay)
    rng = numpy.random.default_rng(2)
    started, best, weights = time.monotonic(), float("inf"), net.weights
    while (passed := (time.monotonic() - started) / given.seconds) < 1.0:
        order = rng.permutation(len(features))
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            net.learn(features[chosen], truth[chosen], RATE * max(0.02, 1.0 - passed))
        loss = float(((net.predict(validation_features) - validation_truth) ** 2).mean())
        if loss < best:
            best, weights = loss, {name: each.copy() for name, each in net.weights.items()}
    net.weights = weights
    explained = explained_variance(net.predict(validation_features), validation_truth)
    print(f"  explained variance of margin and victory: net {explained}", flush=True)
    line = linear_fit(with_constant(features), truth)
    print(
        f"  linear fit: {explained_variance(with_constant(validation_features) @ line, validation_truth)}", flush=True
    )
    out = given.out or Path(str(game_folder(given.game) / "bots" / "net.json"))
    out.write_text(text_of(net, mean, spread), encoding="utf-8")


def linear_fit(features: Floats, truth: Floats) -> Floats:
    """Return the weights of a ridge regression of the truth on the features."""
    squares = features.T @ features + 10.0 * numpy.eye(features.shape[1], dtype=numpy.float32)
    found: Floats = numpy.linalg.solve(squares, features.T @ truth)
    return found


def with_constant(features: Floats) -> Floats:
    return numpy.concatenate([features, numpy.ones((len(features), 1), dtype=numpy.float32)], 1)


def width_of(game: str) -> int:
    """Return the number of floats in a row."""
    from tobean.bots.game_knowledge import judge_for
    from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS
    from tobean.bots.sage.features import features_of
    from tobean.games import new_game
    from tobean.kernel.observation.observation import observe

    return HEAD + len(features_of(judge_for(observe(new_game(game, 4), 0), DEFAULT_PARAMETERS)))


def text_of(net: Net, mean: Floats, spread: Floats) -> str:
    """Return the net as JSON, for unscaled features: the scaling is folded into the weights."""
    parts = {}
    for name, scale in (("skip", SCALES), ("inner", numpy.ones(1, dtype=numpy.float32))):
        weights = net.weights[name] / spread[:, None] * scale
        constant = net.weights[f"{name} constant"] * scale - mean @ weights
        parts[name] = numpy.concatenate([weights, constant[None]]).tolist()
    parts["outer"] = (net.weights["outer"] * SCALES).tolist()
    rounded = {name: [[float(f"{weight:.4g}") for weight in row] for row in rows] for name, rows in parts.items()}
    return json.dumps(rounded).replace("]], ", "]],\n").replace("], ", "],\n") + "\n"


if __name__ == "__main__":
    main()
