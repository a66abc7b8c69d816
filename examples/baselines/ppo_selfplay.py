"""IPPO and MAPPO: one masked policy plays all seats of every table against itself.

    python examples/baselines/ppo_selfplay.py --reward thalers
    python examples/baselines/ppo_selfplay.py --reward welfare --algorithm mappo --device cuda
    python examples/baselines/ppo_selfplay.py --variant examples/baselines/tiny.toml --steps 2000000

Both share the actor. The critic of IPPO sees what the deciding seat sees; that of MAPPO sees the features of all seats,
which is allowed while training. The reward comes at the end of a game (docs/research/environments.md), so advantages
are estimated per seat over its own decisions. Writes curve.csv, config.json and policy.pt to the output folder.
"""

from __future__ import annotations

import argparse
import csv
import json
import platform
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

import tobean
from tobean.bots import bot_named
from tobean.kernel.chance import chance_from
from tobean.research.environments.parallel import Parallel
from tobean.research.exact.variant import read_variant
from tobean.research.statistics.intervals import Z95, mean, share, standard_deviation
from tobean.research.tokens.rewards import REWARDS
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.token_game import TokenGame

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--algorithm", choices=("ippo", "mappo"), default="ippo")
parser.add_argument("--game", default="bohnanza")
parser.add_argument("--players", type=int, default=4)
parser.add_argument("--variant", type=Path, help="settings file of a small variant, instead of --game and --players")
parser.add_argument("--reward", choices=REWARDS, default="margin")
parser.add_argument("--talk-limit", type=int, default=1, help="offers of each player in a turn")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--steps", type=int, default=6_000_000, help="tokens to train on")
parser.add_argument("--minutes", type=float, default=50.0, help="stop earlier, after this time; 0: no limit")
parser.add_argument("--tables", type=int, default=256)
parser.add_argument("--rollout", type=int, default=128, help="tokens of each table between two updates")
parser.add_argument("--epochs", type=int, default=3)
parser.add_argument("--minibatch", type=int, default=2048)
parser.add_argument("--rate", type=float, default=5e-4, help="learning rate, which falls linearly to a tenth")
parser.add_argument("--discount", type=float, default=1.0)
parser.add_argument("--trace", type=float, default=0.97, help="lambda of the advantage estimates")
parser.add_argument("--clip", type=float, default=0.2)
parser.add_argument("--entropy", type=float, default=0.01)
parser.add_argument("--hidden", type=int, default=256)
parser.add_argument("--device", default="cpu")
parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch on the CPU")
parser.add_argument("--opponents", default="sprout", help="bot at the other seats when the policy is measured")
parser.add_argument("--deals", type=int, default=64, help="games of a measurement; 0: none")
parser.add_argument("--measurements", type=int, default=12)
parser.add_argument("--out", type=Path, default=None, help="output folder")


