"""Commands for translators: `words`."""
