"""Test servers, their processes and databases, and clients for them."""
