"""Page plugin of Bohnedikt; `table.js` and `style.css` draw edicts and sacrifice cards."""

from typing import Final

from tobean.games.bohnedikt.cards import SACRIFICE_BACK, SACRIFICE_PAIRS, is_edict
from tobean.games.bohnedikt.component import NO_PARTNER, BohnediktComponent
from tobean.games.bohnedikt.edicts.registry import EDICTS
from tobean.games.bohnedikt.page.introduction import INTRODUCTION
from tobean.games.bohnedikt.page.lessons import LESSONS
from tobean.i18n.catalogues import N_
from tobean.kernel.component import Component
from tobean.kernel.state.position import Row
from tobean.kernel.table import Table
from tobean.session.page.page_plugin import CardGroup, GamePage


def component_data(component: Component, table: Table) -> dict[str, object]:
    """Return the edicts in force and the sacrifice cards by seat, -1 for one that the viewer does not know."""
    assert isinstance(component, BohnediktComponent)
    return {
        "edicts": [{"kind": edict, "spent": edict in component.used_edicts} for edict in component.edicts],
        "partner": None if component.partner == NO_PARTNER else component.partner,
        "sacrifices": component.sacrifice_cards,
        "sacrifice_pile": component.size,
        "sacrificed": component.discard,
    }


def grows(row: Row) -> int:
    """Return the kind that a row is labelled with: the beans below an edict, which pays nothing while on top (D4)."""
    kind = row[-1]
    return next((card for card in row if not is_edict(card)), kind) if is_edict(kind) else kind


PAGE: Final = GamePage(
    component=component_data,
    groups=(
        CardGroup(
            "edicts",
            "edict",
            tuple(edict.kind for edict in EDICTS),
            corner=lambda kind: "§",
            caption=N_("Edict"),
            token="edict",
        ),
        CardGroup(
            "sacrifices",
            "sacrifice",
            tuple(SACRIFICE_PAIRS),
            corner=lambda kind: "✝",
            caption=N_("Sacrifice"),
            token="edict",
        ),
    ),
    backs={SACRIFICE_BACK: "sacrifice"},
    grows=grows,
    attached=("invoke", "demand", "sacrifice"),
    leading=("drop", "sacrifice"),
    sounds={"read edict": "chime", "sacrificed": "chime"},
    marks={"gave": "deal"},
    pictures=("kind-edict", "kind-green", "kind-garden"),
    colours=("#eadfae", "#48411f"),
    introduction=INTRODUCTION,
    puzzle_lessons=LESSONS,
)
