"""The command line, run in this process or as a process of its own."""
