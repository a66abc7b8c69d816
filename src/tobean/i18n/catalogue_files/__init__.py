"""Files of translations: reading catalogues, finding the texts in use, checking a language."""
