"""Helpers that several tests import. A helper that only one test needs stays in that test."""
