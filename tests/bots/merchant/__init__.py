"""The merchant bot: plans, valuation of deals, and its model of opponents."""
