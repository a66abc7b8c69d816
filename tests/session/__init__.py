"""Sessions: the log and its reducer, preferences, undo, stand-ins, invalid input."""
