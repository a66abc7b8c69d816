"""Values that know neither cards nor tables: seats, value objects, and arithmetic that is the same on every machine."""
