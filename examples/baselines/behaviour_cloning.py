"""Behaviour cloning: a net learns to say what a bot says, from games of copies of it.

    python examples/baselines/behaviour_cloning.py
    python examples/baselines/behaviour_cloning.py --teacher sprout --games 500 --device cuda --workers 8

Learned are the choices of awaited seats; acting out of turn is left out, as in an environment without volunteers. An
action that the setting cannot spell (a larger offer) is skipped and counted. The curve is over the epochs: loss and
accuracy on held-out games, and games of the clone. Writes curve.csv, config.json and policy.pt to the output folder.
"""

from __future__ import annotations

import argparse
import csv
import json
import multiprocessing
import platform
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

import tobean
from tobean.bots import bot_named
from tobean.bots.turn_policy import TurnPolicy
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import observe
from tobean.research.statistics.intervals import Z95, mean, share, standard_deviation
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.token_game import TokenGame
from tobean.research.tokens.vocabulary import BadToken

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--game", default="bohnanza")
parser.add_argument("--players", type=int, default=4)
parser.add_argument("--teacher", default="merchant", help="bot to learn from")
parser.add_argument("--talk-limit", type=int, default=1, help="offers of each player in a turn")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--games", type=int, default=1000, help="games of the teacher; a tenth of them is held out")
parser.add_argument("--workers", type=int, default=1, help="processes that play them")
parser.add_argument("--epochs", type=int, default=10)
parser.add_argument("--minibatch", type=int, default=1024)
parser.add_argument("--rate", type=float, default=1e-3, help="learning rate, which falls along a cosine")
parser.add_argument("--decay", type=float, default=0.01, help="weight decay")
parser.add_argument("--hidden", type=int, default=256)
parser.add_argument("--device", default="cpu")
parser.add_argument("--threads", type=int, default=1, help="threads of PyTorch on the CPU")
parser.add_argument("--opponents", default="sprout,merchant", help="bots at the other seats; the clone meets each")
parser.add_argument("--deals", type=int, default=64, help="games of a measurement")
parser.add_argument("--out", type=Path, default=Path("runs/cloning"), help="output folder")


