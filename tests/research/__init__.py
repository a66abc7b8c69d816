"""Environments, features and token grammars for learning programs.

Nothing here needs an extra library; tests with other libraries are in peers.
"""
