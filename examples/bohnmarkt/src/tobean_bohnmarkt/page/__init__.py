"""Page plugin of Bohnmarkt; `table.js` shows the market and the goods of the players."""

from typing import Final

from tobean.i18n.catalogues import N_
from tobean.kernel.component import Component
from tobean.kernel.table import Table
from tobean.session.page.page_plugin import CardGroup, GamePage
from tobean_bohnmarkt.cards import KINDS, PRICES
from tobean_bohnmarkt.market import Market


def market_data(component: Component, table: Table) -> dict[str, object]:
    assert isinstance(component, Market)
    return {"stalls": component.stalls, "goods": component.goods}


GOODS: Final = CardGroup(
    "goods",  # their name in the catalogue for scripts
    "good",  # one of them: its picture is `good-basket`, its CSS class `good`, its general text `things["good"]`
    KINDS,
    corner=lambda kind: str(PRICES[kind]),  # instead of the number of cards
    caption=N_("Good"),  # precedes the name in texts
    token="garden",  # the bean drawn for it in a line of text
)

PAGE: Final = GamePage(
    component=market_data,
    groups=(GOODS,),
    sounds={"bought good": "coin"},
    pictures=("good-basket", "good-scales", "good-awning"),
    colours=("#f3e2c3", "#3a2c1a"),
)
