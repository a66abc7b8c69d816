"""How bots play Excalibohn."""

from tobean.games.magic.bots.expertise import MagicExpertise

EXPERTISE = MagicExpertise()
