"""Knowledge of bots about Bohnedikt."""

from tobean.games.bohnedikt.bots.game_knowledge import BohnediktKnowledge

KNOWLEDGE = BohnediktKnowledge()
