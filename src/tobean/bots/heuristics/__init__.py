"""Bots that play by simple rules, and the sense that all farmers share."""
