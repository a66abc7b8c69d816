"""The merchant as a teacher: hints during a game, a review after it."""
