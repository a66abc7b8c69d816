"""Writes pickled tables with their continuations, or reads such a file and continues: for the test across builds.

python tests/tools/pickles_across_builds.py write FILE
python tests/tools/pickles_across_builds.py read FILE
"""

import pickle
import sys
from pathlib import Path
from typing import Any

import tobean
from tobean.kernel import table as table_module

PLIES = (0, 60, 140)


def is_compiled() -> bool:
    return not (table_module.__file__ or "").endswith(".py")


def playout_trace(table: tobean.Table) -> list[str]:
    """Return the table, the actions of the awaited seat, and the rest of the game from here."""
    trace = [str(table)]
    chance = tobean.chance_from(9)
    while not table.over:
        trace.append(f"{table.legal_actions(table.awaited)}")
        table.apply(table.sample_action(table.awaited, chance))
    return [*trace, str(table.result())]


def write(path: Path) -> None:
    found: list[tuple[bytes, bytes, list[str]]] = []
    for game, rules in tobean.GAMES.items():
        for players in rules.players:
            table = tobean.new_game(game, players, 5, talk_limit=6)
            chance = tobean.chance_from(3)
            while not table.over and table.ply <= PLIES[-1]:
                if table.ply in PLIES:
                    view = tobean.observe(table, 0)
                    found.append((pickle.dumps(table), pickle.dumps(view), playout_trace(table.clone())))
                table.apply(table.sample_action(table.awaited, chance))
    path.write_bytes(pickle.dumps((is_compiled(), found)))


def read(path: Path) -> str:
    """Return the builds that wrote and read the file, and the number of tables that continued the same."""
    compiled, found = pickle.loads(path.read_bytes())
    for pickled, seen, trace in found:
        table: Any = pickle.loads(pickled)
        assert pickle.loads(seen) == tobean.observe(table, 0), trace[0]
        assert playout_trace(table) == trace, trace[0]
    words = {True: "compiled", False: "interpreted"}
    return f"{words[compiled]} to {words[is_compiled()]}: {len(found)} tables"


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(Path(sys.argv[2]))
    else:
        print(read(Path(sys.argv[2])))
