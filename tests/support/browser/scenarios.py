"""Positions with a crowded table, as scenario texts."""

MUCH_MAGIC = """
given players: Timon, Nina, Keno
given phase: 15
given hand Timon: Cape, Magic, Mean, Magic
given field Timon 1: 4 Magic
given spells Timon: Move, Hand
"""


CROWDED = {
    "rabohnzel": """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Sword, White, Princess, Mean, Cape
given field Timon 1: 3 Sword
given field Timon 2: 2 Princess
given spells Timon: Attack up, Move, Hand
given spells Nina: Field up, Random
given hand Nina: Cape, Sword, Mean
given field Nina 1: 2 Magic
given turned: Sword, Cape
when Nina offer Timon: Cape@1, Mean@3 for Sword, White
""",
    "bohnedikt": """
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Red, Soy, Chili, Green/Soy, Garden
given field Timon 1: 3 Soy
given field Timon 2: 2 Chili, Red
given hand Nina: Blue, Chili, Stink
given turned: F4, F8
when Nina offer Timon: Blue@1 for Red
""",
    "al-cabohne": """
given players: Marc, Volker
given phase: 4
given hand Marc: Puff, Blue, Fire, Pole, Kidney
given field Marc 1: 3 Fire
given field Marc 2: 2 Blue
given boss Al: 2 Pole
given boss Don: Kidney
given turned: Blue, Fire
""",
}
"""The largest state of each game: an offer to answer beside spells, edicts in force, or bosses and revealed cards."""
ALONE = CROWDED["al-cabohne"].replace("Marc, Volker", "Marc")
LAST_MOVE = """
given players: Marc, Volker
given phase: 6
given run-outs: 2
given hand Marc: Pole
given boss Al: Pole
given boss Don: Kidney
given draw: Blue
given discard: 4 Stink
given rest: out
"""
"""The next action ends the game."""
MOVING = """
given players: Timon, Nina, Keno
given phase: 1
given hand Timon: Sword, White, Princess, Mean, Cape
given spells Timon: Move up, Hand
"""
