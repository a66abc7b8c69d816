"""Tests of the statistics of finished games."""
