"""Masked PPO in one seat against a population of bots.

    python examples/baselines/ppo_population.py
    python examples/baselines/ppo_population.py --population random,miser,sprout,merchant --device cuda
    python examples/baselines/ppo_population.py --start runs/cloning/policy.pt        # continue from a cloned policy

Each game draws the bots of the other seats from the population and the seat of the learner, so the policy cannot
overfit to one opponent. Writes curve.csv, config.json and policy.pt to the output folder.
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
from tobean.research.statistics.intervals import Z95, mean, share, standard_deviation
from tobean.research.tokens.rewards import REWARDS
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.token_game import TokenGame

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--game", default="bohnanza")
parser.add_argument("--players", type=int, default=4)
parser.add_argument("--reward", choices=REWARDS, default="margin")
parser.add_argument("--population", default="random,miser,sprout,merchant", help="bots of the other seats, by name")
parser.add_argument("--talk-limit", type=int, default=1, help="offers of each player in a turn")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--start", type=Path, help="policy.pt of behaviour cloning to start from")
parser.add_argument("--steps", type=int, default=1_500_000, help="tokens of the learner to train on")
parser.add_argument("--minutes", type=float, default=50.0, help="stop earlier, after this time; 0: no limit")
parser.add_argument("--tables", type=int, default=128)
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
parser.add_argument("--deals", type=int, default=64, help="games of a measurement")
parser.add_argument("--measurements", type=int, default=12)
parser.add_argument("--out", type=Path, default=Path("runs/population"), help="output folder")


class Agent(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Actor and critic over the view of the learner's seat."""

    def __init__(self, setting: Setting, hidden: int) -> None:
        super().__init__()
        divisors = np.concatenate([np.frombuffer(setting.layout.scale(), np.uint8), np.ones(setting.tokens + 1)])
        self.register_buffer("factors", torch.tensor(1.0 / np.maximum(divisors, 1.0), dtype=torch.float32))
        self.actor = network(setting.size, hidden, setting.tokens, 0.01)
        self.critic = network(setting.size, hidden, 1, 1.0)

    def logits(self, views: Any, masks: Any) -> Any:
        return self.actor(views.float() * self.factors).masked_fill(masks == 0, -1e9)

    def values(self, views: Any) -> Any:
        return self.critic(views.float() * self.factors)[:, 0]


def network(size: int, hidden: int, outputs: int, gain: float) -> nn.Sequential:
    last = nn.Linear(hidden, outputs)
    nn.init.orthogonal_(last.weight, gain)
    nn.init.zeros_(last.bias)
    return nn.Sequential(
        nn.Linear(size, hidden), nn.LayerNorm(hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), last
    )


class Tables:
    """Games with one learner each; the next deal starts when one is over."""

    def __init__(self, setting: Setting, count: int, population: list[str], seed: str) -> None:
        self.setting, self.population, self.seed = setting, population, seed
        self.deals = 0
        self.rng = np.random.default_rng(sum(seed.encode()))
        self.seats = [0] * count
        self.games = [self.new_game(number) for number in range(count)]

    def new_game(self, number: int) -> TokenGame:
        setting = self.setting
        while True:
            self.seats[number] = seat = int(self.rng.integers(setting.players))
            names = self.rng.choice(self.population, setting.players)
            bots = {other: bot_named(str(names[other])) for other in range(setting.players) if other != seat}
            table = setting.new_table(f"{self.seed} {self.deals}")
            chance = chance_from(f"{self.seed} {self.deals} bots")
            self.deals += 1
            game = TokenGame(setting, table, bots=bots, chance=chance)
            if not game.over:
                return game

    def rows(self) -> tuple[Any, Any]:
        views = b"".join([game.view(seat) for game, seat in zip(self.games, self.seats, strict=True)])
        masks = b"".join([game.mask() for game in self.games])
        count = len(self.games)
        return as_rows(views, count), as_rows(masks, count)

    def step(self, tokens: list[int]) -> list[tuple[int, float, float]]:
        """Play a token at each table. Returns the tables that have ended, the learner's return and its margin."""
        ended = []
        for number, token in enumerate(tokens):
            game, seat = self.games[number], self.seats[number]
            game.say(token)
            if game.over:
                result = game.table.result()
                ended.append((number, self.setting.returns(result)[seat], margin_of(result, seat)))
                self.games[number] = self.new_game(number)
        return ended


