"""Offers and deals: their rules, the cards that can be traded, sampling, and the history of trades."""
