"""The action that only Al Cabohne has: giving cards to bosses."""

from typing import final

from mypy_extensions import mypyc_attr

from tobean.games.al_cabohne.cards import BossParameter
from tobean.kernel.actions import Action, register_action
from tobean.kernel.notation.parameters import KindParameter, PlaceParameter
from tobean.kernel.notation.syntax import ActionSyntax


@final
@mypyc_attr(acyclic=True)
class Feed(Action):
    """Give a boss a card of the hand, or all revealed cards of a kind (A9, A10)."""

    VERB = "feed"
    EXAMPLES = ("feed Al Fire@3", "feed Don turned Fire")
    PARAMETERS = (BossParameter("boss"), KindParameter("card"), PlaceParameter("place"))
    SYNTAX = (ActionSyntax("feed {boss} {card@place}"),)

    def __init__(self, seat: int, boss: int, card: int, place: int) -> None:
        self.seat = seat
        self.boss = boss
        self.card = card
        self.place = place


register_action(Feed)
