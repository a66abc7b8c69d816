"""Excalibohn (E1-E14)."""
