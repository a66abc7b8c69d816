"""Everything that is written down and read back: records, table texts, snapshots, scenarios.

Golden games are compared here.
"""
