"""What protects the server from too much, too large and too strange."""
