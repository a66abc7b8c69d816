"""Pages about the visitor: statistics of their games, the export of their data, and their notes."""
