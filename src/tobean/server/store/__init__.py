"""Storage of tables and people: the log with its writer, lists of tables, persons, leases, notifications."""
