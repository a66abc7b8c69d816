"""The page in a real Chromium (`make page`)."""
