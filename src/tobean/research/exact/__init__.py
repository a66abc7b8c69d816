"""Exact methods for small games: variants read from a settings file, the whole game tree, best responses and NashConv.

The tree is built once and kept in arrays; everything after that is a few array operations for each level of the tree.
"""
