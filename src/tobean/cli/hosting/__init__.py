"""Commands that run and administer a server: `serve`, `play` and `admin`, with their settings."""
