"""The learning example runs in full, from the games of its teacher to the plot."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from learning import main


def test_the_learning_program_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plot, net = tmp_path / "solo.svg", tmp_path / "solo.npz"
    assert main(["solo", "--games", "640", "--deals", "4", "--plot", str(plot), "--save", str(net)]) == 0
    output = capsys.readouterr().out
    assert "640 games of merchant" in output
    assert "learned from 640 games" in output
    assert "merchant itself: " in output
    ElementTree.parse(plot)
    assert main(["solo", "--deals", "1", "--load", str(net)]) == 0
    assert "the net of the file: wins" in capsys.readouterr().out
