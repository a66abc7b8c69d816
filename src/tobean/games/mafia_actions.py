"""What a player can do in Al Cabohne only: give the bosses cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from mypy_extensions import mypyc_attr

from tobean.games.mafia import BOSSES
from tobean.kernel.actions import Action, place_text
from tobean.kernel.errors import BadNotation
from tobean.kernel.words import VERBS, parse_stake


@final
@mypyc_attr(acyclic=True)
class Feed(Action):
    """Give a boss a card of the hand, or all revealed cards of a kind (A9, A10)."""

    def __init__(self, seat: int, boss: int, card: int, place: int) -> None:
        self.seat = seat
        self.boss = boss
        self.card = card
        self.place = place

    def words(self) -> str:
        return f"feed {BOSSES[self.boss]} {place_text(self.card, self.place)}"


def read_feed(seat: int, rest: str, names: Sequence[str]) -> Action:
    name, _, stake = rest.strip().partition(" ")
    for boss in range(len(BOSSES)):
        if BOSSES[boss].lower() == name.lower():
            cards, places = parse_stake(stake)
            if len(cards) == 1:
                return Feed(seat, boss, cards[0], places[0])
    raise BadNotation(f"write `feed Al Fire@3` or `feed Don turned Fire`; the bosses are {', '.join(BOSSES)}")


VERBS["feed"] = read_feed
