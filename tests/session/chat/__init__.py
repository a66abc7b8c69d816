"""Chat messages that are parsed as offers and calls, and help with trading."""
