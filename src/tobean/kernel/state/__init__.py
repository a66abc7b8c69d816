"""The state of a game: positions, hands, piles and configuration, with copying and pickling."""
