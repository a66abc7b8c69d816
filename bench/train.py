"""Trains the net of a game on what bench/selfplay.py has written, and writes it into the package.

python bench/train.py bohnanza one.rows two.rows --seconds 60

Needs PyTorch, on a graphics card if there is one; playing needs neither. The last tenth of the games of each file is
kept apart: the net that foresees those best is kept. Prints how much of the differences between games is foreseen (R²),
for the margin and for the victory, beside a straight line through what merchants think of the position.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy
import torch

HEAD = 3
"""Margin, victory, number of the game."""
SCALES = (4.0, 0.5)
"""The spread of margins and victories, about: both count alike."""
BATCH = 4096
NETS = Path(__file__).parent.parent / "src/tobean/bots/nets"


class Net(torch.nn.Module):  # type: ignore[misc]  # torch is not installed where types are checked
    """One hidden layer beside a straight line."""

    def __init__(self, figures: int, hidden: int) -> None:
        super().__init__()
        self.skip = torch.nn.Linear(figures, 2)
        self.inner = torch.nn.Linear(figures, hidden)
        self.outer = torch.nn.Linear(hidden, 2, bias=False)
        torch.nn.init.zeros_(self.outer.weight)

    def forward(self, figures: torch.Tensor) -> torch.Tensor:
        return self.skip(figures) + self.outer(torch.relu(self.inner(figures)))


def read(paths: list[Path], width: int) -> tuple[torch.Tensor, torch.Tensor]:
    """All rows: those to learn from, and those to be judged by."""
    learned, kept = [], []
    for path in paths:
        rows = numpy.fromfile(path, dtype=numpy.float32).reshape(-1, width)
        cut = int(numpy.searchsorted(rows[:, 2], numpy.floor(rows[-1, 2] * 0.9)))
        learned.append(rows[:cut])
        kept.append(rows[cut:])
    return torch.tensor(numpy.concatenate(learned)), torch.tensor(numpy.concatenate(kept))


def foreseen(guess: torch.Tensor, truth: torch.Tensor) -> list[float]:
    """The share of the variance that is explained, for both answers."""
    return [round(float(1 - ((guess[:, n] - truth[:, n]) ** 2).mean() / truth[:, n].var()), 4) for n in range(2)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("rows", nargs="+", type=Path)
    parser.add_argument("--width", type=int, help="floats in a row (found out from the package if not given)")
    parser.add_argument("--hidden", type=int, default=32)
    parser.add_argument("--decay", type=float, default=0.5)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    learned, kept = (rows.to(device) for rows in read(given.rows, given.width or width_of(given.game)))
    scales = torch.tensor(SCALES, device=device)
    mean, spread = learned[:, HEAD:].mean(0), learned[:, HEAD:].std(0)
    spread[spread < 1e-4] = 1e9  # a figure that never changes says nothing
    figures, truth = (learned[:, HEAD:] - mean) / spread, learned[:, :2] / scales
    figures_kept, truth_kept = (kept[:, HEAD:] - mean) / spread, kept[:, :2] / scales
    print(f"{given.game}: {len(learned)} positions, {len(kept)} kept apart, on {device}", flush=True)
    torch.manual_seed(1)
    net = Net(figures.shape[1], given.hidden).to(device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=given.decay)
    begun, best, state = time.monotonic(), float("inf"), net.state_dict()
    while time.monotonic() - begun < given.seconds:
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * max(0.02, 1 - (time.monotonic() - begun) / given.seconds)
        order = torch.randperm(len(figures), device=device)
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            loss = ((net(figures[chosen]) - truth[chosen]) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            missed = float(((net(figures_kept) - truth_kept) ** 2).mean())
        if missed < best:
            best, state = missed, {name: each.clone() for name, each in net.state_dict().items()}
    net.load_state_dict(state)
    with torch.no_grad():
        print(f"  foreseen of margin and victory: net {foreseen(net(figures_kept), truth_kept)}", flush=True)
    line = straight_line(with_constant(figures), truth)
    print(f"  a straight line: {foreseen(with_constant(figures_kept) @ line, truth_kept)}", flush=True)
    out = given.out or NETS / f"{given.game}.json"
    out.write_text(text_of(net, mean, spread, scales), encoding="utf-8")


def straight_line(figures: torch.Tensor, truth: torch.Tensor) -> torch.Tensor:
    """The weights of the figures that come nearest to the truth; small ones where it makes no difference."""
    squares = figures.T @ figures + 10.0 * torch.eye(figures.shape[1], device=figures.device)
    return torch.linalg.solve(squares, figures.T @ truth)


def with_constant(figures: torch.Tensor) -> torch.Tensor:
    return torch.cat([figures, torch.ones(len(figures), 1, device=figures.device)], 1)


def width_of(game: str) -> int:
    from tobean.bots.insight import figures_of
    from tobean.bots.judges import judge_for
    from tobean.bots.temper import USUAL
    from tobean.games import new_game
    from tobean.view.observation import observe

    return HEAD + len(figures_of(judge_for(observe(new_game(game, 4), 0), USUAL)))


def text_of(net: Net, mean: torch.Tensor, spread: torch.Tensor, scales: torch.Tensor) -> str:
    """The net as JSON, for figures as they are: their scaling is put into the weights."""
    parts = {}
    with torch.no_grad():
        for name, layer, scale in (("skip", net.skip, scales), ("inner", net.inner, torch.ones_like(scales[:1]))):
            weights = layer.weight / spread * scale[:, None]
            constant = layer.bias * scale - weights @ mean
            parts[name] = torch.cat([weights.T, constant[None]]).tolist()
        parts["outer"] = (net.outer.weight * scales[:, None]).T.tolist()
    rounded = {name: [[float(f"{each:.4g}") for each in row] for row in rows] for name, rows in parts.items()}
    return json.dumps(rounded).replace("]], ", "]],\n").replace("], ", "],\n") + "\n"


if __name__ == "__main__":
    main()
