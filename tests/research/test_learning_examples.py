"""Small runs of the learning examples: a trained player beats an untrained one."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import tobean
from learner import Learner
from learning import TASKS, training_data, win_share_and_return
from learning_curve import Point, curve
from small_net import Net
from tests.support.paths import EXAMPLES
from tobean.bots import bot_named

LEARN = EXAMPLES / "learn"


@pytest.mark.long
@pytest.mark.parametrize("task", TASKS)
def test_a_trained_policy_beats_an_untrained_one(task: str) -> None:
    setting, teacher = TASKS[task].setting(), bot_named("sprout")
    size = setting.layout.size
    margins = [
        win_share_and_return(Learner(setting, net, teacher, worlds=2, doubt=0.02), teacher, setting, deal=4)[1]
        for net in (Net.load(LEARN / f"{task}.npz", size), Net(size))
    ]
    assert margins[0] > margins[1] + 0.5  # in tens of thalers


def test_training_uses_every_seat() -> None:
    setting = TASKS["seat"].setting()
    rows, truth = training_data(bot_named("sprout"), setting, 1)
    assert rows.shape == (len(truth), setting.layout.size)
    assert len(truth) > 40
    assert truth[:4].sum() == pytest.approx(0.0, abs=1e-5)  # the leads of all seats sum to zero
    assert len(set(truth.tolist())) > 1


def test_a_net_learns_predictable_values_and_is_saved(tmp_path: Path) -> None:
    luck = np.random.default_rng(3)
    rows: Any = luck.integers(0, 5, (4000, 12)).astype(np.uint8)
    truth = (rows[:, 2] * 0.5 - np.maximum(0, rows[:, 4].astype(int) - 2)).astype(np.float32)
    net = Net(12, hidden=8)
    assert net.learn(rows, luck.random(4000).astype(np.float32), 30) < 0.2
    assert net.learn(rows, truth, 900) > 0.9
    net.save(tmp_path / "some.npz")
    assert (Net.load(tmp_path / "some.npz", 12)(rows) == net(rows)).all()
    with pytest.raises(tobean.BadInput, match="other features"):
        Net.load(tmp_path / "some.npz", 13)


def test_the_curve() -> None:
    text = curve([Point(1000, 0.5, 0.4, 0.6), Point(8000, 0.7, 0.6, 0.8)], 0.3, "sprout")
    assert {"1,000", "8,000", "sprout", "100 %"} <= {each.text for each in ElementTree.fromstring(text).iter()}
