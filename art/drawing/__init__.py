"""Shapes, colours, patterns and the parts that figures are composed of."""
