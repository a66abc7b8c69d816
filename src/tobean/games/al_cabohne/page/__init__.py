"""Page plugin of Al Cabohne; `table.js` and `style.css` draw the mafia."""

from typing import Final

from tobean.games.al_cabohne.cards import BOSSES
from tobean.games.al_cabohne.mafia import THRESHOLDS, Mafia, mafia_of
from tobean.games.al_cabohne.page.introduction import INTRODUCTION, INTRODUCTION_ALONE
from tobean.games.al_cabohne.page.lessons import LESSONS
from tobean.i18n.catalogues import N_
from tobean.kernel.component import Component
from tobean.kernel.table import Table
from tobean.session.page.page_plugin import GamePage, Rival
from tobean.session.wire.field_payout import row_data


def mafia_data(component: Component, table: Table) -> dict[str, object]:
    """Return the bosses with the kinds they collect, and the thalers of the mafia."""
    assert isinstance(component, Mafia)
    return {
        "bosses": [
            {**row_data(table, row), "boss": boss, "threshold": THRESHOLDS[boss]}
            for boss, row in enumerate(component.rows)
        ],
        "mafia_thalers": len(component.thalers),
        "laid_aside": len(component.laid_aside),
    }


def boss_names(players: int) -> dict[str, object]:
    """Return the bosses for this number of players (A1, A16)."""
    count = 3 if players == 1 else 2
    return {
        "bosses": [{"id": boss, "name": BOSSES[boss], "threshold": THRESHOLDS[boss]} for boss in range(count)],
    }


PAGE: Final = GamePage(
    component=mafia_data,
    catalogue=boss_names,
    rival=Rival(N_("Bean Mafia"), N_("The Bean Mafia wins."), lambda table: len(mafia_of(table).thalers)),
    attached=("feed",),
    undoable=("feed",),
    sounds={"boss harvested": "coin"},
    marks={"boss harvested": "harvest"},
    pictures=("boss-al", "boss-don", "boss-joe"),
    colours=("#e6c9b8", "#4b3328"),
    introduction=INTRODUCTION,
    introduction_alone=INTRODUCTION_ALONE,
    puzzle_lessons=LESSONS,
)
