"""The coach: hints during a game and a review of a finished one, both judged as `mendel` does."""
