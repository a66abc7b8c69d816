"""Reports, bans and erasure of persons, for pages and operators alike."""
