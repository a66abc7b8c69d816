"""How bots play Excalibohn."""
