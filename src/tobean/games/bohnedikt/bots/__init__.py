"""How bots play Bohnedikt."""

from tobean.games.bohnedikt.bots.expertise import BohnediktExpertise

EXPERTISE = BohnediktExpertise()
