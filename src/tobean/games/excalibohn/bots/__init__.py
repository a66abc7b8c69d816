"""How bots play Excalibohn."""

from tobean.games.magic.bots.game_knowledge import MagicKnowledge

KNOWLEDGE = MagicKnowledge()
