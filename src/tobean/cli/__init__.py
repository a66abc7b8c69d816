"""The command `tobean`. Nothing else in the package imports it."""
