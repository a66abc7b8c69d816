"""IPPO and MAPPO: one masked policy plays all seats of every table against itself.

    python examples/baselines/ppo_selfplay.py --reward thalers
    python examples/baselines/ppo_selfplay.py --reward welfare --algorithm mappo --device cuda
    python examples/baselines/ppo_selfplay.py --variant examples/baselines/tiny.toml --steps 2000000

Both share the actor. The critic of IPPO sees what the deciding seat sees; that of MAPPO sees the features of all seats,
which is allowed while training. The reward comes at the end of a game (docs/research/parallel.md), so advantages are
estimated per seat over its own decisions. Writes curve.csv, config.json and policy.pt to the output folder.
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
from tobean.lab.statistics.intervals import Z95, mean, share, standard_deviation
from tobean.research.exact.variant import read_variant
from tobean.research.parallel import Parallel
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
    """Actor over the view of the deciding seat, and a critic of its own."""

    def __init__(self, setting: Setting, hidden: int, state_size: int) -> None:
        super().__init__()
        divisors = np.concatenate([np.frombuffer(setting.layout.scale(), np.uint8), np.ones(setting.tokens + 1)])
        others = np.tile(divisors[: setting.layout.size], setting.players)
        divisors = np.concatenate([divisors, others])[:state_size]
        self.view_size = setting.size
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


def states_of(tables: Parallel, central: bool) -> Any:
    """Input of the critic: the view of the deciding seat and, if central, the features of the other seats, too."""
    if not central:
        return tables.views.copy()
    players = tables.setting.players
    rows = []
    for number, game in enumerate(tables.batch.games):
        seat = int(tables.seats[number])
        rows += [game.features((seat + step) % players) for step in range(1, players)]
    others = np.frombuffer(b"".join(rows), np.uint8).reshape(tables.count, -1)
    return np.concatenate([tables.views, others], axis=1)


def estimate_advantages(
    values: Any, seats: Any, ended: list[list[tuple[int, list[float]]]], players: int, discount: float, trace: float
) -> tuple[Any, Any]:
    """Generalised advantage estimates over the decisions of each seat, and whether a row can be learned from.

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
        place = tables, seats[step]
        error = pending[place] + discount * next_value[place] - values[step]
        advantages[step] = np.where(is_known[place], error + discount * trace * next_advantage[place], 0.0)
        usable[step] = is_known[place]
        next_advantage[place], next_value[place] = advantages[step], values[step]
        pending[place], is_known[place] = 0.0, True
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
    half = Z95 * standard_deviation(margins) / max(1, len(margins)) ** 0.5
    interval = share(wins, len(margins))
    middle = mean(margins)
    return {
        "margin": middle, "margin_low": middle - half, "margin_high": middle + half,
        "wins": interval.value, "wins_low": interval.low, "wins_high": interval.high,
    }  # fmt: skip


def as_rows(data: bytes, count: int, device: str) -> Any:
    return torch.from_numpy(np.frombuffer(data, np.uint8).reshape(count, -1).copy()).to(device)


