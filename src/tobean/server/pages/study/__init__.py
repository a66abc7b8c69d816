"""Pages for learning between games."""
