"""Bots and the coach at a table with people: their requests to the worker pool, and when their answers are played."""
