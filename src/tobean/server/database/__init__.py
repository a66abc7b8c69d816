"""Database access: connections, schema, migrations, locks and health. Queries on it belong to `store` and `admin`."""
