"""tobean: the Bohnanza family of games.

Examples:
    >>> import tobean
    >>> table = tobean.new_game("bohnanza", players=4, seed=7)
    >>> table.awaited, table.phase
    (0, 1)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from tobean.games import GAMES, new_game
from tobean.kernel.actions import (
    Accept,
    Action,
    BuyField,
    Call,
    Decline,
    DiscardTurned,
    EndTrading,
    GoOn,
    Harvest,
    MakeOffer,
    Pass,
    Plant,
    Withdraw,
)
from tobean.kernel.cards import HIDDEN, Bean, cards_text, kind_named, name_of
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.errors import (
    BadDeck,
    BadInput,
    BadNotation,
    BadPlayers,
    BadRecord,
    BadScenario,
    BadSeat,
    BadTable,
    ChanceDecides,
    Illegal,
    StaleAction,
    TobeanError,
    UnknownGame,
    UnknownOption,
)
from tobean.kernel.events import Event
from tobean.kernel.notation.card_locations import ASIDE, FRONT, TURNED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.information_state import History
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.rules import Result, Rules
from tobean.kernel.state.repr_hooks import REPR_HOOKS
from tobean.kernel.table import Table
from tobean.record.notation import parse_action, parse_cards
from tobean.record.record import Game, Record, parse_record
from tobean.record.table_text import parse_table, restore, snapshot, table_text

if TYPE_CHECKING:
    from tobean import pictures
    from tobean.bots.match import Match, play_match
    from tobean.bots.registry import bot_named
    from tobean.i18n import error_text, sentence
    from tobean.version import __version__

__all__ = [
    "ASIDE",
    "FRONT",
    "GAMES",
    "HIDDEN",
    "TABLE",
    "TURNED",
    "Accept",
    "Action",
    "BadDeck",
    "BadInput",
    "BadNotation",
    "BadPlayers",
    "BadRecord",
    "BadScenario",
    "BadSeat",
    "BadTable",
    "Bean",
    "BuyField",
    "Call",
    "Chance",
    "ChanceDecides",
    "Decline",
    "DiscardTurned",
    "EndTrading",
    "Event",
    "Game",
    "GoOn",
    "Harvest",
    "History",
    "Illegal",
    "MakeOffer",
    "Match",
    "Observation",
    "Pass",
    "Plant",
    "Record",
    "Result",
    "Rules",
    "StaleAction",
    "Table",
    "TobeanError",
    "UnknownGame",
    "UnknownOption",
    "Withdraw",
    "__version__",
    "bot_named",
    "cards_text",
    "chance_from",
    "determinize",
    "error_text",
    "kind_named",
    "name_of",
    "new_game",
    "observe",
    "parse_action",
    "parse_cards",
    "parse_record",
    "parse_table",
    "play_match",
    "restore",
    "sentence",
    "snapshot",
    "pictures",
    "table_text",
]

LAZY_IMPORTS: Final = {
    "Match": "tobean.bots.match",
    "__version__": "tobean.version",
    "bot_named": "tobean.bots.registry",
    "play_match": "tobean.bots.match",
    "error_text": "tobean.i18n",
    "sentence": "tobean.i18n",
    "pictures": "tobean.pictures",
}
"""Attributes imported on first access, with their modules: not every program needs bots or texts."""


def _html(position: Table | Observation) -> str:
    """The drawing shown by notebooks. Imported late, because only notebooks need the art."""
    from tobean.pictures.notebook_html import html

    return html(position)


REPR_HOOKS.html = _html


def __getattr__(name: str) -> Any:
    if name not in LAZY_IMPORTS:
        raise AttributeError(f"module 'tobean' has no attribute {name!r}")
    module = import_module(LAZY_IMPORTS[name])
    value = getattr(module, name, module)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *LAZY_IMPORTS})
