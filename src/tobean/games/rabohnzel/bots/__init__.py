"""How bots play Rabohnzel."""

from tobean.games.magic.bots.expertise import MagicExpertise

EXPERTISE = MagicExpertise()
