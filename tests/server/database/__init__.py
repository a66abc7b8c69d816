"""The database: migrations, the store, the writer, and failures of the disk."""
