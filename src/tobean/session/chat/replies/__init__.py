"""Replies to an open offer: the stance of a line, the answers and counter-offers it stands for."""
