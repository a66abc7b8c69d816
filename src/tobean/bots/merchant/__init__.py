"""`merchant`, who knows what cards are worth, and haggles."""
