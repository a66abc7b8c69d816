"""Up to three bots play a match, and the view of one of them is printed in German.

python examples/transcript.py excalibohn
"""

import sys

import tobean

VIEWER = 0
NAMES = ["Ada", "Bruno", "Clara"]
BOTS = ["merchant", "sprout", "miser"]

game = sys.argv[1] if len(sys.argv) > 1 else "rabohnzel"
players = min(max(tobean.GAMES[game].players), len(BOTS))
result, record = tobean.play_match(game, BOTS[:players], seed=1)
for table, _action, events in record.replay():
    for event in events:
        # Hidden cards are only counted.
        print(tobean.sentence(event.seen_by(VIEWER), table.rules, NAMES, "de"))
print(result)
