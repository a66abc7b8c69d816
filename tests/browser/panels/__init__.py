"""Panels beside the board: event log, explanations, notifications, answer settings."""
