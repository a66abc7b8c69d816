"""HTML reports of arena results and leaderboards, and the number formats they share with the terminal."""
