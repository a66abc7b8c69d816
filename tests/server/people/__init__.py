"""Tests of the server: people."""
