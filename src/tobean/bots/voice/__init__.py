"""How bots talk, and what sort of people they are."""
