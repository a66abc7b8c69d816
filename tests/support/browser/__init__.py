"""Chromium, players who click, and scripted tables for tests of the page."""
