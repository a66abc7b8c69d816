"""How bots play Rabohnzel."""
