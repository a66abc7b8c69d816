"""The research kit: every game as a learning problem, with thin adapters to established libraries.

`tokens.grammar` encodes actions as tokens, `tokens.features` encodes observations as numbers, `turn_policy` decides
which seat is asked next, and `parallel` steps many tables at once. The other modules are environments for established
libraries; `policies` makes bots of policies, `language_models` lets language models play. docs/research/index.md is a
tutorial, and leads to the pages of each.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tobean.research.policies.bot_factory import policy_bot
    from tobean.research.policies.policy_bot import PolicyBot
    from tobean.research.policies.policy_files import save_onnx
    from tobean.research.tokens.setting import Setting

__all__ = ["PolicyBot", "Setting", "policy_bot", "save_onnx"]

VERSION: Final = "v0"
"""Version in the names of all environments. docs/research/index.md says when it changes."""
LAZY_IMPORTS: Final = {
    "PolicyBot": "tobean.research.policies.policy_bot",
    "Setting": "tobean.research.tokens.setting",
    "policy_bot": "tobean.research.policies.bot_factory",
    "save_onnx": "tobean.research.policies.policy_files",
}
"""Attributes imported on first access: they need NumPy, which `tobean.research.environments.text` does without."""


def __getattr__(name: str) -> Any:
    if name not in LAZY_IMPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(LAZY_IMPORTS[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *LAZY_IMPORTS})


def underscored(game: str) -> str:
    return game.replace("-", "_")


def env_id(game: str, solo: bool = False) -> str:
    """`tobean/<Game>-v0`, with hyphens removed from the name."""
    name = "".join(word.capitalize() for word in game.split("-"))
    return f"tobean/{name}{'Solo' if solo else ''}-{VERSION}"
