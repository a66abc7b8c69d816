"""Typed talk, read as offers and calls."""
