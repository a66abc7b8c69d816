"""What a game brings to its table in the browser: its part `page`, a package with `PAGE` and the files beside it.

    PAGE = Page(special=windmill_data, hung=("grind",), undoable=("grind",))

Everything has a default: a game without this part is drawn by what all games have. Beside `__init__.py` lie `table.js`
and `style.css`, which draw what only this game has, `art.svg` with its pictures, and `guide.html`; none of them is
needed (docs/client.md).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Final

from tobean.games.registry import GAMES, load_part
from tobean.i18n.catalogues import text
from tobean.i18n.narrator import game_messages_of
from tobean.kernel.phases.trading import Trading

if TYPE_CHECKING:
    from tobean.kernel.component import Component
    from tobean.kernel.rules import Rules
    from tobean.kernel.state.position import Row
    from tobean.kernel.table import Table
    from tobean.play.lessons.lesson import Introduction


@dataclass(frozen=True)
class CardGroup:
    """Cards of a game that are not ordinary beans, in the catalogue under a name of their own."""

    name: str
    """What they are called together in the catalogue: `tools`."""
    of: str
    """What one of them is: `tool`. Its picture is `tool-<key>`, the class of its card `tool`."""
    kinds: Collection[int]
    corner: Callable[[int], str] = lambda kind: ""
    """What stands where a bean has its number."""
    caption: str = ""
    """What stands below the picture instead of the name of each card."""
    token: str = ""
    """The key of the bean that stands for it in a line of text."""
    more: Callable[[int], Mapping[str, object]] = lambda kind: {}
    """What else clients are told about such a card."""


@dataclass(frozen=True)
class Rival:
    """Somebody scripted who wins or loses like a player."""

    name: str
    victory: str
    """The headline if nobody else wins."""
    thalers: Callable[[Table], int]
    """How many thalers the rival has now."""


def last_card(row: Row) -> int:
    return row[-1]


@dataclass(frozen=True)
class GamePage:
    """What only this game has on its table. All texts are English (i18n/game_messages.py)."""

    files: str = ""
    """The package in which its files lie, if they are not its own: two games may share them."""

    # What lies on the table
    special: Callable[[Component, Table], dict[str, object]] | None = None
    """Its component as JSON, masked for the viewer already; of the table only public things are read."""
    groups: tuple[CardGroup, ...] = ()
    backs: Mapping[int, str] = field(default_factory=dict)
    """Backs of hand cards that others can tell apart, by kind: what lies behind, `tool`. The picture is `back-tool`."""
    catalogue: Callable[[int], dict[str, object]] = lambda players: {}
    """What else the catalogue names, for so many players."""
    grows: Callable[[Row], int] = last_card
    """The kind by whose beanometer a row will pay."""
    rival: Rival | None = None

    # What is done, by the verbs of actions
    hung: tuple[str, ...] = ()
    """They hang on a card, a field or a thing on the table: buttons name them only where they are few."""
    leading: tuple[str, ...] = ()
    """Their buttons stand out."""
    onward: tuple[str, ...] = ()
    """They leave things as they are: by the key for going on, and where somebody's time is up."""
    unordered: tuple[str, ...] = ()
    """Parts of actions that are lists whose order says nothing: buttons name only one of several orders."""
    undoable: tuple[str, ...] = ()
    """They show nobody anything but the own card that is laid down, and can be taken back."""
    belongings: Callable[[Component, int], tuple[object, ...]] = lambda component, seat: ()
    """What of the component belongs to a seat: once it has changed, a click made before is stale."""

    # What happens, by the names of events
    sounds: Mapping[str, str] = field(default_factory=dict)
    """`card`, `plant`, `coin`, `offer`, `deal`, `chime` or `end`."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Where one may want to jump to in a replay: `turn`, `deal`, `harvest`. A `deal` is told among the deals."""

    # On the shelf
    pictures: tuple[str, ...] = ()
    """Three pictures of the sprite that show what it is about."""
    banner: tuple[str, ...] = ()
    """Pictures on top of the front page; those of the first game that brings some."""
    colours: tuple[str, str] = ("", "")
    """Behind the pictures, by day and in the dark."""

    # For newcomers
    introduction: Introduction | None = None
    """Its lessons; without them it is introduced by what all games have (play/lessons/common_lessons.py)."""


DEFAULT_PAGE: Final = GamePage()
"""The page of a game that brings none."""


@cache
def page_in(home: str, game: str) -> GamePage:
    """The page that the package `home` brings to a game."""
    return load_part(game, "page", "PAGE", GamePage) or DEFAULT_PAGE


def page_of(game: str) -> GamePage:
    """What a game brings to its page."""
    try:
        home = GAMES.package_of(game)
    except KeyError:
        return DEFAULT_PAGE
    return page_in(home, game) if home else DEFAULT_PAGE


MARKS: Final = {
    "turn": "turn",
    "traded": "deal",
    "harvested": "harvest",
    "ran out": "run-out",
    "ended": "end",
}
"""What the events of the engine are marked as in a replay."""


def marks_of(game: str) -> dict[str, str]:
    """What events are marked as in the replays of a game."""
    return {**MARKS, **page_of(game).marks}


def trades(rules: Rules, players: int) -> bool:
    """Is there trading in this game?"""
    return any(isinstance(step, Trading) for step in rules.turn_steps(players))


def page_data(rules: Rules, players: int, language: str) -> dict[str, object]:
    """What a client is told about the game's page, files apart: the server knows where those are."""
    page = page_of(rules.name)
    return {
        "phases": [
            {
                "number": phase.number,
                "shown": phase.shown,
                "text": text(phase.text, language, rules.name),
                "about": text(phase.about.text, language, rules.name) if phase.about else "",
                "rule": phase.about.rule if phase.about else "",
            }
            for phase in game_messages_of(rules).phases_for(players)
        ],
        "trading": trades(rules, players),
        "hung": page.hung,
        "leading": page.leading,
        "onward": page.onward,
        "unordered": page.unordered,
        "sounds": page.sounds,
        "deals": [event for event, mark in marks_of(rules.name).items() if mark == "deal"],
        "rival": None
        if page.rival is None
        else {
            "name": text(page.rival.name, language, rules.name),
            "victory": text(page.rival.victory, language, rules.name),
        },
    }
