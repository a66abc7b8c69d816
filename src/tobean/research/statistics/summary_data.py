"""A summary as JSON-compatible data."""

from collections.abc import Sequence
from dataclasses import asdict

from tobean.kernel.base.seats import seat_name
from tobean.research.arena.arena_game import Outcome
from tobean.research.opponents.population import POPULATION_VERSION
from tobean.research.statistics.summary import Summary


def fault_data(faults: Sequence[Outcome]) -> list[dict[str, object]]:
    return [
        {"bot": game.culprit, "deal": game.fixture.deal, "lineup": list(game.fixture.lineup), "fault": game.fault}
        for game in faults
    ]


def summary_data(summary: Summary, interrupted: bool) -> dict[str, object]:
    return {
        "setting": asdict(summary.setting),
        "population": POPULATION_VERSION,
        "games": summary.games,
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
                "par": 1 / summary.setting.players,
                "thalers": pair.thalers,
                "others": pair.others,
                "table_total": pair.total.data(),
                "margin_by_seat": list(pair.by_seat),
            }
            for pair in summary.pairs
        ],
        "seats": [
            {"seat": seat_name(seat.seat), "thalers": seat.thalers, "wins": seat.wins.data()} for seat in summary.seats
        ],
        "bots": [asdict(bot) for bot in summary.bots],
        "gifts": [asdict(flow) for flow in summary.flows],
        "surplus": [asdict(each) for each in summary.surplus],
        "faults": fault_data(summary.faults),
    }
