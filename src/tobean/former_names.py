"""Redirects imports by the module paths of earlier versions. To be removed in version 0.2.

The table lists the paths that the documentation named. An import by such a path works, warns with a
`DeprecationWarning`, and finds classes and functions by their former names too.
"""

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

FORMER_MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "bots.coach.chapters": ("bots.coach.review_text", {}),
    "bots.expertise": ("bots.game_knowledge", {"Expertise": "GameKnowledge"}),
    "bots.merchant.temper": ("bots.merchant.parameters", {"Temper": "MerchantParameters"}),
    "bots.merchant.valuing": ("bots.merchant.valuation.field_value", {}),
    "games.bohnanza.words": ("games.bohnanza.messages", {"WORDS": "MESSAGES"}),
    "kernel.blanks": ("kernel.message_args", {"SeatBlank": "SeatArg"}),
    "kernel.forms": ("kernel.notation.syntax", {"Form": "ActionSyntax"}),
    "kernel.hands": ("kernel.state.hands", {"receive": "add_drawn_card"}),
    "kernel.harvest": ("kernel.state.harvest", {"worth": "row_payout"}),
    "kernel.phases.field_rules": ("kernel.state.field_rules", {}),
    "kernel.phases.harvest": ("kernel.state.harvest", {}),
    "kernel.piles": ("kernel.state.piles", {}),
    "kernel.steps": ("kernel.agenda", {}),
    "kernel.values": (
        "kernel.notation.parameters",
        {"FlagValue": "FlagParameter", "field_value": "field_parameter"},
    ),
    "lab.exploiters": ("lab.opponents.exploiters", {}),
    "lab.pool": ("lab.pools.pool", {}),
    "play.wire.page": ("play.page.page_plugin", {"Page": "GamePage"}),
    "play.wire.story": ("play.page.game_summary", {"story": "game_summary"}),
    "record.scenario": ("record.scenarios.scenario", {}),
    "record.scenario_run": ("record.scenarios.runner", {}),
    "research.crowd": ("research.tokens.batch", {"Crowd": "GameBatch"}),
    "research.drive": ("research.turn_policy", {"Drive": "TurnPolicy"}),
    "research.features": ("research.tokens.features", {}),
    "research.grammar": ("research.tokens.grammar", {}),
    "research.setting": ("research.tokens.setting", {}),
    "research.tokengame": ("research.tokens.token_game", {}),
    "speech": ("i18n", {}),
    "speech.teller": ("i18n.narrator", {"teller_of": "narrator_of", "Teller": "Narrator"}),
    "speech.words": ("i18n.game_messages", {"Words": "GameMessages", "About": "Explanation"}),
}
"""Former module path: present path, and former names in it with their present ones. Paths are below `tobean`."""


class FormerModuleLoader(Loader):
    """Fills a module with the contents of the one that replaced it."""

    def exec_module(self, module: ModuleType) -> None:
        path, names = FORMER_MODULES[module.__name__.removeprefix("tobean.")]
        present = import_module(f"tobean.{path}")
        warnings.warn(f"{module.__name__} is now {present.__name__}", DeprecationWarning, stacklevel=2)
        public = {name: value for name, value in vars(present).items() if not name.startswith("__")}
        module.__dict__.update(public, __doc__=present.__doc__)
        module.__dict__.update({former: getattr(present, name) for former, name in names.items()})


class FormerModuleFinder(MetaPathFinder):
    """Finds modules by the paths of earlier versions."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname.removeprefix("tobean.") not in FORMER_MODULES or not fullname.startswith("tobean."):
            return None
        return ModuleSpec(fullname, FormerModuleLoader(), is_package=fullname == "tobean.speech")


def install_redirects() -> None:
    """Register the finder once, before the regular ones.

    An updated checkout keeps folders with caches of former modules, which the regular finders take for packages.
    """
    if not any(isinstance(finder, FormerModuleFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, FormerModuleFinder())
