"""`merchant`: a bot that values cards, fields and deals, and trades on the difference. The other strong bots build on
it."""
