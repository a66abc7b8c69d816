"""Tests of the server: store."""
