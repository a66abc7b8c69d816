"""Learning a net from shards, with PyTorch; playing needs nothing of this.

Of each game all positions are learned from, or none: every tenth game is kept apart, and tells how much of the
differences between games the net foresees. A position is learned first from how its game ended and then, as that is
mostly luck, also from what the net of the last round foresees at later moments of the same game (`trust`).
"""

from __future__ import annotations

import io
import json
import pickle
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from tobean.bots.mendel.net import HALF, MOST_INNER, MOST_INPUT, UNIT
from tobean.kernel.errors import BadInput
from tobean.training.selfplay import ACT, TURN

if TYPE_CHECKING:
    from tobean.training.shards import Examples

VALIDATION_DIVISOR: Final = 10
TARGET_SPREAD: Final = (4.0, 0.5)
"""The spread of margins and victories, about: both count alike."""


class BadCheckpoint(BadInput):
    """A checkpoint from which this lesson cannot go on."""


@dataclass(frozen=True)
class TrainingConfig:
    """How to learn."""

    hidden: tuple[int, ...] = (64, 32)
    epochs: int = 20
    rounds: int = 3
    """So often the targets are made anew with what the net has learned."""
    batch: int = 8192
    rate: float = 2e-3
    decay: float = 0.02
    trust: float = 0.7
    """How much the net is believed about a later turn, against how the game ended."""
    seed: int = 1


