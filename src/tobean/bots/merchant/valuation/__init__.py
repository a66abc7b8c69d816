"""Valuation of rows, fields, positions and deals, in thalers, from one seat's observation."""
