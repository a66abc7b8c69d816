"""Understanding of typed chat: offers, calls, questions and replies in all languages."""
