"""Component of a game as a viewer sees it."""

from __future__ import annotations

from tobean.kernel.component import Component
from tobean.kernel.table import Table
from tobean.play.page.page_plugin import page_of


def special(component: Component | None, table: Table) -> dict[str, object]:
    """Return the component as JSON. It must already be masked for the viewer; of the table only public data is read."""
    told = page_of(table.rules.name).special
    return {} if component is None or told is None else told(component, table)
