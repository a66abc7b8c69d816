"""Bohnedikt (D1-D16)."""
