"""What is kept: the log of every table, the list of tables, persons. SQLite by default, PostgreSQL on request."""
