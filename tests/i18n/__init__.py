"""Messages in all languages: catalogues, errors, prompts, the narration of events."""
