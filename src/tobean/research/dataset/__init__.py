"""The dataset of games of the reference population: playing it in shards, and describing it for people and programs."""
