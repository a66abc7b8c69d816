"""Al Cabohne (A1-A19)."""
