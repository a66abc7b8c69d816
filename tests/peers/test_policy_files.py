"""Torch modules as bots: exported to ONNX files, they play whole games in the arena."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import tobean
from tests.support.cli import Run
from tobean.research import Setting, policy_bot, save_onnx
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
def test_a_file_plays_like_the_module(run: Run, tmp_path: Path, game: str, players: int) -> None:
    setting = Setting(game, players)
    module = ActorCritic(setting)
    file = tmp_path / "net.onnx"
    save_onnx(module, setting, file)
    bots = [policy_bot(module, setting, "module"), policy_bot(file, name="module")]
    table = setting.new_table(3)
    views = np.frombuffer(
        bytearray(setting.layout.dense(tobean.observe(table, table.awaited)) + setting.nothing_said), np.uint8
    )
    expected, stored = [bot.policy.logits(views) for bot in bots]  # type: ignore[union-attr]
    np.testing.assert_allclose(stored, expected, atol=1e-5)
    opponents = ["sprout"] * (players - 1)
    records = {str(tobean.play_match(game, [bot, *opponents], seed=2).record) for bot in bots}
    assert len(records) == 1
    args = ("-g", game, "-p", players, "-d", 1, "-w", 2, "-q", "--json")
    code, out, _ = run("arena", file, "-a", "sprout-1", *args)
    assert code == 0, out
    assert not json.loads(out)["faults"]


def test_wrong_modules_are_refused(tmp_path: Path) -> None:
    setting = Setting("bohnanza", 3)
    with pytest.raises(BadPolicy, match="logits of the shape"):
        save_onnx(torch.nn.Linear(setting.size, 3), setting, tmp_path / "net.onnx")
    module = torch.nn.Linear(setting.size, setting.tokens)
    with pytest.raises(BadPolicy, match="ends with .onnx"):
        save_onnx(module, setting, tmp_path / "net.pt2")
    assert not list(tmp_path.iterdir())
