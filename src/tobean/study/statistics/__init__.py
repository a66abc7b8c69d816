"""Statistics of a person's finished games, and the export of their tables.

`finished_game` computes the figures of one game from its log, `totals` adds them up, and `bot_ratings` compares the
person with the bots. `exported_table` selects the data of one person in a log.
"""
