"""Addresses and error pages: those that the server shares with the static site, and those of the server alone."""
