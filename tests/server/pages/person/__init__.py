"""Tests of the pages about the visitor."""