def as_rows(data: bytes, count: int) -> Any:
    return torch.from_numpy(np.frombuffer(data, np.uint8).reshape(count, -1).copy())


def margin_of(result: Any, seat: int) -> float:
    return float(result.thalers[seat] - mean([t for other, t in enumerate(result.thalers) if other != seat]))


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
        views = as_rows(b"".join([games[number].view(seats[number]) for number in running]), len(running)).to(device)
        masks = as_rows(b"".join([games[number].mask() for number in running]), len(running)).to(device)
        tokens = torch.multinomial(agent.logits(views, masks).softmax(1), 1, generator=generator)[:, 0].tolist()
        for number, token in zip(running, tokens, strict=True):
            games[number].say(token)
    results = [game.table.result() for game in games]
    margins = [margin_of(result, seat) for result, seat in zip(results, seats, strict=True)]
    wins = sum(1.0 / len(r.winners) if seat in r.winners else 0.0 for r, seat in zip(results, seats, strict=True))
    half_width = Z95 * standard_deviation(margins) / max(1, len(margins)) ** 0.5
    interval, margin = share(wins, len(margins)), mean(margins)
    return {
        "margin": margin, "margin_low": margin - half_width, "margin_high": margin + half_width,
        "wins": interval.value, "wins_low": interval.low, "wins_high": interval.high,
    }  # fmt: skip


def estimate_advantages(
    values: Any, last_values: Any, ended: list[list[tuple[int, float, float]]], discount: float, trace: float
) -> Any:
    """Return generalised advantage estimates; the reward comes with the last token of a game."""
    advantages = np.zeros_like(values)
    next_value, next_advantage = last_values.copy(), np.zeros_like(last_values)
    for step in range(len(values) - 1, -1, -1):
        rewards = np.zeros_like(last_values)
        for table, reward, _ in ended[step]:
            rewards[table], next_value[table], next_advantage[table] = reward, 0.0, 0.0
        error = rewards + discount * next_value - values[step]
        advantages[step] = next_advantage = error + discount * trace * next_advantage
        next_value = values[step].copy()
    return advantages


