"""Text notation of actions, cards and parameters, and the limits on the size of input."""
