"""Training of a net from shards, with PyTorch; playing needs none of this.

Either all positions of a game are used for training or none: every tenth game is held out for validation, where the
explained variance of outcomes is measured. The first targets are the outcomes of the games. As these are mostly luck,
later targets also include the previous round's estimates at later positions of the same game (`bootstrap_weight`).
"""

from __future__ import annotations

import io
import json
import pickle
import time
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from tobean.bots.mendel.net import HALF, MAX_INNER, MAX_INPUT, UNIT
from tobean.kernel.errors import BadInput
from tobean.research.training.selfplay import ACT, TURN

if TYPE_CHECKING:
    from tobean.research.training.shards import Examples

VALIDATION_DIVISOR: Final = 10
TARGET_SPREAD: Final = (4.0, 0.5)
"""Approximate standard deviations of margin and glory; dividing by them gives both the same weight."""


class Target(StrEnum):
    """The quantity that a net learns. The values are part of checkpoints."""

    OUTCOME = "ends"
    ACCEPTANCE = "yes"


class BadCheckpoint(BadInput):
    """A checkpoint that does not match this training run."""


@dataclass(frozen=True)
class TrainingConfig:
    """Hyperparameters of a training run."""

    hidden: tuple[int, ...] = (64, 32)
    epochs: int = 20
    rounds: int = 3
    """Number of times the targets are recomputed with the trained net."""
    batch: int = 8192
    learning_rate: float = 2e-3
    weight_decay: float = 0.02
    bootstrap_weight: float = 0.7
    """Weight of the net's estimate at a later turn, against the outcome of the game."""
    seed: int = 1


