"""Search with hidden cards: the value of each action, if the hidden cards are sampled and the game is played on at
random.

A seat must not see the hidden cards. From the observation of a seat, `determinize` samples tables that the seat cannot
tell from the real one; an action that does well on average is a good choice.

    python examples/search.py 200
"""

import sys

import tobean

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 20


def play_out(table: tobean.Table, chance: tobean.Chance) -> tobean.Table:
    while not table.over:
        table.apply_trusted(table.sample_action(table.awaited, chance))
    return table


table = tobean.new_game("bohnanza", players=3, seed=4, talk_limit=3)
chance = tobean.chance_from(1)
while len(table.legal_actions(table.awaited)) < 4:  # advance to a position with a real choice
    table.apply(table.sample_action(table.awaited, chance))
seat = table.awaited
actions = table.legal_actions(seat)
print(f"Seat {'ABC'[seat]}, turn {table.turn}, phase {table.phase}: {len(actions)} legal actions, and offers")

view = tobean.observe(table, seat)
values_by_action = dict.fromkeys(map(str, actions), 0.0)
for _ in range(ROUNDS):
    sample = tobean.determinize(view, chance)
    for action in actions:
        copy = sample.clone()
        copy.apply(action)
        values_by_action[str(action)] += play_out(copy, chance).result().thalers[seat] / ROUNDS
for text, mean in sorted(values_by_action.items(), key=lambda item: -item[1]):
    print(f"{mean:6.2f} thalers after {text}")
