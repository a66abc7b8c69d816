"""Several servers, or several processes of one, at the same tables: who owns which, and how people get there."""
