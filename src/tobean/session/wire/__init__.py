"""Messages about a table to its viewers."""
