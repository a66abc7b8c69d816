"""A game as one viewer sees it: messages for the client, event feed, introductions."""
