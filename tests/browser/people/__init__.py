"""Several people at one table: names, visitors, reconnection."""
