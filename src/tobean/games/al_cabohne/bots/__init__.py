"""How bots play Al Cabohne."""
