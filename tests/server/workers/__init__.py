"""Worker processes for bots, their pool and its queue."""
