"""The introduction to a game: lessons at a real table, each told when its moment first comes."""
