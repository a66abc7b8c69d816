"""Knowledge of bots about Bohnanza: the defaults, as it has plain fields and no actions of its own."""

from tobean.bots.game_knowledge import GameKnowledge

KNOWLEDGE = GameKnowledge()
