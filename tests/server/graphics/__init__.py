"""Tests of the server: graphics."""
