"""Chromium, players that click, and scripted tables for tests of the page."""
