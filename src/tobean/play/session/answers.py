"""What a person has arranged for the table: how quick the bots are, what is not asked, and what is answered for them.

All of it lies in the log, so it holds over reloads and days, and is obeyed whether its person looks on or not. What is
secret stays so: `keeps` is shown to all, the rest only to its person. An offer that cannot be paid is declined at once
by default only where no other person plays: the quick no would tell them what is in the hand (I3).
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

import msgspec

from tobean.kernel.actions import Action, Decline, EndTrading, GoOn, Pass
from tobean.kernel.stakes import can_give
from tobean.kernel.table import NO_SEAT
from tobean.kernel.trading import barred, to_answer
from tobean.play.session.errors import Refused
from tobean.play.session.orders import agreed
from tobean.play.wire.page import page_of
from tobean.record.notation import parse_kinds
from tobean.speech.catalogues import N_
from tobean.speech.teller import words_of

if TYPE_CHECKING:
    from tobean.kernel.offers import Offer
    from tobean.kernel.table import Table
    from tobean.play.session.session import Session

NORMAL: Final = ""
TEMPOS: Final = {"calm": 160, NORMAL: 100, "brisk": 50}
"""The pauses of bots, in per cent of those of the table."""
MOST_KEPT: Final = 12
MOST_PASSES: Final = 40

CANNOT_PAY: Final = "cannot pay"
KEEPS: Final = "keeps"
DECLINES_ALL: Final = "declines all"
FORCED: Final = "forced"
PASSES: Final = "passes"
NOTES: Final = N_(
    {
        CANNOT_PAY: "You could not pay that: it was declined for you.",
        KEEPS: "You give none of that: it was declined for you.",
        DECLINES_ALL: "You decline everything this turn.",
        FORCED: "There was no choice: it was done for you.",
        PASSES: "As you have arranged.",
        "order": "By your standing order.",
    }
)
"""What the person alone reads in the log, by why it was done for them."""


class Answers(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one seat has arranged."""

    tempo: str = NORMAL
    declines: int = 0
    """The turn in which every offer is declined."""
    keeps: str = ""
    """The kinds that nobody need ask for, in notation."""
    unpayable: bool | None = None
    """Decline what cannot be paid? None: where nobody could learn anything from it."""
    forced: bool = False
    """Do what has to be done where there is only one way; harvests, which are open at any time, do not count."""
    passes: tuple[str, ...] = ()
    """The questions (`Step.question`) that are answered by passing, going on or ending the trading."""

    @property
    def kept(self) -> tuple[int, ...]:
        return parse_kinds(self.keeps)


NONE: Final = Answers()


def checked_answers(answers: Answers, table: Table) -> Answers:
    """The answers, if they can be followed."""
    if answers.tempo not in TEMPOS:
        raise Refused("The tempo is calm, normal or brisk.")
    kinds = answers.kept
    if len(kinds) > MOST_KEPT or any(kind not in table.wanted_kinds for kind in kinds):
        raise Refused("What nobody need ask for are at most {most} kinds of this game.", most=MOST_KEPT)
    if len(answers.passes) > MOST_PASSES or any(name not in words_of(table.rules).questions for name in answers.passes):
        raise Refused("Only questions of this game can be answered beforehand.")
    return answers


# --- offers ------------------------------------------------------------------------------------------------


def at_once(session: Session) -> tuple[Action, str] | None:
    """An offer that is declined for somebody now, and why; None: there is none any more."""
    table = session.table
    for offer in table.offers:
        for seat in range(table.players):
            if session.seats[seat].is_person and offer.is_for(seat) and not offer.declined >> seat & 1:
                why = "" if barred(table, seat) else why_declined(session, seat, offer)
                if why:
                    return Decline(seat, offer.number), why
    return None


def why_declined(session: Session, seat: int, offer: Offer) -> str:
    """Why an offer is declined for a seat; empty: it is not."""
    table, answers = session.table, session.answers[seat]
    payable = can_give(table, seat, offer.wants)
    if payable and agreed(offer, session.orders[seat], table):
        return ""
    if answers.declines == table.turn:
        return DECLINES_ALL
    if any(kind in answers.kept for kind in offer.wants):
        return KEEPS
    return CANNOT_PAY if not payable and declines_unpayable(session, seat) else ""


def declines_unpayable(session: Session, seat: int) -> bool:
    """Is what this seat cannot pay declined for it?"""
    chosen = session.answers[seat].unpayable
    if chosen is not None:
        return chosen
    return not any(other.person for at, other in enumerate(session.seats) if at != seat)


# --- decisions ---------------------------------------------------------------------------------------------


def done_for(session: Session) -> tuple[Action, str] | None:
    """What is done for the awaited person without asking, and why."""
    table = session.table
    seat = table.awaited
    if seat == NO_SEAT or not session.seats[seat].is_person:
        return None
    answers = session.answers[seat]
    if answers.passes and table.decision.question(table) in answers.passes and to_answer(table) == NO_SEAT:
        action = onward(table, seat)
        if action is not None:
            return action, PASSES
    if answers.forced and not table.may_talk(seat):
        actions = table.decision.options(table, seat) or table.legal_actions(seat)
        if len(actions) == 1:
            return actions[0], FORCED
    return None


def onward(table: Table, seat: int) -> Action | None:
    """The act that leaves things as they are, if there is one."""
    actions = table.legal_actions(seat)
    return next((action for action in actions if action.VERB in onward_verbs(table)), None)


def onward_verbs(table: Table) -> Collection[str]:
    return (Pass.VERB, *page_of(table.rules.name).onward, EndTrading.VERB, GoOn.VERB)


def passable(session: Session, seat: int) -> list[str]:
    """The questions that can be answered beforehand: those that somebody has passed before, and the open one."""
    table = session.table
    found = dict.fromkeys((*session.answers[seat].passes, *session.passed))
    if not table.over and table.awaited == seat and to_answer(table) == NO_SEAT and onward(table, seat) is not None:
        found.setdefault(table.decision.question(table))
    questions = words_of(table.rules).questions
    return [name for name in found if name in questions and "{" not in questions[name].yours]
