"""Lanterns on the page: a picture other than a card, drawn by the script."""

from typing import Final

from lanterns.lighting import Lanterns
from lanterns.page.introduction import INTRODUCTION
from tobean.kernel.component import Component
from tobean.kernel.table import Table
from tobean.session.page.page_plugin import GamePage


def lantern_data(component: Component, table: Table) -> dict[str, object]:
    assert isinstance(component, Lanterns)
    return {"left": component.left, "lit": component.lit}


PAGE: Final = GamePage(component=lantern_data, pictures=("sign-lantern",), introduction=INTRODUCTION)
