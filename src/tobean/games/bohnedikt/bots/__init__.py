"""How bots play Bohnedikt."""

from tobean.games.bohnedikt.bots.game_knowledge import BohnediktKnowledge

KNOWLEDGE = BohnediktKnowledge()
