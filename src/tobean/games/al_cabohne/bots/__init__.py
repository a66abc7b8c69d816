"""How bots play Al Cabohne."""

from tobean.games.al_cabohne.bots.game_knowledge import AlCabohneKnowledge

KNOWLEDGE = AlCabohneKnowledge()
