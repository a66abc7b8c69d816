"""Self-contained SVG pictures of tables, hands and cards, drawn with tobean's art.

Examples:
    >>> from tobean import svg
    >>> picture = svg.card("Soy")
    >>> picture[:4], "Soy" in picture
    ('<svg', True)
"""

from tobean.svg.pictures import card, hand, table

__all__ = ["card", "hand", "table"]
