"""Random tables and actions, and invariants of every table."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from tests.support.engine import al_cabohne_actions, bohnedikt_actions, magic_actions
from tobean.games import GAMES, game_named
from tobean.games.registry import builtin_packages
from tobean.kernel import actions
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.notation import parameters
from tobean.kernel.notation.card_locations import ASIDE, TURNED, in_usual_order
from tobean.kernel.notation.card_parser import parse_cards
from tobean.kernel.phases.setup import new_table
from tobean.kernel.table import Table
from tobean.record.position_defaults import partial_table
from tobean.record.scenarios.invariants import bean_counts
from tobean.record.scenarios.step_checks import broken_invariant

COMPILED: Final = not hasattr(new_table, "__code__")
"""Whether the engine is compiled. The compiled build is eight times as fast, so it plays most of the games."""
ALL_VARIANTS: Final = [(name, players) for name, rules in GAMES.items() for players in rules.players]
"""Every registered game with every number of players. A new game is included once it is registered."""
VARIANTS: Final = [
    (game, players)
    for game, players in ALL_VARIANTS
    if COMPILED or players in (min(GAMES[game].players), max(GAMES[game].players))
]
"""All variants; in the interpreted build each game with the fewest and the most players."""
BUILTIN_GAMES = [game for game in GAMES if GAMES.package_of(game) in builtin_packages()]
"""Built-in games, for tests of drawings and of files in the repository."""
BUILTIN_VARIANTS = [(game, players) for game, players in ALL_VARIANTS if game in BUILTIN_GAMES]

TALK_LIMIT = 5


def seed_range(count: int) -> range:
    """Seeds of this number of games; the interpreted build plays only the first."""
    return range(count if COMPILED else 1)


def deck_of(game: str) -> Counter[int]:
    return Counter({bean.kind: bean.count for bean in GAMES[game].beans})


def new_test_table(game: str, players: int, seed: int, **options: int | bool | None) -> Table:
    options.setdefault("talk_limit", TALK_LIMIT)
    return new_table(game_named(game), players, chance_from(seed), options, start=seed % players)


def random_walk(game: str, players: int, seed: int, **options: int | bool | None) -> Iterator[Table]:
    """Yields the same table object after the deal and after each action of a random game, off-turn ones included."""
    table = new_test_table(game, players, seed, **options)
    yield table
    yield from random_walk_from(table, chance_from(f"walk {seed}"))


def random_walk_from(table: Table, chance: Chance, most: int = sys.maxsize) -> Iterator[Table]:
    """Yields the same table object after each of at most `most` random actions, including off-turn actions."""
    for _ in range(most):
        if table.over:
            return
        table.apply(random_action(table, chance))
        yield table


def random_action(table: Table, chance: Chance) -> actions.Action:
    """A legal action, sometimes an off-turn one."""
    seats = table.may_act()
    return table.sample_action(chance.choice(seats) if chance.randbelow(4) == 0 else seats[0], chance)


def checked_walk_from(table: Table, chance: Chance, most: int = sys.maxsize) -> Iterator[Table]:
    """Like `random_walk_from`, but each action is checked as in `apply_checked`."""
    beans = bean_counts(table)
    for _ in range(most):
        if table.over:
            return
        apply_checked(table, random_action(table, chance), beans)
        yield table


def apply_checked(table: Table, action: actions.Action, beans: Counter[int]) -> None:
    """Applies an action; fails if a bean is lost by it, or if the table cannot be saved and read back."""
    table.apply(action)
    broken = broken_invariant(table, beans)
    assert broken is None, f"{action!r}: {broken}"


def table_in_mid_game(game: str, players: int, seed: int, **options: int | bool | None) -> Table:
    """A table after some random actions, before the end of the game."""
    length = sum(1 for _ in random_walk(game, players, seed, **options))
    stop = chance_from(f"stop {seed}").randbelow(length - 1)
    for ply, table in enumerate(random_walk(game, players, seed, **options)):
        if ply == stop:
            return table
    raise AssertionError("unreachable")


Maker = Callable[[Table, Chance], actions.Action]

EXTRA_ACTIONS: dict[str, list[Maker]] = {
    "al-cabohne": al_cabohne_actions.AL_CABOHNE_ACTIONS,
    "bohnedikt": bohnedikt_actions.BOHNEDIKT_ACTIONS,
    "rabohnzel": magic_actions.MAGIC_ACTIONS,
    "excalibohn": magic_actions.MAGIC_ACTIONS,
}
"""Generators of game-specific actions of the built-in games, legal or not."""


def action_makers(game: str) -> list[Maker]:
    """Generators of game-specific actions; for an installed game they are derived from its declarations."""
    if game not in EXTRA_ACTIONS:
        home = GAMES.package_of(game)
        kinds = {kind for kinds in actions.ACTIONS.values() for kind in kinds if kind.__module__.startswith(f"{home}.")}
        EXTRA_ACTIONS[game] = [maker_of(kind) for kind in sorted(kinds, key=lambda kind: kind.VERB)]
    return EXTRA_ACTIONS[game]


def maker_of(kind: type[actions.Action]) -> Maker:
    def make(table: Table, chance: Chance) -> actions.Action:
        seat = table.active if chance.randbelow(2) else chance.randbelow(table.players)
        return kind(seat, *[any_value(value, table, chance) for value in kind.PARAMETERS])

    return make


def any_value(value: parameters.Parameter, table: Table, chance: Chance) -> object:
    """A value that an action may have under this name. Lists have two entries."""
    if isinstance(value, parameters.SeatParameter):
        return chance.randbelow(table.players)
    if isinstance(value, parameters.KindParameter):
        return chance.choice(table.kinds)
    if isinstance(value, parameters.CardsParameter):
        return tuple(sorted(chance.choice(table.kinds) for _ in range(2)))
    if isinstance(value, parameters.PlaceParameter):
        places = [chance.choice([TURNED, ASIDE, *range(6)]) for _ in range(2)]
        return tuple(sorted(places)) if value.name.endswith("s") else places[0]
    if isinstance(value, parameters.FlagParameter):
        return chance.randbelow(2) == 1
    return (
        chance.randbelow(4) if isinstance(value, parameters.CountedParameter) else chance.randbelow(value.maximum + 1)
    )


def near_miss_action(table: Table, chance: Chance) -> actions.Action:
    """A random action, legal or not: usually a near miss."""
    seat = chance.randbelow(table.players)
    kind = chance.choice(table.kinds)
    field = chance.randbelow(4)
    number = chance.randbelow(4) + 1
    hand = table.hands[seat]
    stake: list[tuple[int, int]] = []
    for _ in range(chance.randbelow(3)):
        place = chance.choice([TURNED, ASIDE, *range(len(hand) + 1)])
        card = hand[place] if 0 <= place < len(hand) and chance.randbelow(4) else kind
        stake.append((card, place))
    cards, places = in_usual_order(tuple([card for card, _ in stake]), tuple([place for _, place in stake]))
    front = hand[0] if hand and chance.randbelow(3) else kind
    wants = tuple(sorted(chance.choice(table.kinds) for _ in range(chance.randbelow(3))))
    makers: list[Callable[[], actions.Action]] = [
        lambda: actions.Plant(seat, front, 0, field),
        lambda: actions.Plant(seat, kind, TURNED, field),
        lambda: actions.Plant(seat, kind, ASIDE, field),
        lambda: actions.Pass(seat),
        lambda: actions.GoOn(seat),
        lambda: actions.Harvest(seat, field),
        lambda: actions.BuyField(seat),
        lambda: actions.MakeOffer(
            seat, chance.randbelow(table.players + 1) - 1, cards, places, wants, chance.randbelow(2) * number
        ),
        lambda: actions.MakeOffer(seat, parameters.TABLE, cards, places, wants),
        lambda: actions.Accept(seat, number, cards, places),
        lambda: actions.Decline(seat, number),
        lambda: actions.Withdraw(seat, number),
        lambda: actions.Call(seat, wants, ()),
        lambda: actions.EndTrading(seat),
    ]
    extra = action_makers(table.rules.name)
    pick = chance.randbelow(len(makers) + 2 * len(extra))
    return makers[pick]() if pick < len(makers) else extra[(pick - len(makers)) // 2](table, chance)


def trading_table(**other: str) -> Table:
    """Timon is active, with two Soy that he needs least of all players. Nina and Keno are in equal positions."""
    said = {
        "players": "Timon, Nina, Keno, Eiko",
        "hand A": "Garden, Blue, Blue, Soy",
        "hand B": "Red, Red, Stink",
        "hand C": "Blue, Green, Soy",
        "hand D": "Soy, Stink, Green",
        "field A 1": "2 Red",
        "field A 2": "2 Green",
        "field B 1": "3 Soy",
        "field B 2": "2 Blue",
        "field C 1": "3 Soy",
        "field C 2": "2 Blue",
        "field D 1": "2 Chili",
        "field D 2": "2 Stink",
        "turned": "2 Soy",
    }
    said.update({key.replace("_", " "): text for key, text in other.items()})
    return partial_table(said, chance_from("haggle"))[0]


def nina_market(seed: str, **other: str) -> Table:
    """Timon is active. Nina grows Soy and Blue and can spare her Red cards. `other` adds or replaces lines."""
    said = {
        "players": "Timon, Nina, Keno",
        "hand A": "Garden, Blue, Blue, Soy",
        "hand B": "Stink, Red, Chili, Green",
        "hand C": "Blue, Green, Soy",
        "field A 1": "2 Red",
        "field A 2": "2 Green",
        "field B 1": "3 Soy",
        "field B 2": "2 Blue",
        "turned": "Soy, Garden",
        **{where.replace("_", " "): cards for where, cards in other.items()},
    }
    return partial_table(said, chance_from(seed))[0]


def kinds_in(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text)) if text else ()
