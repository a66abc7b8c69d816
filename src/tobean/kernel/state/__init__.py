"""The state of a game: positions, hands, fields and their harvest, piles and configuration, with copying and pickling."""
