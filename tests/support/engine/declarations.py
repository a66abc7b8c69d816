"""Declarations of a game, found in the modules of its folder and of the folders that its messages extend."""

from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import product
from pkgutil import walk_packages
from types import ModuleType
from typing import TypeVar

from tobean.games.bohnanza.cards import RED
from tobean.i18n.catalogues import message_packages
from tobean.kernel.actions import Action, parse_action
from tobean.kernel.agenda import Decision
from tobean.kernel.events import Event, EventKind
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.notation.parameters import TABLE, CardsParameter, PlaceParameter, SeatParameter

ENGINE = "tobean.kernel"
Base = TypeVar("Base")


def modules(game: str) -> Iterator[ModuleType]:
    """Every module of the engine and of the packages that define messages of the game."""
    for home in {ENGINE, *message_packages(game)} - {"tobean"}:
        package = import_module(home)
        yield package
        for found in walk_packages(package.__path__, f"{home}."):
            if not any(part in found.name for part in (".bots", ".page")):
                yield import_module(found.name)


def classes(game: str, base: type[Base]) -> list[type[Base]]:
    found = {
        value
        for module in modules(game)
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, base) and value is not base
    }
    return sorted(found, key=lambda each: each.__qualname__)


def event_kinds(game: str) -> list[EventKind]:
    kinds = {kind for module in modules(game) for kind in vars(module).values() if isinstance(kind, EventKind)}
    return sorted(kinds, key=lambda kind: kind.name)


def actions(game: str) -> list[type[Action]]:
    return [kind for kind in classes(game, Action) if kind.VERB]


def decisions(game: str) -> list[type[Decision]]:
    return [kind for kind in classes(game, Decision) if kind.NAME]


def event_shapes(kind: EventKind, card: int = RED) -> list[Event]:
    """One event of a kind for every shape that may need a different text."""
    some: tuple[tuple[int, ...], ...] = ((), (card,), (card, card))
    held: list[tuple[object, ...]] = []
    for value in kind.parameters:
        if isinstance(value, CardsParameter):
            held.append(some)
        elif isinstance(value, PlaceParameter):
            held.append(((),))
        elif isinstance(value, SeatParameter):
            held.append((0,) if value.name == "seat" else (TABLE, 1))
        else:
            held.append((0, 1, 2))
    names = [value.name for value in kind.parameters]
    return [Event(kind, dict(zip(names, each, strict=True))) for each in product(*held)]


def examples(kind: type[Action]) -> list[Action]:
    return [parse_action(f"A {example}") for example in kind.EXAMPLES]


def action_combinations(kind: type[Action]) -> Iterator[Action]:
    """All combinations of values from examples, syntax and defaults; few of these actions make sense."""
    pools = []
    for value in kind.PARAMETERS:
        pool = {getattr(action, value.name) for action in examples(kind)} | ({value.default} - {None})
        pool |= {form.fixed[value.name] for form in kind.SYNTAX if value.name in form.fixed}
        pools.append(pool | {TURNED} if isinstance(value, PlaceParameter) and not are_tuples(pool) else pool)
    for values in product(*pools):
        yield kind(0, *values)


def are_tuples(pool: Iterable[object]) -> bool:
    return any(isinstance(value, tuple) for value in pool)
