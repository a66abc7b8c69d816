"""What only one game has on its table, as a viewer sees it."""

from __future__ import annotations

from tobean.kernel.component import Component
from tobean.kernel.table import Table
from tobean.play.page.page_plugin import page_of


def special(component: Component | None, table: Table) -> dict[str, object]:
    """The component as JSON. It must be masked for the viewer already; of the table only public things are read."""
    told = page_of(table.rules.name).special
    return {} if component is None or told is None else told(component, table)
