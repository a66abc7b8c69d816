"""Tables on the server: permissions, presence, quarantine, recovery from faults."""
