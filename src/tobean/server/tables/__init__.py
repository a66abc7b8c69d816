"""Tables in memory: loading them from the log, changing them, driving their bots, and unloading them."""
