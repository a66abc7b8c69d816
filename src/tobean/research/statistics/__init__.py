"""Intervals, p-values, ratings and summaries of arena games."""
