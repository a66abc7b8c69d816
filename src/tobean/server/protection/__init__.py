"""Protection of the server: limits on rates, sizes and times, checks of hosts and proxies, a sandbox for uploads."""
