"""Pictures of tables, hands and cards: SVG that needs nothing else, with the art of the house.

Examples:
    >>> from tobean import svg
    >>> picture = svg.card("Soy")
    >>> picture[:4], "Soy" in picture
    ('<svg', True)
"""

from tobean.svg.pictures import card, hand, table

__all__ = ["card", "hand", "table"]
