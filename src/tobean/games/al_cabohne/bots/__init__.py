"""Knowledge of bots about Al Cabohne, with its own judge, features and searches."""

from tobean.games.al_cabohne.bots.game_knowledge import AlCabohneKnowledge

KNOWLEDGE = AlCabohneKnowledge()
