"""Statistics of a person's finished games.

`finished_game` computes the figures of one game from its log, `totals` adds them up, and `bot_ratings` compares the
person with the bots.
"""
