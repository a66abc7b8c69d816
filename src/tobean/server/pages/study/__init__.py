"""Pages for learning between games: study board, puzzles, storms and lessons, and pictures of positions."""
