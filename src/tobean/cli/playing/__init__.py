"""Commands for players and rule readers: `replay`, `review`, `rules`, `cards`, `scenario`, `streak` and `mcp`."""
