"""How bots play Bohnanza: its fields are plain, and all that can be done is known to every bot."""

from tobean.bots.game_knowledge import GameKnowledge

KNOWLEDGE = GameKnowledge()
