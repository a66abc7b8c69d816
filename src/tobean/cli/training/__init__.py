"""Commands that train value networks: `record`, `selfplay`, `train`, `promote` and `evolve`."""
