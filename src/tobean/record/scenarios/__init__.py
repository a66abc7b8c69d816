"""Scenarios: tests of the rules in a text format, their parser, runner and consistency checks."""
