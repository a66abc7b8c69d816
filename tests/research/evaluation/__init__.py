"""The evaluation protocol and `tobean leaderboard`."""
