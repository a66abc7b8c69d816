"""Component of a game as a viewer sees it."""

from tobean.kernel.component import Component
from tobean.kernel.table import Table
from tobean.session.page.page_plugin import page_of


def component_data(component: Component | None, table: Table) -> dict[str, object]:
    """Return the component as JSON. It must already be masked for the viewer; of the table only public data is read."""
    encode = page_of(table.rules.name).component
    return {} if component is None or encode is None else encode(component, table)
