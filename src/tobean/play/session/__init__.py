"""A table as a fold over its log."""
