"""Playing and recording arena games: the schedule, single games and their statistics, result files, the leaderboard and
solo runs."""
