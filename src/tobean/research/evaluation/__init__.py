"""The evaluation protocol: submissions, the seed drawn after them, held-out games, and the scores computed from these.
`tobean leaderboard` runs it."""
