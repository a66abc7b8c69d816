"""How bots play with magic."""
