"""How bots play Al Cabohne."""

from tobean.games.al_cabohne.bots.expertise import AlCabohneExpertise

EXPERTISE = AlCabohneExpertise()
