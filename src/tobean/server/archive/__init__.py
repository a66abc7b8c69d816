"""Finished games, packed: out of the log, into a folder or a bucket (docs/archive.md)."""
