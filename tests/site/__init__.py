"""Tests of the site without a server, in CPython."""
