"""Defences against abuse: rate limits, connection limits, host checks, the sandbox."""
