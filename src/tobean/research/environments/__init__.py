"""Environments for established libraries, and arrays over many tables."""