class Clone(nn.Module):  # type: ignore[misc]  # torch has no types here
    """Policy over the view of the awaited seat."""

    def __init__(self, setting: Setting, hidden: int) -> None:
        super().__init__()
        divisors = np.concatenate([np.frombuffer(setting.layout.scale(), np.uint8), np.ones(setting.tokens + 1)])
        self.register_buffer("factors", torch.tensor(1.0 / np.maximum(divisors, 1.0), dtype=torch.float32))
        last = nn.Linear(hidden, setting.tokens)
        self.actor = nn.Sequential(
            nn.Linear(setting.size, hidden), nn.LayerNorm(hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU(), last
        )

    def logits(self, views: Any, masks: Any) -> Any:
        return self.actor(views.float() * self.factors).masked_fill(masks == 0, -1e9)


def game_examples(setting: Setting, teacher: str, seed: int, number: int) -> tuple[bytes, bytes, list[int], int]:
    """Play a game of copies of the teacher. Returns the views, the masks and the tokens of all choices of awaited
    seats, and the number of actions that have no spelling."""
    table, chance = setting.new_table(f"teach {seed} {number}"), chance_from(f"teach {seed} {number} bots")
    bots = [bot_named(teacher) for _ in range(setting.players)]
    views, masks, tokens, skipped = [], [], [], 0
    for decision in TurnPolicy(table):
        seat, bot = decision.seat, bots[decision.seat]
        view, actions = observe(table, seat), table.legal_actions(seat)
        if decision.is_optional:
            volunteered = bot.volunteer(view, actions, chance)
            if volunteered is not None:
                table.apply(volunteered)
            continue
        action = bot.choose(view, actions, chance)
        features = setting.layout.dense(view)
        partial_action = setting.grammar.begin(table, seat)
        said = bytearray(setting.tokens + 1)
        examples = []
        try:
            for token in setting.grammar.encode(table, action):
                if len(partial_action.next_tokens) > 1:
                    mask = bytearray(setting.tokens)
                    for legal in partial_action.next_tokens:
                        mask[legal] = 1
                    examples.append((features + said, bytes(mask), token))
                partial_action.say(token)
                said[token] += 1
        except BadToken:
            skipped += 1
            examples = []
        views += [row for row, _, _ in examples]
        masks += [legal_tokens for _, legal_tokens, _ in examples]
        tokens += [token for _, _, token in examples]
        table.apply(action)
    return b"".join(views), b"".join(masks), tokens, skipped


def as_rows(data: bytes, count: int) -> Any:
    return torch.from_numpy(np.frombuffer(data, np.uint8).reshape(count, -1).copy())


@torch.no_grad()  # type: ignore[untyped-decorator]
def measure(agent: Clone, setting: Setting, opponents: str, deals: int, device: str) -> dict[str, float]:
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
    margins = [
        result.thalers[seat] - mean([t for other, t in enumerate(result.thalers) if other != seat])
        for result, seat in zip(results, seats, strict=True)
    ]
    wins = sum(1.0 / len(r.winners) if seat in r.winners else 0.0 for r, seat in zip(results, seats, strict=True))
    half = Z95 * standard_deviation(margins) / max(1, len(margins)) ** 0.5
    interval, middle = share(wins, len(margins)), mean(margins)
    return {
        f"{opponents}_margin": middle, f"{opponents}_margin_low": middle - half,
        f"{opponents}_margin_high": middle + half, f"{opponents}_wins": interval.value,
        f"{opponents}_wins_low": interval.low, f"{opponents}_wins_high": interval.high,
    }  # fmt: skip


@torch.no_grad()  # type: ignore[untyped-decorator]
def held_out(agent: Clone, views: Any, masks: Any, tokens: Any, device: str) -> tuple[float, float]:
    """Loss and accuracy on choices that were not trained on."""
    loss, hits = 0.0, 0
    for part in torch.arange(len(tokens)).split(8192):
        logits = agent.logits(views[part].to(device), masks[part].to(device))
        wanted = tokens[part].to(device)
        loss += float(nn.functional.cross_entropy(logits, wanted, reduction="sum"))
        hits += int((logits.argmax(1) == wanted).sum())
    return loss / len(tokens), hits / len(tokens)


def main(arguments: list[str] | None = None) -> Path:
    given = parser.parse_args(arguments)
    torch.set_num_threads(given.threads)
    torch.manual_seed(given.seed)
    setting = Setting(
        given.game, given.players, talk_limit=given.talk_limit, most_given=2, most_wanted=2, most_called=0,
        skip_forced=True,
    )  # fmt: skip
    device, out = given.device, given.out
    out.mkdir(parents=True, exist_ok=True)
    started = time.time()
    play = partial(game_examples, setting, given.teacher, given.seed)
    if given.workers > 1:
        with multiprocessing.get_context("spawn").Pool(given.workers) as pool:
            games = list(pool.imap(play, range(given.games), chunksize=4))
    else:
        games = [play(number) for number in range(given.games)]
    kept = max(1, given.games // 10)
    counts = [len(tokens) for _, _, tokens, _ in games]
    total, last = sum(counts), sum(counts[-kept:])
    views = as_rows(b"".join([game[0] for game in games]), total)
    masks = as_rows(b"".join([game[1] for game in games]), total)
    tokens = torch.tensor([token for game in games for token in game[2]])
    skipped = sum(game[3] for game in games)
    print(f"{given.games} games, {total} choices, {skipped} actions skipped: {time.time() - started:.0f} s", flush=True)
    agent = Clone(setting, given.hidden).to(device)
    optimizer = torch.optim.AdamW(agent.parameters(), lr=given.rate, weight_decay=given.decay)
    batches = -(-(total - last) // given.minibatch)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, given.epochs * batches)
    rows: list[dict[str, Any]] = []
    for epoch in range(given.epochs + 1):
        if epoch:
            for part in torch.randperm(total - last).split(given.minibatch):
                logits = agent.logits(views[part].to(device), masks[part].to(device))
                optimizer.zero_grad()
                nn.functional.cross_entropy(logits, tokens[part].to(device)).backward()
                optimizer.step()
                schedule.step()
        loss, accuracy = held_out(agent, views[-last:], masks[-last:], tokens[-last:], device)
        row: dict[str, Any] = {"seconds": round(time.time() - started, 1), "epoch": epoch, "loss": loss}
        row["accuracy"] = accuracy
        for opponents in given.opponents.split(","):
            row |= measure(agent, setting, opponents, given.deals, device)
        rows.append(row)
        with open(out / "curve.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(row))
            writer.writeheader()
            for each in rows:
                writer.writerow({key: f"{v:.4g}" if isinstance(v, float) else v for key, v in each.items()})
        print(", ".join(f"{key} {value:.2f}" for key, value in row.items()), flush=True)
    torch.save({"policy": agent.state_dict(), "config": {k: str(v) for k, v in vars(given).items()}}, out / "policy.pt")
    about = {key: str(value) if isinstance(value, Path) else value for key, value in vars(given).items()}
    about |= {
        "choices": total, "actions without spelling": skipped, "wall seconds": round(time.time() - started, 1),
        "tobean": tobean.__version__, "torch": torch.__version__, "machine": platform.machine(),
        "python": platform.python_version(),
    }  # fmt: skip
    (out / "config.json").write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")
    return Path(out)


if __name__ == "__main__":
    main()
