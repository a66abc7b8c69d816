"""Operator tasks: backups, checks, retention, and commands to running servers."""
