"""Environments checked by the test suites of PettingZoo, Gymnasium, OpenSpiel and others (`make test-research`)."""
