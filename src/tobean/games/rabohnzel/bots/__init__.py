"""Knowledge of bots about Rabohnzel: that about magic."""

from tobean.games.magic.bots.game_knowledge import MagicKnowledge

KNOWLEDGE = MagicKnowledge()
