"""Pages of the deal of the day: attempts, rankings, the reference bots and the comparison of two games."""
