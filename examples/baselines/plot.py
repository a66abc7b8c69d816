"""Draws the curves of the baselines as SVG files.

    python examples/baselines/plot.py runs --out docs/pictures

Reads curve.csv of each folder that `run_all.sh` and `exact.py` have written; what is missing is left out. Needs
Matplotlib (pip install 'tobean[baselines]').
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("svg")
from matplotlib import pyplot as plt

COLOURS = {"thalers": "#2f6f3e", "margin": "#b03030", "win": "#3060a0", "welfare": "#b08020"}
STYLES = {"ippo": "-", "mappo": "--"}

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("runs", type=Path, help="folder with the results")
parser.add_argument("--out", type=Path, default=Path("docs/pictures"))


def read_curve(path: Path) -> dict[str, list[Any]]:
    """The columns of a curve; numbers where all values are numbers. Empty if there is no file."""
    if not path.exists():
        return {}
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    columns: dict[str, list[Any]] = {}
    for key in rows[0] if rows else ():
        values = [row[key] for row in rows]
        try:
            columns[key] = [float(value) for value in values]
        except ValueError:
            columns[key] = values
    return columns


def draw(axes: Any, curve: dict[str, list[Any]], x: str, y: str, scale: float = 1.0, **style: Any) -> None:
    """A line, with its interval where the curve has one."""
    across = [value / scale for value in curve[x]]
    axes.plot(across, curve[y], **style)
    if f"{y}_low" in curve:
        axes.fill_between(
            across, curve[f"{y}_low"], curve[f"{y}_high"], color=style.get("color"), alpha=0.12, linewidth=0
        )


def save(figure: Any, path: Path) -> None:
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)
    print(path)


def main(arguments: list[str] | None = None) -> None:
    given = parser.parse_args(arguments)
    runs, out = given.runs, given.out
    out.mkdir(parents=True, exist_ok=True)
    plt.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "tobean", "font.size": 9, "axes.grid": True,
                         "grid.color": "#dddddd", "axes.spines.top": False, "axes.spines.right": False})  # fmt: skip

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4))
    for algorithm, line in STYLES.items():
        for reward, colour in COLOURS.items():
            curve = read_curve(runs / f"{algorithm}-{reward}" / "curve.csv")
            if curve:
                style = {"color": colour, "linestyle": line, "label": f"{algorithm.upper()}, {reward}"}
                draw(left, curve, "steps", "thalers", 1e6, **style)
                draw(right, curve, "steps", "margin", 1e6, **style)
                left.legend(fontsize=7)
    left.set(xlabel="million tokens", ylabel="thalers of a seat in self-play")
    right.set(xlabel="million tokens", ylabel="margin against three sprouts")
    save(figure, out / "baselines-selfplay.svg")

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4))
    curve = read_curve(runs / "cloning" / "curve.csv")
    if curve:
        draw(left, curve, "epoch", "sprout_margin", color="#2f6f3e", label="clone against three sprouts")
        draw(left, curve, "epoch", "merchant_margin", color="#b03030", label="clone against three merchants")
        left.legend(fontsize=7)
    left.set(xlabel="epochs of behaviour cloning", ylabel="margin")
    for name, colour in (("population", "#3060a0"), ("population-cloned", "#2f6f3e")):
        curve = read_curve(runs / name / "curve.csv")
        if curve:
            label = "PPO from the clone" if name.endswith("cloned") else "PPO from scratch"
            draw(right, curve, "steps", "margin", 1e6, color=colour, label=label)
            right.legend(fontsize=7)
    right.set(xlabel="million tokens of the learner", ylabel="margin against three sprouts")
    save(figure, out / "baselines-cloning-population.svg")

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4))
    curve = read_curve(runs / "ismcts" / "curve.csv")
    if curve:
        draw(left, curve, "simulations", "margin", color="#2f6f3e", marker="o")
        left.set_xscale("log")
    left.set(xlabel="simulations per decision (IS-MCTS)", ylabel="margin against three sprouts")
    curve = read_curve(runs / "exact" / "curve.csv")
    for name in dict.fromkeys(curve.get("policy", ())):
        chosen = [index for index, each in enumerate(curve["policy"]) if each == name]
        right.plot([curve["iterations"][i] for i in chosen], [curve["nash_conv"][i] for i in chosen], label=name)
    right.set(xlabel="iterations (tiny variant)", ylabel="NashConv in thalers", xscale="log", yscale="log")
    if right.get_legend_handles_labels()[0]:
        right.legend(fontsize=7)
    save(figure, out / "baselines-search-exact.svg")


if __name__ == "__main__":
    main()
