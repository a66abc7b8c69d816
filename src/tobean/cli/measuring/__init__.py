"""Commands that let bots play and measure them: `sim`, `arena`, `solo` and `leaderboard`."""
