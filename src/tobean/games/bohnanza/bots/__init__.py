"""Knowledge of bots about Bohnanza: the defaults, as its fields are plain and all its actions are common to all
games."""

from tobean.bots.game_knowledge import GameKnowledge

KNOWLEDGE = GameKnowledge()
