"""The bots of the reference population. They are frozen: all but the merchant share no code with `tobean.bots`."""
