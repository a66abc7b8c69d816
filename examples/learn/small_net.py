"""A small net in NumPy with one output."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np

from tobean import BadInput

FEATURES: Final = 1
"""Version of the features that these nets learn from; the later one adds the trade history."""
BATCH: Final = 512
RATE: Final = 1e-3
DECAY: Final = 0.05
"""Weight decay, which keeps the net from memorising games."""


class Net:
    """One hidden layer with a linear bypass, trained by AdamW. Constant features are ignored."""

    def __init__(self, size: int, hidden: int = 32, seed: int = 1) -> None:
        self.rng = np.random.default_rng(seed)
        self.mean, self.scale = np.zeros(size, np.float32), np.ones(size, np.float32)
        # Stored names: "line" is the linear bypass, "inner" and "bend" are the weights and biases of the hidden layer,
        # "outer" and "start" those of the output.
        self.weights: dict[str, Any] = {
            "line": np.zeros((size, 1), np.float32),
            "inner": self.rng.normal(0.0, size**-0.5, (size, hidden)).astype(np.float32),
            "bend": np.zeros(hidden, np.float32),
            "outer": self.rng.normal(0.0, 0.05, (hidden, 1)).astype(np.float32),
            "start": np.zeros(1, np.float32),
        }
        self.first_moments = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.second_moments = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self.steps = 0

    def save(self, path: Path) -> None:
        """Save the parameters and the features they belong to."""
        np.savez_compressed(path, features=FEATURES, mean=self.mean, scale=self.scale, **self.weights)

    @classmethod
    def load(cls, path: Path, size: int) -> Net:
        """Load a net for this many features; raises `BadInput` if it was made for others."""
        with np.load(path) as data:
            if int(data["features"]) != FEATURES or len(data["mean"]) != size:
                raise BadInput("{path}: this net has learned from other features", path=path)
            net = cls(size, len(data["bend"]))
            net.mean, net.scale = data["mean"], data["scale"]
            net.weights = {name: data[name] for name in net.weights}
        return net

    def __call__(self, rows: Any) -> Any:
        """The estimate for each row."""
        return self.forward(self.scaled(rows))[0]

    def scaled(self, rows: Any) -> Any:
        return np.clip((rows - self.mean) * self.scale, -4.0, 4.0)

    def forward(self, inputs: Any) -> tuple[Any, Any]:
        weights = self.weights
        hidden = np.maximum(0.0, inputs @ weights["inner"] + weights["bend"])
        return (inputs @ weights["line"] + hidden @ weights["outer"])[:, 0] + weights["start"][0], hidden

    def learn(self, rows: Any, targets: Any, steps: int) -> float:
        """Train for this many steps with a decreasing rate. Returns the explained variance (R²) of the last rows, which
        are held out."""
        held_out = max(1, len(rows) // 32)
        sample = rows[:: max(1, len(rows) // 30_000)]
        spread = sample.std(0, dtype=np.float32)
        self.mean = sample.mean(0, dtype=np.float32)
        self.scale = ((spread > 0.01) / np.maximum(spread, 0.2)).astype(np.float32)
        self.weights["start"][0] = targets.mean()
        for step in range(steps):
            chosen = self.rng.integers(len(rows) - held_out, size=BATCH)
            self.step(self.scaled(rows[chosen]), targets[chosen], RATE * max(0.05, 1.0 - step / steps))
        error = self(rows[-held_out:]) - targets[-held_out:]
        return float(1.0 - (error**2).mean() / max(1e-9, targets[-held_out:].var()))

    def step(self, inputs: Any, targets: Any, rate: float) -> None:
        predicted, hidden = self.forward(inputs)
        error = ((predicted - targets) / len(targets))[:, None]
        back = (error @ self.weights["outer"].T) * (hidden > 0.0)
        gradients = {
            "line": inputs.T @ error,
            "inner": inputs.T @ back,
            "bend": back.sum(0),
            "outer": hidden.T @ error,
            "start": error.sum(0),
        }
        # AdamW with beta1 = 0.9 and beta2 = 0.999, and bias-corrected moments.
        self.steps += 1
        for name, gradient in gradients.items():
            self.first_moments[name] += 0.1 * (gradient - self.first_moments[name])
            self.second_moments[name] += 0.001 * (gradient * gradient - self.second_moments[name])
            mean = self.first_moments[name] / (1.0 - 0.9**self.steps)
            size = np.sqrt(self.second_moments[name] / (1.0 - 0.999**self.steps)) + 1e-8
            self.weights[name] -= rate * (mean / size + DECAY * self.weights[name])
