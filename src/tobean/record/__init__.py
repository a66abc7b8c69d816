"""Text for people and files: notation, table texts, snapshots, records, scenarios."""
