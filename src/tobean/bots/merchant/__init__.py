"""`merchant`: a bot that values cards, fields and deals. The other strong bots build on it."""
