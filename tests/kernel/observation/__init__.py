"""Observations: what a seat knows, what it must not learn, and tables consistent with both."""