def training_device() -> str:
    """Where to learn: on a graphics card if there is one."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def build_net(inputs: int, hidden: tuple[int, ...], answers: int) -> Any:
    """Layers with what is below 0 cut off between them."""
    from torch import nn

    layers: list[Any] = []
    for size in hidden:
        layers += [nn.Linear(inputs, size), nn.ReLU()]
        inputs = size
    layers.append(nn.Linear(inputs, answers))
    net = nn.Sequential(*layers)
    nn.init.zeros_(layers[-1].weight)
    nn.init.zeros_(layers[-1].bias)
    return net


class Trainer:
    """A net that learns."""

    def __init__(self, examples: Examples, config: TrainingConfig, kind: str, device: str = "") -> None:
        import torch

        torch.manual_seed(config.seed)
        self.rng = torch.Generator().manual_seed(config.seed)
        """In which order positions are learned."""
        self.config = config
        self.kind = kind
        """`outcomes`: how games end; `yes`: whether offers are accepted."""
        self.device = device or training_device()
        self.examples = examples
        game = torch.as_tensor(examples.game)
        self.features = torch.as_tensor(examples.features.copy()).to(self.device)
        outcomes = torch.as_tensor(examples.outcomes).float()
        if kind == "yes":
            self.outcomes = outcomes[:, 1:].to(self.device)
        else:
            self.outcomes = (outcomes / torch.tensor(TARGET_SPREAD)).to(self.device)
        apart = (game % VALIDATION_DIVISOR == 0).to(self.device)
        self.validation_rows = torch.nonzero(apart).flatten()
        self.training_rows = torch.nonzero(~apart).flatten()
        self.targets = self.outcomes.clone()
        some = self.features[self.training_rows].float()
        self.mean = some.mean(0)
        self.spread = some.std(0).clamp(min=2.0)
        self.net = build_net(self.features.shape[1], config.hidden, self.outcomes.shape[1]).to(self.device)
        self.epoch = 0
        self.optimizer = torch.optim.AdamW(self.net.parameters(), config.rate, weight_decay=config.decay)

    # --- learning ------------------------------------------------------------------------------------------

    @property
    def finished(self) -> bool:
        return self.epoch >= self.config.epochs * self.config.rounds

    def next_epoch(self) -> dict[str, Any]:
        """Go through all that is to be learned once more; gives a point of the curves."""
        import torch

        config = self.config
        total = config.epochs * config.rounds
        begun = time.monotonic()
        if self.epoch and self.epoch % config.epochs == 0 and self.kind == "ends":
            self.update_targets()
        order = self.training_rows[torch.randperm(len(self.training_rows), generator=self.rng).to(self.device)]
        missed = 0.0
        for steps, part in enumerate(order.split(config.batch)):
            rate = config.rate * max(0.02, 1.0 - (self.epoch + steps * config.batch / len(order)) / total)
            for group in self.optimizer.param_groups:
                group["lr"] = rate
            loss = self.loss(self.answers(part), self.targets[part])
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            if steps % 10 == 0:
                missed = float(loss.detach())
        self.epoch += 1
        return {"epoch": self.epoch, "loss": missed, "seconds": time.monotonic() - begun, **self.foreseen()}

    def loss(self, answers: Any, targets: Any) -> Any:
        from torch.nn import functional

        if self.kind == "yes":
            return functional.binary_cross_entropy_with_logits(answers, targets)
        return functional.mse_loss(answers, targets)

    def answers(self, rows: Any) -> Any:
        return self.net((self.features[rows].float() - self.mean) / self.spread)

    def all_answers(self) -> Any:
        import torch

        with torch.no_grad():
            return torch.cat([self.answers(part) for part in torch.arange(len(self.outcomes)).split(1 << 18)])

    def foreseen(self) -> dict[str, float]:
        """How much of the differences between games kept apart is foreseen: of turns, and of acts."""
        import torch

        with torch.no_grad():
            guess = torch.cat([self.answers(part) for part in self.validation_rows.split(1 << 18)])
        truth = self.outcomes[self.validation_rows]
        if self.kind == "yes":
            hit = (torch.sigmoid(guess) - truth).square().mean() / truth.var()
            return {"yes": round(1.0 - float(hit), 4)}
        about = torch.as_tensor(self.examples.about).to(self.device)[self.validation_rows]
        found: dict[str, float] = {}
        for name, which in (("turns", TURN), ("acts", ACT)):
            rows = about == which
            if int(rows.sum()) > 1:
                left = (guess[rows] - truth[rows]).square().mean(0) / truth[rows].var(0)
                found[f"margin at {name}"], found[f"victory at {name}"] = [round(1.0 - float(x), 4) for x in left]
        return found

    def update_targets(self) -> None:
        """Make the targets anew: what is foreseen at the next turn that was written down, and how the game ended."""
        import numpy as np
        import torch

        foreseen = self.all_answers().cpu().numpy()
        outcomes = self.outcomes.cpu().numpy()
        examples, trust = self.examples, self.config.trust
        turns = examples.about == TURN if (examples.about == TURN).any() else np.ones(len(outcomes), bool)
        targets = np.empty_like(outcomes)
        chain = examples.game * 64 + examples.seat
        last = np.append(chain[1:] != chain[:-1], True)
        # From the end of all games at once: step by step back through what each seat saw.
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
            carried[group[renewed]] = (1.0 - trust) * carried[group[renewed]] + trust * foreseen[renewed]
        self.targets = torch.as_tensor(targets).to(self.device)

    # --- keeping -------------------------------------------------------------------------------------------

    def checkpoint(self) -> bytes:
        """All that it takes to go on another day, or elsewhere, as if nothing had happened."""
        import torch

        state = {
            "lesson": self.fingerprint(), "epoch": self.epoch, "net": self.net.state_dict(),
            "adam": self.optimizer.state_dict(), "targets": self.targets, "mean": self.mean, "spread": self.spread,
            "luck": self.rng.get_state(),
        }  # fmt: skip
        out = io.BytesIO()
        torch.save(state, out)
        return out.getvalue()

    def resume(self, checkpoint: bytes) -> None:
        """Go on from a checkpoint."""
        import torch

        try:
            state = torch.load(io.BytesIO(checkpoint), map_location=self.device, weights_only=True)
        except (RuntimeError, EOFError, LookupError, ValueError, pickle.UnpicklingError) as error:
            raise BadCheckpoint("a checkpoint beside this net is damaged; remove it, and learn anew") from error
        if not isinstance(state, dict) or state.get("lesson") != self.fingerprint():
            raise BadCheckpoint(
                "a checkpoint beside this net is of another lesson, or of other games; remove it, and learn anew"
            )
        self.net.load_state_dict(state["net"])
        self.optimizer.load_state_dict(state["adam"])
        self.rng.set_state(state["luck"].cpu())
        self.epoch, self.targets, self.mean, self.spread = (state[x] for x in ("epoch", "targets", "mean", "spread"))

    def fingerprint(self) -> str:
        """What is learned, and how: two checkpoints of the same belong together."""
        return json.dumps([self.kind, asdict(self.config), self.examples.plan, len(self.examples.game)])

    def layers(self) -> list[dict[str, Any]]:
        """The net in whole numbers, for features as they are."""
        import numpy as np
        import torch

        linear = [layer for layer in self.net if isinstance(layer, torch.nn.Linear)]
        weights = [layer.weight.detach().double().cpu().numpy().T for layer in linear]
        constants = [layer.bias.detach().double().cpu().numpy() for layer in linear]
        mean, spread = self.mean.double().cpu().numpy(), self.spread.double().cpu().numpy()
        weights[0] = weights[0] / spread[:, None]
        constants[0] = constants[0] - mean @ weights[0]
        if self.kind == "ends":
            weights[-1] = weights[-1] * np.array(TARGET_SPREAD)
            constants[-1] = constants[-1] * np.array(TARGET_SPREAD)
        values = self.features[self.training_rows[:: max(1, len(self.training_rows) // 20000)]].double().cpu().numpy()
        found = []
        unit = 1.0
        """How many parts one has in the inputs of a layer."""
        for number, (weight, constant) in enumerate(zip(weights, constants, strict=True)):
            last = number == len(weights) - 1
            values = values @ weight + constant
            most = MOST_INPUT if number == 0 else MOST_INNER
            if last:
                target = float(UNIT)
            else:
                values = np.maximum(values, 0.0)
                target = 2.0 ** np.floor(np.log2(MOST_INNER / 1.25 / max(values.max(), 1e-6)))
            bound = (np.abs(weight).sum(0) * most / unit + np.abs(constant)).max()
            scale = 2.0 ** np.floor(np.log2(HALF / 1.01 / bound))
            scale = min(scale, target * 2.0**20)
            if scale < target:
                raise ValueError("a net whose weights are too large for whole numbers")
            shift = int(np.log2(scale / target))
            rows = np.rint(weight * scale / unit).astype(np.int64)
            half = (1 << shift) // 2
            found.append(
                {
                    "shift": shift,
                    "constant": (np.rint(constant * scale).astype(np.int64) + half).tolist(),
                    "rows": rows.tolist(),
                }
            )
            unit = target
        return found