def training_device() -> str:
    """Return a GPU if there is one, else the CPU."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def build_net(inputs: int, hidden: tuple[int, ...], outputs: int) -> Any:
    """Build a multilayer perceptron with ReLU activations."""
    from torch import nn

    layers: list[Any] = []
    for size in hidden:
        layers += [nn.Linear(inputs, size), nn.ReLU()]
        inputs = size
    layers.append(nn.Linear(inputs, outputs))
    net = nn.Sequential(*layers)
    nn.init.zeros_(layers[-1].weight)
    nn.init.zeros_(layers[-1].bias)
    return net


class Trainer:
    """Model, optimizer and targets of one net; a checkpoint of them resumes the training."""

    def __init__(self, examples: Examples, config: TrainingConfig, target: Target, device: str = "") -> None:
        import torch

        torch.manual_seed(config.seed)
        self.rng = torch.Generator().manual_seed(config.seed)
        """Random numbers for the order of positions."""
        self.config = config
        self.target = target
        self.device = device or training_device()
        self.examples = examples
        game = torch.as_tensor(examples.game)
        self.features = torch.as_tensor(examples.features.copy()).to(self.device)
        outcomes = torch.as_tensor(examples.outcomes).float()
        if target is Target.ACCEPTANCE:
            self.outcomes = outcomes[:, 1:].to(self.device)
        else:
            self.outcomes = (outcomes / torch.tensor(TARGET_SPREAD)).to(self.device)
        held_out = (game % VALIDATION_DIVISOR == 0).to(self.device)
        self.validation_rows = torch.nonzero(held_out).flatten()
        self.training_rows = torch.nonzero(~held_out).flatten()
        self.targets = self.outcomes.clone()
        training_features = self.features[self.training_rows].float()
        self.mean = training_features.mean(0)
        self.deviation = training_features.std(0).clamp(min=2.0)
        self.net = build_net(self.features.shape[1], config.hidden, self.outcomes.shape[1]).to(self.device)
        self.epoch = 0
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), config.learning_rate, weight_decay=config.weight_decay
        )

    # --- training ------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        return self.epoch >= self.config.epochs * self.config.rounds

    def next_epoch(self) -> dict[str, Any]:
        """Train for one epoch; returns a point of the training curves."""
        import torch

        config = self.config
        total = config.epochs * config.rounds
        started = time.monotonic()
        if self.epoch and self.epoch % config.epochs == 0 and self.target is Target.OUTCOME:
            self.update_targets()
        order = self.training_rows[torch.randperm(len(self.training_rows), generator=self.rng).to(self.device)]
        last_loss = 0.0
        for steps, part in enumerate(order.split(config.batch)):
            rate = config.learning_rate * max(0.02, 1.0 - (self.epoch + steps * config.batch / len(order)) / total)
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            loss = self.loss(self.predict(part), self.targets[part])
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            if steps % 10 == 0:
                last_loss = float(loss.detach())
        self.epoch += 1
        return {
            "epoch": self.epoch,
            "loss": last_loss,
            "seconds": time.monotonic() - started,
            **self.explained_variance(),
        }

    def loss(self, predictions: Any, targets: Any) -> Any:
        from torch.nn import functional

        if self.target is Target.ACCEPTANCE:
            return functional.binary_cross_entropy_with_logits(predictions, targets)
        return functional.mse_loss(predictions, targets)

    def predict(self, rows: Any) -> Any:
        return self.net((self.features[rows].float() - self.mean) / self.deviation)

    def predict_all(self) -> Any:
        import torch

        with torch.no_grad():
            return torch.cat([self.predict(part) for part in torch.arange(len(self.outcomes)).split(1 << 18)])

    def explained_variance(self) -> dict[str, float]:
        """Return the share of the variance between held-out games that is explained, for turns and for actions."""
        import torch

        with torch.no_grad():
            guess = torch.cat([self.predict(part) for part in self.validation_rows.split(1 << 18)])
        truth = self.outcomes[self.validation_rows]
        if self.target is Target.ACCEPTANCE:
            residual = (torch.sigmoid(guess) - truth).square().mean() / truth.var()
            return {"yes": round(1.0 - float(residual), 4)}
        about = torch.as_tensor(self.examples.about).to(self.device)[self.validation_rows]
        shares: dict[str, float] = {}
        for name, which in (("turns", TURN), ("acts", ACT)):
            rows = about == which
            if int(rows.sum()) > 1:
                residuals = (guess[rows] - truth[rows]).square().mean(0) / truth[rows].var(0)
                shares[f"margin at {name}"], shares[f"victory at {name}"] = [
                    round(1.0 - float(residual), 4) for residual in residuals
                ]
        return shares

    def update_targets(self) -> None:
        """Recompute the targets from the estimate at the next recorded turn and the outcome of the game."""
        import numpy as np
        import torch

        estimates = self.predict_all().cpu().numpy()
        outcomes = self.outcomes.cpu().numpy()
        examples, weight = self.examples, self.config.bootstrap_weight
        turns = examples.about == TURN if (examples.about == TURN).any() else np.ones(len(outcomes), bool)
        targets = np.empty_like(outcomes)
        chain = examples.game * 64 + examples.seat
        last = np.append(chain[1:] != chain[:-1], True)
        # Vectorised over games: walk each seat's positions backwards from the last.
        place = np.arange(len(outcomes))
        group = np.cumsum(np.append(True, last[:-1])) - 1
        sizes = np.bincount(group)
        firsts = np.cumsum(sizes) - sizes
        depth = sizes[group] - 1 - (place - firsts[group])
        carried = outcomes[firsts + sizes - 1].copy()
        order = np.argsort(depth, kind="stable")
        bounds = np.searchsorted(depth[order], np.arange(depth.max() + 2))
        for step in range(depth.max() + 1):
            rows = order[bounds[step] : bounds[step + 1]]
            groups = group[rows]
            targets[rows] = carried[groups]
            marked = turns[rows]
            renewed = rows[marked]
            carried[group[renewed]] = (1.0 - weight) * carried[group[renewed]] + weight * estimates[renewed]
        self.targets = torch.as_tensor(targets).to(self.device)

    # --- checkpoints ---------------------------------------------------------------------------------------

    def checkpoint(self) -> bytes:
        """Serialise everything needed to resume with identical results, also on another machine."""
        import torch

        state = {
            "fingerprint": self.fingerprint(), "epoch": self.epoch, "net": self.net.state_dict(),
            "adam": self.optimizer.state_dict(), "rng": self.rng.get_state(),
            "targets": self.targets, "mean": self.mean, "deviation": self.deviation,
        }  # fmt: skip
        out = io.BytesIO()
        torch.save(state, out)
        return out.getvalue()

    def resume(self, checkpoint: bytes) -> None:
        import torch

        try:
            state = torch.load(io.BytesIO(checkpoint), map_location=self.device, weights_only=True)
        except (RuntimeError, EOFError, LookupError, ValueError, pickle.UnpicklingError) as error:
            raise BadCheckpoint("a checkpoint beside this net is damaged; remove it and train again") from error
        if not isinstance(state, dict) or state.get("fingerprint") != self.fingerprint():
            raise BadCheckpoint(
                "a checkpoint beside this net belongs to other settings or games; remove it and train again"
            )
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["adam"])
        self.rng.set_state(state["rng"].cpu())
        self.epoch, self.targets = state["epoch"], state["targets"]
        self.mean, self.deviation = state["mean"], state["deviation"]

    def fingerprint(self) -> str:
        """Return a value that is equal for checkpoints of the same data and hyperparameters."""
        return json.dumps([self.target, asdict(self.config), self.examples.plan, len(self.examples.game)])

    def quantised_layers(self) -> list[dict[str, Any]]:
        """Return the net quantised to integers, for unscaled features."""
        import numpy as np
        import torch

        linear = [layer for layer in self.net if isinstance(layer, torch.nn.Linear)]
        weights = [layer.weight.detach().double().cpu().numpy().T for layer in linear]
        constants = [layer.bias.detach().double().cpu().numpy() for layer in linear]
        mean, deviation = self.mean.double().cpu().numpy(), self.deviation.double().cpu().numpy()
        weights[0] = weights[0] / deviation[:, None]
        constants[0] = constants[0] - mean @ weights[0]
        if self.target is Target.OUTCOME:
            weights[-1] = weights[-1] * np.array(TARGET_SPREAD)
            constants[-1] = constants[-1] * np.array(TARGET_SPREAD)
        values = self.features[self.training_rows[:: max(1, len(self.training_rows) // 20000)]].double().cpu().numpy()
        layers = []
        unit = 1.0  # the quantised value of 1.0 in the inputs of a layer
        for number, (weight, constant) in enumerate(zip(weights, constants, strict=True)):
            last = number == len(weights) - 1
            values = values @ weight + constant
            most = MAX_INPUT if number == 0 else MAX_INNER
            if last:
                target = float(UNIT)
            else:
                values = np.maximum(values, 0.0)
                target = 2.0 ** np.floor(np.log2(MAX_INNER / 1.25 / max(values.max(), 1e-6)))
            bound = (np.abs(weight).sum(0) * most / unit + np.abs(constant)).max()
            scale = 2.0 ** np.floor(np.log2(HALF / 1.01 / bound))
            scale = min(scale, target * 2.0**20)
            if scale < target:
                raise ValueError("the weights are too large to quantise")
            shift = int(np.log2(scale / target))
            rows = np.rint(weight * scale / unit).astype(np.int64)
            half = (1 << shift) // 2
            layers.append(
                {
                    "shift": shift,
                    "constant": (np.rint(constant * scale).astype(np.int64) + half).tolist(),
                    "rows": rows.tolist(),
                }
            )
            unit = target
        return layers
