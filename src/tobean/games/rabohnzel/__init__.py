"""Rabohnzel (R1-R27)."""
