"""Unguessable ids for people, tables and records."""

import secrets


def new_id(size: int) -> str:
    """Create an id from random bytes. It never starts with "-", so that it can be a command-line argument."""
    while True:
        token = secrets.token_urlsafe(size)
        if not token.startswith("-"):
            return token
