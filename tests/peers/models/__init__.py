"""Interfaces for language models: MCP and TextArena."""
