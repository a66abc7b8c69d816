"""Drawings of cards and tables as SVG."""
