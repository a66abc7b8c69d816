"""Sessions: the state of a table, computed from its log by a reducer, and the calls that append to the log."""
