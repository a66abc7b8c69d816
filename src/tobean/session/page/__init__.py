"""Content of a game's pages: its page plugin, card catalogue, card list, result and summary."""
