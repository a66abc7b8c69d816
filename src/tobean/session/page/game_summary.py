"""Summary of a game after its end: the result, thalers by turn, and all deals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tobean.i18n import sentence
from tobean.kernel.events import Event
from tobean.kernel.table import Table
from tobean.record.record import Record
from tobean.session.page.page_plugin import marks_of, page_of
from tobean.session.page.result_text import result_with_text
from tobean.session.stand_ins import StandIn, bits_at, labelled, stand_in_sentences
from tobean.session.text import isolated

DEAL: Final = "deal"
"""Mark of events by which cards go from one player to another."""


@dataclass
class Tally:
    """Counts of one player's actions in a game."""

    harvests: int = 0
    earned: int = 0
    planted: int = 0
    deals: int = 0
    given: Counter[int] = field(default_factory=Counter)
    got: Counter[int] = field(default_factory=Counter)

    def data(self) -> dict[str, object]:
        return {
            "harvests": self.harvests,
            "earned": self.earned,
            "planted": self.planted,
            "deals": self.deals,
            "given": dict(sorted(self.given.items())),
            "got": dict(sorted(self.got.items())),
        }


def game_summary(record: Record, language: str, stand_ins: Sequence[StandIn] = ()) -> dict[str, object]:
    """Return a finished game as a JSON object. Raises `BadRecord` if the record does not follow the rules.

    `stand_ins` lists when bots played for people, which is not in the record.
    """
    names, rules = [isolated(name) for name in record.players], record.rules()
    marks = marks_of(rules.name)

    def names_at(ply: int) -> Sequence[str]:
        """Return the names at the next action, labelled for stand-ins."""
        return labelled(names, bits_at(stand_ins, ply), language)

    tallies = [Tally() for _ in names]
    chart: list[dict[str, object]] = []
    deals: list[dict[str, object]] = []
    last: Table | None = None
    turn = (1, record.start)
    for ply, (table, _, events) in enumerate(record.replay()):
        last = table
        for event in events:
            note(event, tallies, marks)
            if marks.get(event.name) == DEAL:
                deals.append(deal_data(event, ply, table.turn, sentence(event, rules, names_at(ply - 1), language)))
            if event.name == "turn" and event["turn"] > 1:
                chart.append(chart_point(table, *turn))
            if event.name == "turn":
                turn = (event["turn"], event.seat)
    assert last is not None
    result: dict[str, object] | None = None
    if last.over:
        result = result_with_text(last, names_at(len(record.moves)), language)
        result["stand_ins"] = stand_in_sentences(stand_ins, names, language)
    chart.append(chart_point(last, *turn))
    if last.over:
        chart[-1]["thalers"] = list(last.result().thalers)  # the result may count more than the pile
    return {
        "game": record.game,
        "players": record.players,
        "start": last.start,
        "plies": len(record.moves),
        "result": result,
        "chart": chart,
        "deals": deals,
        "tallies": [tally.data() for tally in tallies],
    }


def note(event: Event, tallies: list[Tally], marks: Mapping[str, str]) -> None:
    if event.name == "harvested":
        tallies[event.seat].harvests += 1
        tallies[event.seat].earned += event["thalers"]
    elif event.name == "planted":
        tallies[event.seat].planted += 1
    elif marks.get(event.name) == DEAL:
        one, other = tallies[event.seat], tallies[event["partner"]]
        one.deals += 1
        other.deals += 1
        one.given.update(event.cards)
        other.got.update(event.cards)
        one.got.update(event.get("gets", ()))
        other.given.update(event.get("gets", ()))


def deal_data(event: Event, ply: int, turn: int, text: str) -> dict[str, object]:
    """Return a deal as JSON: `seat` gave `gives` and got `gets` from `other`."""
    return {
        "ply": ply,
        "turn": turn,
        "seat": event.seat,
        "other": event["partner"],
        "gives": event.cards,
        "gets": event.get("gets", ()),
        "gift": not event.cards or not event.get("gets", ()),
        "text": text,
    }


def chart_point(table: Table, turn: int, seat: int) -> dict[str, object]:
    """Return the thalers at the end of a turn."""
    rival = page_of(table.rules.name).rival
    return {
        "turn": turn,
        "seat": seat,
        "thalers": [len(pile) for pile in table.thalers],
        "rival": None if rival is None else rival.thalers(table),
    }
