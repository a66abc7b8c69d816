"""The monastery on the page: edicts and sacrifice cards; `table.js` and `style.css` draw them."""

from __future__ import annotations

from typing import Final

from tobean.games.bohnedikt.cards import FAVOURABLE, SACRIFICE_BACK, TWO_KINDS, UNFAVOURABLE, is_edict
from tobean.games.bohnedikt.monastery import NOBODY_YET, Monastery
from tobean.games.bohnedikt.page.introduction import INTRODUCTION
from tobean.kernel.component import Component
from tobean.kernel.position import Row
from tobean.kernel.table import Table
from tobean.play.wire.page import CardGroup, Page
from tobean.speech.catalogues import N_


def monastery_data(component: Component, table: Table) -> dict[str, object]:
    """Edicts in force; sacrifice cards by seat, -1 for one that the viewer does not know."""
    assert isinstance(component, Monastery)
    return {
        "edicts": [{"kind": edict, "spent": edict in component.spent} for edict in component.edicts],
        "partner": None if component.partner == NOBODY_YET else component.partner,
        "sacrifices": component.held,
        "sacrifice_pile": component.size,
        "sacrificed": component.discard,
    }


def grows(row: Row) -> int:
    """A joker pays nothing while it lies on top: the beans below it are told (D4)."""
    kind = row[-1]
    return next((card for card in row if not is_edict(card)), kind) if is_edict(kind) else kind


PAGE: Final = Page(
    special=monastery_data,
    groups=(
        CardGroup(
            "edicts",
            "edict",
            UNFAVOURABLE + FAVOURABLE,
            corner=lambda kind: "§",
            caption=N_("Edict"),
            token="edict",
        ),
        CardGroup(
            "sacrifices",
            "sacrifice",
            tuple(TWO_KINDS),
            corner=lambda kind: "✝",
            caption=N_("Sacrifice"),
            token="edict",
        ),
    ),
    backs={SACRIFICE_BACK: "sacrifice"},
    grows=grows,
    hung=("invoke", "demand", "sacrifice"),
    leading=("drop", "sacrifice"),
    sounds={"read edict": "chime", "sacrificed": "chime"},
    marks={"gave": "deal"},
    pictures=("kind-edict", "kind-green", "kind-garden"),
    colours=("#eadfae", "#48411f"),
    introduction=INTRODUCTION,
)
