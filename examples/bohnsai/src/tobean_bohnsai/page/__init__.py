"""Page plugin of Bohnsai; `table.js` draws the shears, `art.svg` has the bonsai."""

from typing import Final

from tobean.kernel.component import Component
from tobean.kernel.table import Table
from tobean.session.page.page_plugin import GamePage
from tobean_bohnsai.garden import Garden


def garden_data(component: Component, table: Table) -> dict[str, object]:
    """Whether the active player has pruned this turn; public information."""
    assert isinstance(component, Garden)
    return {"pruned": component.pruned}


PAGE: Final = GamePage(
    component=garden_data,
    attached=("prune",),
    sounds={"pruned": "card"},
    pictures=("kind-bonsai", "kind-garden", "kind-green"),
    colours=("#d8ead0", "#25391f"),
)
