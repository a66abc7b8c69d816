"""Experiments with bots: the arena, statistics, leaderboards, worker pools, reports."""
