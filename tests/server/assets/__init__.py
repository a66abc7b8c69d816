"""Tests of the server: assets."""
