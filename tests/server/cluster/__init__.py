"""Several server processes on one database: leases, routing, rolling upgrades."""
