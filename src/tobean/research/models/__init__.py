"""Language models as players: clients for models, prompts in files, whole games against bots, and their transcripts.

The table itself is `tobean.research.environments.text`. docs/research/language-models.md describes the harness.
"""
