"""Bots and the coach at a table with people."""
