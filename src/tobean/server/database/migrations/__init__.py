"""Migrations of the database schema, run by Alembic when the server starts."""
