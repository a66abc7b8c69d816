"""Trading: offers and their cards, sampled offers, the public history of deals."""
