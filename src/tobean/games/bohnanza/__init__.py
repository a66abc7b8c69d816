"""Bohnanza (B1-B10)."""
