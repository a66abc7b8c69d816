"""Bots that play by simple rules, and the farming rules that they share."""
