"""Tests of actions as tokens and observations as numbers."""
