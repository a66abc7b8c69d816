"""Visitors: their identity in signed cookies, its revocation, and their language."""
