"""Pages of the deal of the day: attempts, rankings, the reference bots and the comparison of two games.

The same handlers run on a server and in the browser of a static site.
"""
