"""The bots of the reference population. They are frozen: each has its own constants and shares no code with `bots`."""
