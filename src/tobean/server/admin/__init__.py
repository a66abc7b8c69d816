"""Operator tasks: backup, erasure, retention, sanctions, and the commands that tell running servers about them."""
