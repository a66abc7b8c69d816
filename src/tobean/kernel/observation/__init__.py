"""The knowledge of one seat: its observation, its history, and tables consistent with them."""
