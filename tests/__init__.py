"""Tests of tobean, in folders that mirror src/tobean.

Helpers are in support, command-line tools in tools, test data in data.
"""
