"""Page plugin of a game: its package `page` with `PAGE`, and the files beside it.

    PAGE = GamePage(component=windmill_data, attached=("grind",), undoable=("grind",))

Everything has a default: a game without this package is drawn with what all games share. Beside `__init__.py` there may
be `table.js` and `style.css`, which draw what only this game has, `art.svg` with its pictures, and `guide.html`
(docs/client.md).
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
    from tobean.session.lessons.lesson import Introduction
    from tobean.session.lessons.puzzle_lesson import PuzzleLesson


@dataclass(frozen=True)
class CardGroup:
    """Cards of a game that are not ordinary beans, listed in the catalogue under a name of their own."""

    name: str
    """Name of the group in the catalogue: `tools`."""
    of: str
    """Name of a single card: `tool`. Its picture is `tool-<key>`, the CSS class of its card `tool`."""
    kinds: Collection[int]
    corner: Callable[[int], str] = lambda kind: ""
    """Text in place of a bean's number."""
    caption: str = ""
    """Word that precedes the names of these cards in a text; below their pictures it is left out."""
    token: str = ""
    """Key of the bean that stands for it in a line of text."""
    more: Callable[[int], Mapping[str, object]] = lambda kind: {}
    """Further data about a card, for clients."""


@dataclass(frozen=True)
class Rival:
    """A scripted opponent that wins or loses like a player."""

    name: str
    victory: str
    """Headline if no player wins."""
    thalers: Callable[[Table], int]
    """Number of thalers of the rival now."""


@dataclass(frozen=True)
class GamePage:
    """Everything that only this game has on its page. All texts are English (i18n/game_messages.py)."""

    files: str = ""
    """Package with the files, if it is not the game's own: two games may share them."""

    # On the table
    component: Callable[[Component, Table], dict[str, object]] | None = None
    """Returns the component as JSON, already masked for the viewer; of the table only public data may be read."""
    groups: tuple[CardGroup, ...] = ()
    backs: Mapping[int, str] = field(default_factory=dict)
    """Distinct backs of hand cards, by kind, as the name of the front: `tool`. The picture is `back-tool`."""
    catalogue: Callable[[int], dict[str, object]] = lambda players: {}
    """Returns further entries of the catalogue, for this number of players."""
    grows: Callable[[Row], int] = lambda row: row[-1]
    """Returns the kind by whose beanometer a row pays."""
    rival: Rival | None = None

    # Actions, by verb
    attached: tuple[str, ...] = ()
    """Verbs attached to a card, a field or a thing on the table; they get buttons only if there are few."""
    leading: tuple[str, ...] = ()
    """Verbs with prominent buttons."""
    onward: tuple[str, ...] = ()
    """Verbs that leave everything as it is: bound to the key for going on, and played when a person's time is up."""
    unordered: tuple[str, ...] = ()
    """Parameters of actions that are lists in arbitrary order: buttons show only one of several orders."""
    undoable: tuple[str, ...] = ()
    """Verbs that reveal nothing but the card laid down, and can be undone."""
    belongings: Callable[[Component, int], tuple[object, ...]] = lambda component, seat: ()
    """Returns the part of the component that belongs to a seat; once it has changed, an earlier click is stale."""

    # Events, by name
    sounds: Mapping[str, str] = field(default_factory=dict)
    """`card`, `plant`, `coin`, `offer`, `deal`, `chime` or `end`."""
    marks: Mapping[str, str] = field(default_factory=dict)
    """Marks to jump to in a replay: `turn`, `deal`, `harvest`. A `deal` is listed among the deals."""

    # On the front page
    pictures: tuple[str, ...] = ()
    """Three pictures of the sprite that show what the game is about."""
    banner: tuple[str, ...] = ()
    """Pictures at the top of the front page; those of the first game that has some are used."""
    colours: tuple[str, str] = ("", "")
    """Background of the pictures, in light and dark mode."""

    # For newcomers
    introduction: Introduction | None = None
    """Its lessons; without them, the common ones introduce the game (session/lessons/common_lessons.py)."""
    introduction_alone: Introduction | None = None
    """Its lessons in a game alone, if they differ."""
    puzzle_lessons: tuple[PuzzleLesson, ...] = ()
    """Lessons with puzzles, offered after the introduction."""


DEFAULT_PAGE: Final = GamePage()


@cache
def page_in(home: str, game: str) -> GamePage:
    """Load the page of a game from the package `home`, once for each package."""
    return load_part(game, "page", "PAGE", GamePage) or DEFAULT_PAGE


def page_of(game: str) -> GamePage:
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
"""Marks of the engine's events in a replay."""


def marks_of(game: str) -> dict[str, str]:
    return {**MARKS, **page_of(game).marks}


def trades(rules: Rules, players: int) -> bool:
    """Whether there is trading in this game."""
    return any(isinstance(step, Trading) for step in rules.turn_steps(players))


def page_data(rules: Rules, players: int, language: str) -> dict[str, object]:
    """Return the data of a game's page for clients, except its files, which the server locates."""
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
        "attached": page.attached,
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
