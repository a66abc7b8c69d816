"""The figures as plain data, for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from tobean.kernel.seats import seat_name
from tobean.lab.population import POPULATION_VERSION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.lab.figures import Figures
    from tobean.lab.trial import Outcome


def fault_data(faults: Sequence[Outcome]) -> list[dict[str, object]]:
    return [
        {"bot": game.culprit, "deal": game.fixture.deal, "lineup": list(game.fixture.lineup), "fault": game.fault}
        for game in faults
    ]


def figures_data(found: Figures, interrupted: bool) -> dict[str, object]:
    return {
        "setting": asdict(found.setting),
        "population": POPULATION_VERSION,
        "games": found.games,
        "interrupted": interrupted,
        "pairs": [
            {
                "hero": pair.pair.hero,
                "against": pair.pair.against,
                "deals": pair.deals,
                "games": pair.games,
                "margin": pair.margin.data(),
                "p": pair.p,
                "wins": pair.wins.data(),
                "par": 1 / found.setting.players,
                "thalers": pair.thalers,
                "others": pair.others,
                "table_total": pair.total.data(),
                "margin_by_seat": list(pair.by_seat),
            }
            for pair in found.pairs
        ],
        "seats": [
            {"seat": seat_name(seat.seat), "thalers": seat.thalers, "wins": seat.wins.data()} for seat in found.seats
        ],
        "bots": [asdict(bot) for bot in found.bots],
        "gifts": [asdict(flow) for flow in found.flows],
        "surplus": [asdict(each) for each in found.surplus],
        "faults": fault_data(found.faults),
    }