def main(arguments: list[str] | None = None) -> Path:
    given = parser.parse_args(arguments)
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    if given.variant:
        setting = read_variant(given.variant, reward=given.reward)
    else:
        setting = Setting(
            given.game, given.players, talk_limit=given.talk_limit, most_given=2, most_wanted=2, most_called=0,
            skip_forced=True, reward=given.reward,
        )  # fmt: skip
    players, central, device = setting.players, given.algorithm == "mappo", given.device
    out: Path = given.out or Path("runs") / f"{given.algorithm}-{setting.rules.name}-{given.reward}-{given.seed}"
    out.mkdir(parents=True, exist_ok=True)
    state_size = setting.size + (players - 1) * setting.layout.size if central else setting.size
    agent = Agent(setting, given.hidden, state_size).to(device)
    optimizer = torch.optim.Adam(agent.parameters(), lr=given.rate, eps=1e-5)
    tables = Parallel(setting, given.tables, seed=f"train {given.seed}")
    shape = given.rollout, given.tables
    views = torch.zeros((*shape, setting.size), dtype=torch.uint8, device=device)
    masks = torch.zeros((*shape, setting.tokens), dtype=torch.uint8, device=device)
    states = torch.zeros((*shape, state_size), dtype=torch.uint8, device=device) if central else views
    tokens = torch.zeros(shape, dtype=torch.int64, device=device)
    old_chances, values = torch.zeros(shape, device=device), torch.zeros(shape, device=device)
    seats = np.zeros(shape, np.int64)
    started, steps, games, rows = time.time(), 0, 0, []
    done, next_measurement = 0.0, 0.0
    finished: list[Any] = []  # thalers of all seats in recent games
    while True:
        spent = time.time() - started
        done = max(steps / given.steps, spent / 60 / given.minutes if given.minutes else 0.0)
        if (finished and done >= next_measurement) or done >= 1.0:
            thalers = np.array(finished or [[0] * players])
            row = {
                "seconds": round(spent, 1), "steps": steps, "games": games,
                "thalers": thalers.mean(), "spread": thalers.std(axis=1).mean(),
            }  # fmt: skip
            if given.deals:
                row |= measure(agent, setting, given.opponents, given.deals, device)
            rows.append(row)
            finished = []
            next_measurement = max(next_measurement, done) + 1 / given.measurements
            with open(out / "curve.csv", "w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, list(row))
                writer.writeheader()
                for each in rows:
                    writer.writerow({key: f"{v:.4g}" if isinstance(v, float) else v for key, v in each.items()})
            print(", ".join(f"{key} {value:.2f}" for key, value in row.items()), flush=True)
        if done >= 1.0:
            break
        ended: list[list[tuple[int, list[float]]]] = []
        with torch.no_grad():
            for step in range(given.rollout):
                views[step] = torch.from_numpy(tables.views)
                masks[step] = torch.from_numpy(tables.masks)
                if central:
                    states[step] = torch.from_numpy(states_of(tables, central))
                seats[step] = tables.seats
                logits = agent.logits(views[step], masks[step])
                tokens[step] = torch.multinomial(logits.softmax(1), 1)[:, 0]
                old_chances[step] = logits.log_softmax(1).gather(1, tokens[step, :, None])[:, 0]
                values[step] = agent.values(states[step])
                ended.append(tables.step(tokens[step].cpu().numpy()))
                finished += [tables.thalers[number].copy() for number, _ in ended[-1]]
        steps += given.rollout * given.tables
        games += sum(len(each) for each in ended)
        advantages, usable = estimate_advantages(
            values.cpu().numpy(), seats, ended, players, given.discount, given.trace
        )
        learn(agent, optimizer, given, done, (views, masks, states, tokens, old_chances, values), advantages, usable)
    torch.save({"policy": agent.state_dict(), "config": {k: str(v) for k, v in vars(given).items()}}, out / "policy.pt")
    about = {key: str(value) if isinstance(value, Path) else value for key, value in vars(given).items()}
    about |= {
        "wall seconds": round(time.time() - started, 1), "tobean": tobean.__version__, "torch": torch.__version__,
        "machine": platform.machine(), "python": platform.python_version(),
        "parameters": sum(each.numel() for each in agent.parameters()),
    }  # fmt: skip
    (out / "config.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    return out


def learn(
    agent: Agent,
    optimizer: Any,
    given: argparse.Namespace,
    done: float,
    rollout: tuple[Any, ...],
    advantages: Any,
    usable: Any,
) -> None:
    """The clipped objective of PPO on one rollout."""
    device = given.device
    chosen = torch.from_numpy(np.flatnonzero(usable)).to(device)
    views, masks, states, tokens, old_chances, values = (each.flatten(0, 1) for each in rollout)
    gains = torch.from_numpy(advantages.reshape(-1)).float().to(device)
    targets = gains + values
    for group in optimizer.param_groups:
        group["lr"] = given.rate * max(0.1, 1.0 - done)
    for _ in range(given.epochs):
        order = chosen[torch.randperm(len(chosen), device=device)]
        for part in order.split(given.minibatch):
            logits = agent.logits(views[part], masks[part]).log_softmax(1)
            ratio = (logits.gather(1, tokens[part, None])[:, 0] - old_chances[part]).exp()
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
            policy_loss = -torch.min(gain * ratio, gain * ratio.clamp(1 - given.clip, 1 + given.clip)).mean()
            value_loss = 0.5 * (agent.values(states[part]) - targets[part]).square().mean()
            entropy = -(logits.softmax(1) * logits).sum(1).mean()  # softmax: exp is slow where it underflows
            optimizer.zero_grad()
            (policy_loss + value_loss - given.entropy * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


if __name__ == "__main__":
    main()
