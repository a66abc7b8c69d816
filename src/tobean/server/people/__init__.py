"""Who somebody is, and in which language."""
