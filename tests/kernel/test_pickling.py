"""All public objects can be copied, compared and pickled in both builds; a restored table continues the same game."""

import ast
import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tobean
from tests.support.engine.tables import random_walk
from tests.support.paths import ROOT, TOOLS
from tests.tools import pickles_across_builds
from tobean.games import GAMES, game_with_cards
from tobean.kernel.component import Component
from tobean.kernel.observation.observation import OBSERVATION_ATTRIBUTES
from tobean.kernel.phases.setup import checked_options
from tobean.kernel.state.position import STATE, Position
from tobean.record.position_entries import ENTRIES, PerSeatEntries

TABLES = [(game, players) for game, rules in GAMES.items() for players in rules.players]


def pickle_round_trip(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def played(game: str, players: int, seed: int, plies: int) -> tobean.Table:
    """A random game after this number of actions, or at its end."""
    for table in random_walk(game, players, seed):
        if table.ply >= plies:
            break
    return table


def sample_tables(game: str, players: int, seed: int) -> list[tobean.Table]:
    """Tables from the beginning, the middle and the end of a random game."""
    return [played(game, players, seed, plies) for plies in (0, 7, 40, 150, 100_000)]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_tables_and_their_parts_can_be_pickled(game: str, players: int) -> None:
    for table in sample_tables(game, players, seed=5):
        for other in (pickle_round_trip(table), copy.deepcopy(table), copy.copy(table), table.clone()):
            assert other == table
            assert other is not table
            assert tobean.snapshot(other) == tobean.snapshot(table)
        back = pickle_round_trip(table)
        assert back.rules is table.rules
        for seat in range(players):
            assert back.legal_actions(seat) == table.legal_actions(seat)
            view = tobean.observe(table, seat)
            assert pickle_round_trip(view) == view == copy.deepcopy(view) == tobean.observe(back, seat)
            for action in table.legal_actions(seat):
                assert pickle_round_trip(action) == action == copy.deepcopy(action)
        for value in (*table.offers, *table.calls, *table.shown, *table.agenda, table.chance, table.component):
            assert pickle_round_trip(value) == value == copy.deepcopy(value)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_pickled_table_continues_identically(game: str, players: int) -> None:
    table = played(game, players, 11, 60)
    back = pickle_round_trip(table)
    chance, its_chance = tobean.chance_from(3), tobean.chance_from(3)
    while not table.over:
        action = table.sample_action(table.awaited, chance)
        assert back.sample_action(back.awaited, its_chance) == action
        table.apply(action)
        back.apply(action)
    assert back == table
    assert pickle_round_trip(table.result()) == table.result()


def in_another_process(*arguments: object, interpreted: bool) -> str:
    """Output of tests/tools/pickles_across_builds.py; run from src/ it uses the interpreted build."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src") if interpreted else os.pathsep.join(sys.path)}
    command = [sys.executable, str(TOOLS / "pickles_across_builds.py"), *map(str, arguments)]
    done = subprocess.run(command, env=environment, capture_output=True, check=False, encoding="utf-8", timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.long
def test_tables_continue_identically_in_another_process_and_build(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    pickles_across_builds.write(here)
    this = "compiled" if pickles_across_builds.is_compiled() else "interpreted"
    assert in_another_process("read", here, interpreted=True) == f"{this} to interpreted: {3 * len(TABLES)} tables\n"
    if pickles_across_builds.is_compiled():
        in_another_process("write", there, interpreted=True)
        assert pickles_across_builds.read(there) == f"interpreted to compiled: {3 * len(TABLES)} tables"


@pytest.mark.parametrize("game", GAMES)
def test_events_can_be_pickled(game: str) -> None:
    table = tobean.new_game(game, GAMES[game].players[-1], 3, collect_events=True)
    chance = tobean.chance_from(4)
    while not table.over:
        table.apply(table.sample_action(table.awaited, chance))
    assert pickle_round_trip(table.events) == table.events
    assert pickle_round_trip(table).events == table.events


def test_a_game_with_its_record_can_be_pickled() -> None:
    game = tobean.Game(players=3, seed=4)
    game.play(game.table.legal_actions(game.table.awaited)[0])
    assert pickle_round_trip(game) == game == copy.deepcopy(game) != tobean.Game(players=3, seed=4)
    assert game.record.game == next(iter(GAMES))


def test_a_changed_table_is_not_equal() -> None:
    table = played("bohnanza", 4, 2, 12)
    for change in (
        lambda other: other.hands[1].append(0),
        lambda other: other.discard.append(0),
        lambda other: other.chance.randbelow(6),
        lambda other: setattr(other, "ending", "soon"),
        lambda other: other.agenda.pop(),
    ):
        other = table.clone()
        change(other)
        assert other != table


def test_rules_are_pickled_by_name_with_their_card_set() -> None:
    rules = GAMES["excalibohn"]
    assert pickle_round_trip(rules) is rules
    ours = game_with_cards("bohnanza", '{"beans": {"Red": {"count": 9}}, "game": "bohnanza"}')
    assert pickle_round_trip(ours) == ours != GAMES["bohnanza"]
    variant = replace(GAMES["bohnanza"], name="tiny", title="Tiny", hand_size=3)
    back = pickle_round_trip(variant)
    assert (back.name, back.hand_size, back.turn) == ("tiny", 3, variant.turn)


def test_the_state_is_listed_once() -> None:
    """A position attribute missing from `STATE` would be lost by copying, comparing or pickling.

    The trade history is excluded, because no rule uses it; tests/kernel/trade/test_trade_history.py covers it.
    """
    table = played("bohnedikt", 4, 2, 30)
    attributes = set(vars(table) if hasattr(table, "__dict__") else Position.__mypyc_attrs__)  # type: ignore[attr-defined]
    mine = {"rules", "players", "options", "config", "chance", "bag", "bag_size", "stack", "events", "explicit", "node"}
    assert attributes - mine == set(STATE) | {"trade_history"}
    view = tobean.observe(table, 0)
    if hasattr(view, "__dict__"):
        assert set(vars(view)) == set(STATE) | set(OBSERVATION_ATTRIBUTES) | {
            "trade_history",
            "rules",
            "players",
            "options",
            "config",
        }


def named_attributes(nodes: Iterable[ast.AST], owner: str) -> list[str]:
    """Attributes of a variable, in the order in which the code names them."""
    found = [node for top in nodes for node in ast.walk(top) if isinstance(node, ast.Attribute)]
    found.sort(key=lambda node: (node.lineno, node.col_offset))
    return list(
        dict.fromkeys(node.attr for node in found if isinstance(node.value, ast.Name) and node.value.id == owner)
    )


def test_copies_and_pickles_name_the_whole_state_in_its_order() -> None:
    """The optimized code lists the attributes explicitly; each list must agree with `STATE`."""
    path = ROOT / "src" / "tobean" / "kernel" / "state" / "position.py"
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    complete = [*STATE, "trade_history"]
    branch = next(node for node in functions["__init__"].body if isinstance(node, ast.If))
    without_component = [name for name in complete if name != "component"]
    assert named_attributes(branch.body, "self") == without_component
    assert named_attributes(branch.orelse, "self") == named_attributes(branch.orelse, "other") == without_component
    adopts = functions["adopt_position"].body
    assert named_attributes(adopts, "self") == named_attributes(adopts, "other") == complete
    assert named_attributes(functions["pack_position"].body, "position") == complete
    unpacks = functions["unpack_position"].body
    assert named_attributes(unpacks, "position") == complete
    indices = [node.slice for top in unpacks for node in ast.walk(top) if isinstance(node, ast.Subscript)]
    assert [index.value for index in indices if isinstance(index, ast.Constant)] == list(range(len(complete)))


def test_an_independent_copy_shares_no_list() -> None:
    table = played("bohnanza", 4, 2, 30)
    for name, value in table.clone().state().items():
        original = getattr(table, name)
        for mine, other in [(value, original), *(zip(value, original, strict=True) if isinstance(value, list) else ())]:
            assert mine is not other or not isinstance(mine, list), name


def test_position_entries_cover_the_whole_state() -> None:
    written = {
        part.name for entry in ENTRIES for part in (entry.parts if isinstance(entry, PerSeatEntries) else (entry,))
    }
    derived = {"no_pile", "component"}
    assert written == set(STATE) - derived | {"draw"}


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].component])
def test_components_list_their_state(game: str) -> None:
    make = GAMES[game].component
    assert make is not None
    component = make(GAMES[game].players[-1], checked_options(GAMES[game], {}))
    assert isinstance(component, Component)
    held = vars(component) if hasattr(component, "__dict__") else component.__mypyc_attrs__  # type: ignore[attr-defined]
    assert set(held) == set(component.ATTRIBUTES)
