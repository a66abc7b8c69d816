"""The HTML that a notebook shows for a table: its picture as a separate image.

Inside an image the styles and ids of the picture stay apart from those of the page and of other pictures.
"""

from base64 import b64encode
from html import escape
from typing import Final

from tobean.kernel.observation.observation import Observation
from tobean.kernel.state.repr_hooks import summary
from tobean.kernel.table import Table
from tobean.pictures.pictures import table

SIZE: Final = 800


def html(position: Table | Observation) -> str:
    data = b64encode(table(position, size=SIZE).encode()).decode()
    return f'<img alt="{escape(summary(position))}" width="{SIZE}" src="data:image/svg+xml;base64,{data}">'
