"""Helpers that several tests import. A name that only one test needs stays in that test."""
