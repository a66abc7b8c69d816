"""tobean: the Bohnanza family of games."""

from tobean.games import GAMES, new_game
