"""`mendel`, who has learned from games what positions and deals are worth."""
