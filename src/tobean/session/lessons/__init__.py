"""Introduction to a game at a real table: lessons, and the conditions under which each is shown."""
