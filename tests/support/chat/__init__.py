"""Tables at which tests of the chat type sentences."""
