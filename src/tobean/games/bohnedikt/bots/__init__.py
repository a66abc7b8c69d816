"""How bots play Bohnedikt."""
