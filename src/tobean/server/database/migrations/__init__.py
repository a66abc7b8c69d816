"""Steps from one form of the database to the next; Alembic runs them when the server starts."""
