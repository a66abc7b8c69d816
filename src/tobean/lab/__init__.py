"""Measuring the strength of bots: repeated deals with rotated seats, reported with confidence intervals."""
