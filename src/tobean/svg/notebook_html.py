"""The HTML that a notebook shows for a table: its picture as a separate image.

Inside an image the styles and ids of the picture stay apart from those of the page and of other pictures.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Final

from tobean.kernel.state.repr_hooks import summary
from tobean.svg.pictures import table

if TYPE_CHECKING:
    from tobean.kernel.table import Table
    from tobean.view.observation import Observation

SIZE: Final = 800


def html(position: Table | Observation) -> str:
    data = b64encode(table(position, size=SIZE).encode()).decode()
    return f'<img alt="{escape(summary(position))}" width="{SIZE}" src="data:image/svg+xml;base64,{data}">'
