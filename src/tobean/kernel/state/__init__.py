"""The state of a game: positions, hands, fields and their harvest, piles, configuration, copying and pickling."""
