"""Pages besides the table: review, settings, accessibility, translation."""
