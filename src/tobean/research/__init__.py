"""The research kit: every game as a learning problem, with thin adapters to established libraries.

`tokens.grammar` encodes actions as tokens, `tokens.features` encodes observations as numbers, `turn_policy` decides
which seat is asked next, and `parallel` steps many tables at once. The other modules are environments for established
libraries. Each has a page in docs/research/.
"""