def main(arguments: list[str] | None = None) -> Path:
    options = parser.parse_args(arguments)
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    setting = Setting(
        options.game, options.players, talk_limit=options.talk_limit, most_given=2, most_wanted=2, most_called=0,
        skip_forced=True, reward=options.reward,
    )  # fmt: skip
    device, out = options.device, options.out
    out.mkdir(parents=True, exist_ok=True)
    agent = Agent(setting, options.hidden).to(device)
    if options.start:
        agent.load_state_dict(torch.load(options.start, map_location=device, weights_only=True)["policy"], strict=False)
    optimizer = torch.optim.Adam(agent.parameters(), lr=options.rate, eps=1e-5)
    tables = Tables(setting, options.tables, options.population.split(","), f"train {options.seed}")
    shape = options.rollout, options.tables
    views = torch.zeros((*shape, setting.size), dtype=torch.uint8, device=device)
    masks = torch.zeros((*shape, setting.tokens), dtype=torch.uint8, device=device)
    tokens = torch.zeros(shape, dtype=torch.int64, device=device)
    old_log_probabilities, values = torch.zeros(shape, device=device), torch.zeros(shape, device=device)
    started, steps, games, rows = time.time(), 0, 0, []
    next_measurement = 0.0
    recent: list[float] = []  # margins of the learner in recent games against the population
    while True:
        spent = time.time() - started
        progress = max(steps / options.steps, spent / 60 / options.minutes if options.minutes else 0.0)
        if progress >= next_measurement or progress >= 1.0:
            row = {"seconds": round(spent, 1), "steps": steps, "games": games, "population_margin": mean(recent)}
            row |= measure(agent, setting, options.opponents, options.deals, device)
            rows.append(row)
            recent = []
            next_measurement = max(next_measurement, progress) + 1 / options.measurements
            write_curve(out / "curve.csv", rows)
            print(", ".join(f"{key} {value:.2f}" for key, value in row.items()), flush=True)
        if progress >= 1.0:
            break
        ended: list[list[tuple[int, float, float]]] = []
        with torch.no_grad():
            for step in range(options.rollout):
                view, mask = tables.rows()
                views[step], masks[step] = view, mask
                logits = agent.logits(views[step], masks[step])
                tokens[step] = torch.multinomial(logits.softmax(1), 1)[:, 0]
                old_log_probabilities[step] = logits.log_softmax(1).gather(1, tokens[step, :, None])[:, 0]
                values[step] = agent.values(views[step])
                ended.append(tables.step(tokens[step].tolist()))
                recent += [margin for _, _, margin in ended[-1]]
            last_values = agent.values(tables.rows()[0].to(device)).cpu().numpy()
        steps += options.rollout * options.tables
        games += sum(len(each) for each in ended)
        advantages = estimate_advantages(values.cpu().numpy(), last_values, ended, options.discount, options.trace)
        learn(agent, optimizer, options, progress, (views, masks, tokens, old_log_probabilities, values), advantages)
    torch.save(
        {"policy": agent.state_dict(), "config": {k: str(v) for k, v in vars(options).items()}}, out / "policy.pt"
    )
    about = {key: str(value) if isinstance(value, Path) else value for key, value in vars(options).items()}
    about |= {
        "wall seconds": round(time.time() - started, 1), "tobean": tobean.__version__, "torch": torch.__version__,
        "machine": platform.machine(), "python": platform.python_version(),
    }  # fmt: skip
    (out / "config.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    return Path(out)


def write_curve(path: Path, rows: list[dict[str, Any]]) -> None:
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[-1]))
        writer.writeheader()
        for row in rows:
            writer.writerow({key: f"{value:.4g}" if isinstance(value, float) else value for key, value in row.items()})


def learn(
    agent: Agent, optimizer: Any, options: argparse.Namespace, progress: float, rollout: tuple[Any, ...], estimates: Any
) -> None:
    """Update the agent with PPO's clipped objective on one rollout."""
    device = options.device
    views, masks, tokens, old_log_probabilities, values = (each.flatten(0, 1) for each in rollout)
    advantages = torch.from_numpy(estimates.reshape(-1)).float().to(device)
    targets = advantages + values
    for group in optimizer.param_groups:
        group["lr"] = options.rate * max(0.1, 1.0 - progress)
    for _ in range(options.epochs):
        for batch in torch.randperm(len(advantages), device=device).split(options.minibatch):
            logits = agent.logits(views[batch], masks[batch]).log_softmax(1)
            ratio = (logits.gather(1, tokens[batch, None])[:, 0] - old_log_probabilities[batch]).exp()
            normalized = (advantages[batch] - advantages[batch].mean()) / (advantages[batch].std() + 1e-8)
            policy_loss = -torch.min(
                normalized * ratio, normalized * ratio.clamp(1 - options.clip, 1 + options.clip)
            ).mean()
            value_loss = 0.5 * (agent.values(views[batch]) - targets[batch]).square().mean()
            entropy = -(logits.softmax(1) * logits).sum(1).mean()  # softmax: exp is slow where it underflows
            optimizer.zero_grad()
            (policy_loss + value_loss - options.entropy * entropy).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


if __name__ == "__main__":
    main()
