"""Worker processes beside the server, in which bots and the coach think: pools, queues and their protocol."""
