"""Pages and files that the server delivers."""
