"""Folders of the repository that tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The repository."""
DOCS = ROOT / "docs"
EXAMPLES = ROOT / "examples"
SCENARIOS = ROOT / "scenarios"
TESTS = ROOT / "tests"
DATA = TESTS / "data"
CHAT_SENTENCES = DATA / "chat_sentences"
GOLDEN = DATA / "golden"
"""Files written by earlier versions."""
POSITIONS = DATA / "positions"
PACKAGES = TESTS / "packages"
"""Packages that tests install; also on the import path."""
TOOLS = TESTS / "tools"
