"""Clients of a running server: a table for programs, and a seat for language models (MCP)."""

from tobean.server.client.table_client import ServerRefused, TableClient, join, join_by_link, play, watch

__all__ = ["ServerRefused", "TableClient", "join", "join_by_link", "play", "watch"]
