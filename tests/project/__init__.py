"""The repository: architecture, packaging, documentation, examples, rule citations."""
