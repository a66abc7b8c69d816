"""QR codes of links, as SVG."""

import io
from functools import lru_cache
from typing import Final

MASK: Final = 2
"""Fixed mask pattern: all eight are readable, and the search for the best one takes most of the time."""


@lru_cache(maxsize=256)
def qr_svg(link: str) -> bytes:
    import segno

    picture = io.BytesIO()
    code = segno.make(link, error="m", mask=MASK)
    code.save(picture, kind="svg", scale=6, border=2, dark="#2b2118", light="#ffffff")
    return picture.getvalue()
