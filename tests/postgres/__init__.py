"""Tests on a real PostgreSQL, which they start and stop themselves (`make postgres`)."""
