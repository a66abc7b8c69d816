"""Rewrites docs/research/datasheet.md, the datasheet of the dataset that `tobean dataset` writes without options.

python -m tests.tools.datasheet
"""

from tests.support.paths import DOCS
from tobean.games import GAMES
from tobean.lab.opponents.population import POPULATION_VERSION
from tobean.research.dataset_files import Manifest
from tobean.training.dataset.datasheet import datasheet

PAGE = DOCS / "research" / "datasheet.md"


def standard_datasheet() -> str:
    games = sorted(name for name in GAMES if GAMES.package_of(name).startswith("tobean.games."))
    return datasheet(Manifest("0", 8, POPULATION_VERSION, 1000, "", "", dict.fromkeys(games, 100_000)))


if __name__ == "__main__":
    PAGE.write_text(standard_datasheet(), encoding="utf-8")
