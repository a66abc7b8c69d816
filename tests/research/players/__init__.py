"""Tests of policies and language models as players."""
