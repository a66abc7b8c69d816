"""Bots, their registry, and matches between them. Golden matches are compared here."""
