"""Pages for learning between games: study board, puzzles, storms, lessons, deals of the day, pictures of positions."""
