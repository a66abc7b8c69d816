"""Pages about the visitor: tables, name and devices, statistics of games, export of the data, and notes."""
