"""The digests of tobean's sources, and what each of them covers."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tobean.research.pools.code_digest import PACKAGE, all_sources, play_sources, version_text

PLAY_EVERYTHING = """
import sys
from tobean.bots.registry import BOTS
from tobean.research.arena.arena_game import Fixture, play_fixture
from tobean.research.evaluation.evaluate import evaluate_round
from tobean.research.evaluation.held_out_games import setting_of
from tobean.research.evaluation.submission import all_variants
from tobean.research.opponents.drawn import KINDS
from tobean.research.opponents.responders import first_name
from tobean.research.policies.policy_files import bot_from_policy_file
from tobean.research.dataset.writer import write_dataset

rare = [*sorted(set(BOTS) - {"sage"}), *[f"drawn:spring:{kind}:1" for kind in KINDS], first_name("spring", 1)]
for game, players in dict(reversed(all_variants())).items():  # the smallest number of players of each
    bots = rare if game == "bohnanza" else ["mendel", "merchant"]
    lineups = [bots[first : first + players] for first in range(0, len(bots), players)]
    for deal, lineup in enumerate(lineups):
        lineup += ["random"] * (players - len(lineup))
        outcome = play_fixture(setting_of((game, players), "spring"), Fixture(deal, tuple(lineup)))
        assert not outcome.fault, outcome
print(*[name for name in sys.modules if name.partition(".")[0] == "tobean"])
"""
TEXT_MODULES = ("tobean", "tobean.extras", "tobean.former_names", "tobean.temporary_folders", "tobean.version")
"""Modules outside the digest that every program loads and that no decision depends on, besides those of `i18n`."""


def source_of(module: str) -> Path:
    """The source of a module of tobean, relative to the package."""
    path = Path(*module.split(".")[1:])
    return path / "__init__.py" if (PACKAGE / path).is_dir() else path.with_suffix(".py")


@pytest.mark.long
def test_the_digest_of_play_covers_every_module_that_games_load() -> None:
    done = subprocess.run([sys.executable, "-c", PLAY_EVERYTHING], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    loaded = [name for name in done.stdout.split() if name not in TEXT_MODULES and not name.startswith("tobean.i18n")]
    covered = set(play_sources(PACKAGE))
    assert len(loaded) > 100
    assert [name for name in loaded if source_of(name) not in covered] == []


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources of tobean."""
    folder = tmp_path_factory.mktemp("package")
    for path in all_sources(PACKAGE):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PACKAGE / path, folder / path)
    return folder


@pytest.mark.parametrize(
    ("name", "decides_play"),
    [
        ("kernel/table.py", True),
        ("games/magic/spells/registry.py", True),
        ("games/bohnanza/bots/mendel.json", True),
        ("bots/merchant/merchant.py", True),
        ("research/evaluation/figures.py", True),
        ("research/tokens/features.py", True),
        ("research/dataset/population_games.py", True),
        ("server/app.py", False),
        ("games/bohnanza/messages.py", False),
        ("games/bohnedikt/page/__init__.py", False),
        ("research/report/leaderboard_page.py", False),
        ("site/build.py", False),
    ],
)
def test_changes_that_digests_notice(package: Path, name: str, decides_play: bool) -> None:
    def digests() -> tuple[str, str]:
        return version_text(package, all_sources(package)), version_text(package, play_sources(package))

    path = package / name
    before, content = digests(), path.read_bytes()
    path.write_bytes(content + b"\n")
    changed = digests()
    path.write_bytes(content)
    assert changed[0] != before[0]
    assert (changed[1] != before[1]) == decides_play
    assert digests() == before
