"""Servers on a real PostgreSQL, which the tests start and stop (`make postgres`)."""
