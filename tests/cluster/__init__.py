"""Bots and training on a real Ray cluster (`make test-cluster`)."""
