"""The web server: administration, archive, identity, settings, metrics. Subfolders follow those of tobean.server."""
