"""Pages of the deal of the day."""
