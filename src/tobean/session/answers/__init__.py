"""Answers given for a person without asking: preferences, standing orders, and the utterances that bots reply to."""
