"""Files that pages load: bundled at the start of the server, compressed, and addressed by a hash of their content."""
