"""Work beside and inside a server process: child processes, passed connections, garbage collection, tasks."""
