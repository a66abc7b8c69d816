"""Pictures of tables as PNG, in the size that previews of links have.

Text is drawn with the fonts in `fonts/`, so that a server without any installed font draws the same picture.
"""

import re
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Final

from tobean.extras import require
from tobean.pictures.drawing.blocks import TABLE_COLOUR

WIDTH: Final = 1200
HEIGHT: Final = 630
MARGIN: Final = 15
FONT: Final = "DejaVu Sans"
SIZE: Final = re.compile(r'<svg ([^>]*?)width="([\d.]+)" height="([\d.]+)"')


@cache
def has_png() -> bool:
    """Whether the library that draws PNG is installed."""
    return find_spec("resvg_py") is not None


def preview(svg: str) -> str:
    """Return a picture in the middle of a preview, on a ground in the colour of the table."""
    match = SIZE.match(svg)
    assert match is not None, svg[:200]
    width, height = float(match[2]), float(match[3])
    scale = min((WIDTH - 2 * MARGIN) / width, (HEIGHT - 2 * MARGIN) / height)
    x, y = (WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2
    inner = SIZE.sub(
        rf'<svg \1x="{x:.1f}" y="{y:.1f}" width="{width * scale:.1f}" height="{height * scale:.1f}"', svg, count=1
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{TABLE_COLOUR}"/>{inner}</svg>'
    )


def png(svg: str) -> bytes:
    """Draw a picture as PNG; raises `MissingExtra` without the library."""
    require("resvg_py")
    import resvg_py

    folder = files("tobean.pictures") / "fonts"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_files=[str(folder / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")],
            font_family=FONT,
            sans_serif_family=FONT,
        )
    )
