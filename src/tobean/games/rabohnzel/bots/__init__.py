"""How bots play Rabohnzel."""

from tobean.games.magic.bots.game_knowledge import MagicKnowledge

KNOWLEDGE = MagicKnowledge()
