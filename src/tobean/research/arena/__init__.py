"""Playing and recording arena games: the schedule, single games and their statistics, result files and solo runs."""
