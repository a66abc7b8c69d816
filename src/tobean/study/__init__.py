"""After the game and beside it: puzzles, the deal of the day, statistics of finished games, the study of a replay."""
