"""Self-contained SVG pictures of tables, hands and cards, drawn with tobean's art.

Examples:
    >>> from tobean import pictures
    >>> picture = pictures.card("Soy")
    >>> picture[:4], "Soy" in picture
    ('<svg', True)
"""

from tobean.pictures.pictures import card, hand, table

__all__ = ["card", "hand", "table"]
