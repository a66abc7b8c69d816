"""Token policies as bots: for the arena, the leaderboard, matches and tables in the browser.

`policy_bot` makes a bot of a function or a network; `policy_files` writes and reads files with a network and its
setting.
"""
