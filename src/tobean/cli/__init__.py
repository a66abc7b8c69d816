"""The command line. Nothing else in tobean imports it."""
