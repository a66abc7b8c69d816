"""The rules engine itself: agenda, chance, errors, limits, pickling. Every game has to pass these tests."""
