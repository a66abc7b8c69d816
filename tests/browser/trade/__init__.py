"""Trading on the page: offers, negotiation, pacing."""
