"""The research kit: every game as a learning problem, on top of the library and thin where others have a convention.

`grammar` spells actions as tokens, `features` what a seat sees as numbers, `drive` says who is asked, `parallel` steps
many tables at once; the other modules are environments for libraries that others know. docs/research/ has a page each.
"""
