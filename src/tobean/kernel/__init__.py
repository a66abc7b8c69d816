"""What all games of the family share, one topic of the rulebook a file. Names no game."""
