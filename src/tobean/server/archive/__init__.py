"""Archive of finished games: their logs are compressed and moved to a folder or bucket (docs/server.md)."""
