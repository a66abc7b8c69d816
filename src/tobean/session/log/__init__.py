"""Log of a session: entries, the reducer that computes the state from them, the feed of events, and undo."""
