"""The table in the browser: pages, sockets, the log on disk. Async and SQL live here and nowhere else."""
