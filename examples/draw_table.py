"""Draws a table in mid-game as one player sees it: an SVG in the current folder.

python examples/draw_table.py bohnedikt 120
"""

import sys
from pathlib import Path

import tobean
from tobean import pictures

VIEWER = 0

game = sys.argv[1] if len(sys.argv) > 1 else "bohnanza"
plies = int(sys.argv[2]) if len(sys.argv) > 2 else 60

players = max(tobean.GAMES[game].players)
_result, record = tobean.play_match(game, ["merchant"] * players, seed=1)
for table, _action, _events in record.replay():  # always the same table object, advanced
    if table.ply == plies:
        break
picture = Path(f"{game}.svg")
picture.write_text(pictures.table(table, VIEWER, names=record.players), encoding="utf-8")
print(f"{picture}: turn {table.turn}, phase {table.phase}")
