"""Several servers or processes that share tables: leases, routing of connections to the owner, and the supervisor."""
