"""Rules and bots of Al Cabohne."""
