"""Tests of the server: archive."""
