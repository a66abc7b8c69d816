"""The bots of the reference population. They are frozen, and all but the merchant share no code with `tobean.bots`."""
