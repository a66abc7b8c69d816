"""Web server for the tables: pages, sockets, and the log on disk. Async code and SQL exist only in this package."""
