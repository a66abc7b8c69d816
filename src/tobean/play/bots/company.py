"""Whom a bot has before it, for its manners: who is a person, and who has been asked often enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.bots.base import Company
from tobean.kernel.values import TABLE

if TYPE_CHECKING:
    from tobean.play.session.session import Session

MOST_A_TURN: Final = 2
"""So many offers one bot puts to a person in a turn at the most ..."""
MOST_A_ROUND: Final = 3
"""... and so many all bots together between two turns of that person."""


def company_of(session: Session, seat: int) -> Company:
    """With whom the bot at this seat plays. It rests on what everybody has heard."""
    people = [number for number, who in enumerate(session.seats) if who.is_person and number != seat]
    return Company(
        people=sum(1 << person for person in people),
        spared=sum(1 << person for person in people if is_spared(session, seat, person)),
        kept=tuple([answers.kept for answers in session.answers]),
        guests=sum(1 << person for person in people),
        fitting=sum(1 << person for person in people if session.answers[person].fitting),
    )


def is_spared(session: Session, seat: int, person: int) -> bool:
    """Has this person heard enough offers, or said that they decline all? Counter-offers to their own do not count."""
    if session.answers[person].declines == session.table.turn:
        return True
    in_turn = in_round = asked = 0
    this_turn = True
    for told in reversed(session.told):
        event = told.event
        if event.name == "turn":
            if event.seat == person:
                break
            in_round += asked
            asked = 0
            this_turn = False
        elif event.name == "offered" and event["to"] in (TABLE, person) and not event["answers"]:
            in_turn += this_turn and event.seat == seat
            asked += not session.seats[event.seat].is_person
    return in_turn >= MOST_A_TURN or in_round >= MOST_A_ROUND