class Agent(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Actor, which sees the view of the deciding seat, and a critic with separate weights."""

    def __init__(self, setting: Setting, hidden: int, state_size: int) -> None:
        super().__init__()
        divisors = np.concatenate([np.frombuffer(setting.layout.scale(), np.uint8), np.ones(setting.tokens + 1)])
        others = np.tile(divisors[: setting.layout.size], setting.players)
        divisors = np.concatenate([divisors, others])[:state_size]
        self.players, self.view_size = setting.players, setting.size
        self.register_buffer("factors", torch.tensor(1.0 / np.maximum(divisors, 1.0), dtype=torch.float32))
        self.actor = network(setting.size, hidden, setting.tokens, 0.01)
        self.critic = network(state_size, hidden, 1, 1.0)

    def logits(self, views: Any, masks: Any) -> Any:
        scores = self.actor(views.float() * self.factors[: self.view_size])
        return scores.masked_fill(masks == 0, -1e9)

    def values(self, states: Any) -> Any:
        return self.critic(states.float() * self.factors)[:, 0]


def network(size: int, hidden: int, outputs: int, gain: float) -> nn.Sequential:
    last = nn.Linear(hidden, outputs)
    nn.init.orthogonal_(last.weight, gain)
    nn.init.zeros_(last.bias)
    return nn.Sequential(
        nn.Linear(size, hidden), nn.LayerNorm(hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), last
    )


def central_states(tables: Parallel) -> Any:
    """Return the view of the deciding seats and the features of the other seats."""
    players = tables.setting.players
    rows = []
    for number, game in enumerate(tables.batch.games):
        seat = int(tables.seats[number])
        rows += [game.features((seat + step) % players) for step in range(1, players)]
    others = np.frombuffer(b"".join(rows), np.uint8).reshape(tables.count, -1)
    return np.concatenate([tables.views, others], axis=1)


class Rollout:
    """Decisions at all tables between two updates: arrays by step and table."""

    def __init__(self, setting: Setting, length: int, count: int, state_size: int, device: str) -> None:
        shape = length, count
        self.views = torch.zeros((*shape, setting.size), dtype=torch.uint8, device=device)
        self.masks = torch.zeros((*shape, setting.tokens), dtype=torch.uint8, device=device)
        self.is_central = state_size > setting.size
        self.states = (
            torch.zeros((*shape, state_size), dtype=torch.uint8, device=device) if self.is_central else self.views
        )
        """Input of the critic."""
        self.tokens = torch.zeros(shape, dtype=torch.int64, device=device)
        self.log_probabilities = torch.zeros(shape, device=device)
        self.values = torch.zeros(shape, device=device)
        self.seats = np.zeros(shape, np.int64)
        self.ended: list[list[tuple[int, list[float]]]] = []
        """Tables whose game ended, with the returns of all seats, by step."""

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def collect(self, agent: Agent, tables: Parallel) -> list[Any]:
        """Play on at all tables; returns the thalers of all seats in the games that ended."""
        self.ended, thalers = [], []
        for step in range(len(self.views)):
            self.views[step] = torch.from_numpy(tables.views)
            self.masks[step] = torch.from_numpy(tables.masks)
            if self.is_central:
                self.states[step] = torch.from_numpy(central_states(tables))
            self.seats[step] = tables.seats
            logits = agent.logits(self.views[step], self.masks[step])
            self.tokens[step] = torch.multinomial(logits.softmax(1), 1)[:, 0]
            self.log_probabilities[step] = logits.log_softmax(1).gather(1, self.tokens[step, :, None])[:, 0]
            self.values[step] = agent.values(self.states[step])
            self.ended.append(tables.step(self.tokens[step].cpu().numpy()))
            thalers += [tables.thalers[number].copy() for number, _ in self.ended[-1]]
        return thalers


def estimate_advantages(
    values: Any, seats: Any, ended: list[list[tuple[int, list[float]]]], players: int, discount: float, trace: float
) -> tuple[Any, Any]:
    """Return generalised advantage estimates over the decisions of each seat, and which rows can be trained on.

    The last decision of a seat in a rollout, if its game goes on, only serves as the estimate for the one before.
    """
    length, count = values.shape
    advantages, usable = np.zeros_like(values), np.zeros(values.shape, bool)
    tables = np.arange(count)
    next_value, next_advantage, pending = (np.zeros((count, players), np.float32) for _ in range(3))
    is_known = np.zeros((count, players), bool)
    for step in range(length - 1, -1, -1):
        for table, returns in ended[step]:
            next_value[table] = next_advantage[table] = 0.0
            pending[table], is_known[table] = returns, True
        deciding = tables, seats[step]
        error = pending[deciding] + discount * next_value[deciding] - values[step]
        advantages[step] = np.where(is_known[deciding], error + discount * trace * next_advantage[deciding], 0.0)
        usable[step] = is_known[deciding]
        next_advantage[deciding], next_value[deciding] = advantages[step], values[step]
        pending[deciding], is_known[deciding] = 0.0, True
    return advantages, usable


@torch.no_grad()  # type: ignore[untyped-decorator]
def measure(agent: Agent, setting: Setting, opponents: str, deals: int, device: str) -> dict[str, float]:
    """Play one seat against bots on deals that training never sees; the seats rotate."""
    games, seats = [], [deal % setting.players for deal in range(deals)]
    for deal, seat in enumerate(seats):
        bots = {other: bot_named(opponents) for other in range(setting.players) if other != seat}
        table = setting.new_table(f"held out {deal}")
        games.append(TokenGame(setting, table, bots=bots, chance=chance_from(f"held out {deal} bots")))
    generator = torch.Generator(device).manual_seed(1)
    while running := [number for number, game in enumerate(games) if not game.over]:
        views = b"".join([games[number].view(seats[number]) for number in running])
        masks = b"".join([games[number].mask() for number in running])
        logits = agent.logits(as_rows(views, len(running), device), as_rows(masks, len(running), device))
        tokens = torch.multinomial(logits.softmax(1), 1, generator=generator)[:, 0].tolist()
        for number, token in zip(running, tokens, strict=True):
            games[number].say(token)
    margins, wins = [], 0.0
    for game, seat in zip(games, seats, strict=True):
        result = game.table.result()
        others = [thalers for other, thalers in enumerate(result.thalers) if other != seat]
        margins.append(result.thalers[seat] - mean(others))
        wins += 1.0 / len(result.winners) if seat in result.winners else 0.0
    half_width = Z95 * standard_deviation(margins) / max(1, len(margins)) ** 0.5
    interval = share(wins, len(margins))
    margin = mean(margins)
    return {
        "margin": margin, "margin_low": margin - half_width, "margin_high": margin + half_width,
        "wins": interval.value, "wins_low": interval.low, "wins_high": interval.high,
    }  # fmt: skip


def as_rows(data: bytes, count: int, device: str) -> Any:
    return torch.from_numpy(np.frombuffer(data, np.uint8).reshape(count, -1).copy()).to(device)


def new_setting(options: argparse.Namespace) -> Setting:
    if options.variant:
        return read_variant(options.variant, reward=options.reward)
    return Setting(
        options.game, options.players, talk_limit=options.talk_limit, most_given=2, most_wanted=2, most_called=0,
        skip_forced=True, reward=options.reward,
    )  # fmt: skip


def main(arguments: list[str] | None = None) -> Path:
    options = parser.parse_args(arguments)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    setting = new_setting(options)
    out: Path = (
        options.out or Path("runs") / f"{options.algorithm}-{setting.rules.name}-{options.reward}-{options.seed}"
    )
    out.mkdir(parents=True, exist_ok=True)
    others = setting.players - 1 if options.algorithm == "mappo" else 0
    state_size = setting.size + others * setting.layout.size
    agent = Agent(setting, options.hidden, state_size).to(options.device)
    optimizer = torch.optim.Adam(agent.parameters(), lr=options.rate, eps=1e-5)
    tables = Parallel(setting, options.tables, seed=f"train {options.seed}")
    rollout = Rollout(setting, options.rollout, options.tables, state_size, options.device)
    started, steps, games, next_measurement = time.time(), 0, 0, 0.0
    curve: list[dict[str, Any]] = []
    thalers: list[Any] = []  # of all seats, in the games since the last measurement
    while True:
        spent = time.time() - started
        progress = max(steps / options.steps, spent / 60 / options.minutes if options.minutes else 0.0)
        if (thalers and progress >= next_measurement) or progress >= 1.0:
            results = np.array(thalers or [[0] * setting.players])
            row = {
                "seconds": round(spent, 1), "steps": steps, "games": games,
                "thalers": results.mean(), "spread": results.std(axis=1).mean(),
            }  # fmt: skip
            if options.deals:
                row |= measure(agent, setting, options.opponents, options.deals, options.device)
            curve.append(row)
            write_curve(out / "curve.csv", curve)
            print(", ".join(f"{key} {value:.2f}" for key, value in row.items()), flush=True)
            thalers = []
            next_measurement = max(next_measurement, progress) + 1 / options.measurements
        if progress >= 1.0:
            break
        thalers += rollout.collect(agent, tables)
        steps += options.rollout * options.tables
        games += sum(len(each) for each in rollout.ended)
        learn(agent, optimizer, options, progress, rollout)
    save_run(out, agent, options, time.time() - started)
    return out


def write_curve(path: Path, rows: list[dict[str, Any]]) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[-1]))
        writer.writeheader()
        for row in rows:
            writer.writerow({key: f"{value:.4g}" if isinstance(value, float) else value for key, value in row.items()})


def save_run(out: Path, agent: Agent, options: argparse.Namespace, seconds: float) -> None:
    """Write the policy, and the options and versions of the run."""
    config = {key: str(value) for key, value in vars(options).items()}
    torch.save({"policy": agent.state_dict(), "config": config}, out / "policy.pt")
    about = {key: str(value) if isinstance(value, Path) else value for key, value in vars(options).items()}
    about |= {
        "wall seconds": round(seconds, 1), "tobean": tobean.__version__, "torch": torch.__version__,
        "machine": platform.machine(), "python": platform.python_version(),
        "parameters": sum(each.numel() for each in agent.parameters()),
    }  # fmt: skip
    (out / "config.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")


def learn(agent: Agent, optimizer: Any, options: argparse.Namespace, progress: float, rollout: Rollout) -> None:
    """Update the agent with PPO's clipped objective on one rollout."""
    device, clip = options.device, options.clip
    estimates, usable = estimate_advantages(
        rollout.values.cpu().numpy(), rollout.seats, rollout.ended, agent.players, options.discount, options.trace
    )
    rows = torch.from_numpy(np.flatnonzero(usable)).to(device)
    views, masks, states = rollout.views.flatten(0, 1), rollout.masks.flatten(0, 1), rollout.states.flatten(0, 1)
    tokens, old_log_probabilities = rollout.tokens.flatten(), rollout.log_probabilities.flatten()
    advantages = torch.from_numpy(estimates.reshape(-1)).float().to(device)
    targets = advantages + rollout.values.flatten()
    for group in optimizer.param_groups:
        group["lr"] = options.rate * max(0.1, 1.0 - progress)
    for _ in range(options.epochs):
        order = rows[torch.randperm(len(rows), device=device)]
        for batch in order.split(options.minibatch):
            logits = agent.logits(views[batch], masks[batch]).log_softmax(1)
            ratio = (logits.gather(1, tokens[batch, None])[:, 0] - old_log_probabilities[batch]).exp()
            normalized = (advantages[batch] - advantages[batch].mean()) / (advantages[batch].std() + 1e-8)
            policy_loss = -torch.min(normalized * ratio, normalized * ratio.clamp(1 - clip, 1 + clip)).mean()
            value_loss = 0.5 * (agent.values(states[batch]) - targets[batch]).square().mean()
            entropy = -(logits.softmax(1) * logits).sum(1).mean()  # softmax: exp is slow where it underflows
            optimizer.zero_grad()
            (policy_loss + value_loss - options.entropy * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


if __name__ == "__main__":
    main()
