"""Text formats for people and files: notation, table texts, snapshots, records and scenarios."""
