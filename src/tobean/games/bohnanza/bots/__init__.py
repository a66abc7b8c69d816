"""How bots play Bohnanza."""
