"""Torch modules as bots: exported to ONNX and torch.export files, they play whole games in the arena."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import tobean
from tests.support.cli import Run
from tobean.bots import bot_named
from tobean.research import Setting, policy_bot, save_onnx, save_torch
from tobean.research.policies.policy_files import BadPolicy

GAMES = [("bohnanza", 4), ("al-cabohne", 2)]


class ActorCritic(torch.nn.Module):  # type: ignore[misc]
    """A small network with logits and a value."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        torch.manual_seed(1)
        self.body = torch.nn.Sequential(torch.nn.Linear(setting.size, 32), torch.nn.ReLU())
        self.actor = torch.nn.Linear(32, setting.tokens)
        self.critic = torch.nn.Linear(32, 1)

    def forward(self, observation: Any) -> Any:
        hidden = self.body(observation / 10.0)
        return self.actor(hidden), self.critic(hidden)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_files_play_like_the_module(run: Run, tmp_path: Path, game: str, players: int) -> None:
    setting = Setting(game, players)
    module = ActorCritic(setting)
    files = {"net.onnx": save_onnx, "net.pt2": save_torch}
    bots = [policy_bot(module, setting, "module")]
    for name, save in files.items():
        save(module, setting, tmp_path / name)
        bots.append(policy_bot(tmp_path / name, name="module"))
    table = setting.new_table(3)
    views = np.frombuffer(
        bytearray(setting.layout.dense(tobean.observe(table, table.awaited)) + setting.nothing_said), np.uint8
    )
    expected = bots[0].policy.logits(views)  # type: ignore[union-attr]
    for bot in bots[1:]:
        np.testing.assert_allclose(bot.policy.logits(views), expected, atol=1e-5)  # type: ignore[union-attr]
    opponents = ["sprout"] * (players - 1)
    records = {str(tobean.play_match(game, [bot, *opponents], seed=2).record) for bot in bots}
    assert len(records) == 1
    for name in files:
        args = ("-g", game, "-p", players, "-d", 1, "-w", 2, "-q", "--json")
        code, out, _ = run("arena", tmp_path / name, "-a", "sprout-1", *args)
        assert code == 0, out
        assert not json.loads(out)["faults"]


def test_wrong_modules_and_files_are_refused(tmp_path: Path) -> None:
    setting = Setting("bohnanza", 3)
    with pytest.raises(BadPolicy, match="logits of the shape"):
        save_onnx(torch.nn.Linear(setting.size, 3), setting, tmp_path / "net.onnx")
    module = torch.nn.Linear(setting.size, setting.tokens)
    with pytest.raises(BadPolicy, match="ends with .pt2"):
        save_torch(module, setting, tmp_path / "net.pt")
    torch.export.save(torch.export.export(module, (torch.zeros(1, setting.size),)), tmp_path / "plain.pt2")
    with pytest.raises(BadPolicy, match="does not say for which game"):
        bot_named(str(tmp_path / "plain.pt2"))
    (tmp_path / "net.pt2").write_bytes(b"nothing of the kind")
    with pytest.raises(BadPolicy, match="not a program of torch.export"):
        bot_named(str(tmp_path / "net.pt2"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["net.pt2", "plain.pt2"]
