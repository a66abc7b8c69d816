"""A judge that has deals at hand: what a card that comes or goes is worth, for acts that are not deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from tobean.bots.merchant.bargaining import Bazaar
from tobean.bots.merchant.valuing import Judge

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.view.observation import Observation


@mypyc_attr(allow_interpreted_subclasses=True)
class MarketJudge(Judge):
    """For games with acts of their own that move cards about."""

    def __init__(self, view: Observation, temper: Temper) -> None:
        super().__init__(view, temper)
        self.steady = True
        self.bazaar: Bazaar | None = None

    def follow(self, view: Observation) -> bool:
        self.bazaar = None
        return super().follow(view)

    def deals(self) -> Bazaar:
        if self.bazaar is None:
            self.bazaar = Bazaar(self.view, self)
        return self.bazaar
