"""Knowledge of bots about Excalibohn: that about magic."""

from tobean.games.magic.bots.game_knowledge import MagicKnowledge

KNOWLEDGE = MagicKnowledge()
