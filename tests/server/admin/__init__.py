"""Tests of the server: administration."""
