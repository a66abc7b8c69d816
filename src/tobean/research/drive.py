"""Who is asked next, and how: the policy of matches among bots, for whoever drives a table."""

from tobean.bots.drive import Asked, Drive

__all__ = ["Asked", "Drive"]
