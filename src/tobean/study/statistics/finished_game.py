"""Figures of one finished game for one of its players, computed from the log of the table.

They contain no other player's name, so that nothing has to be rewritten when another person is erased.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from tobean.bots.coach.review import DealReview, deal_review
from tobean.games import GAMES
from tobean.kernel.actions import Accept
from tobean.kernel.cards import name_of
from tobean.kernel.errors import BadInput
from tobean.kernel.rules import Result
from tobean.kernel.table import Table
from tobean.record.streak import entry_of
from tobean.session.errors import BadLog
from tobean.session.log.entries import Acted, Entry, Opened, parse_log
from tobean.session.log.reducer import FINISHED
from tobean.session.seats import BOT
from tobean.session.session import Session

COUNTED: Final = ""
DAMAGED: Final = "damaged"
INTRODUCTION: Final = "introduction"
POSITION: Final = "position"
PRACTICE: Final = "practice"
SEVERAL_HANDS: Final = "several hands"
LEFT: Final = "left"
OTHER_CARDS: Final = "other cards"
BY_RECORD: Final = "record"
"""Source of actions that were played before a table was opened: the table continues a replay."""
MAX_GENEROUS: Final = 3
MIN_GENEROSITY: Final = 0.3
"""Smallest difference between the values of a deal to its two sides, in thalers, that counts as generous."""


class GenerousDeal(msgspec.Struct, frozen=True):
    """A deal that was worth more to the other side, by the coach's values."""

    ply: int
    turn: int
    gave: tuple[str, ...]
    got: tuple[str, ...]
    own: float
    other: float

    @property
    def generosity(self) -> float:
        return self.other - self.own


class FinishedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures of a finished game for one player."""

    game: str
    players: int
    at: float
    """Time of the last action."""
    excluded: str = COUNTED
    """Reason why the game does not count."""
    thalers: int = 0
    margin: float = 0.0
    """Own thalers less the mean of the others'; in a solo game, less those of the scripted opponent."""
    won: bool = False
    rank: int = 0
    bots: tuple[tuple[str, int], ...] = ()
    """The bots at the table with their ranks."""
    planted: dict[str, int] = {}
    """Number of cards planted, by kind."""
    harvested: dict[str, int] = {}
    """Thalers earned, by kind."""
    deals: int = 0
    generous: tuple[GenerousDeal, ...] = ()
    streak: str = ""
    """Entry of a solo game in the text of a streak."""


def finished_game(lines: Sequence[str], person: str) -> FinishedGame | None:
    """Compute the figures of a game; None if it is not over, or its game is not installed.

    A log that cannot be replayed is excluded, not raised: one damaged game must not hide the others.
    """
    try:
        entries = parse_log(lines)
    except BadLog:
        return FinishedGame("", 0, 0.0, DAMAGED)
    if not entries or not isinstance(entries[0], Opened):
        return FinishedGame("", 0, 0.0, DAMAGED)
    setup = entries[0].setup
    if setup.game not in GAMES:
        return None
    try:
        session = Session.resume(entries)
    except BadLog:
        return FinishedGame(setup.game, len(setup.seats), entries[-1].at, DAMAGED)
    if session.state != FINISHED:
        return None
    ended_at = max([entry.at for entry in entries if isinstance(entry, Acted)])  # people may chat after the end
    reason = exclusion_reason(session, entries, person)
    if reason:
        return FinishedGame(setup.game, len(session.seats), ended_at, reason)
    return counted_game(session, session.seats_of(person)[0], ended_at)


def exclusion_reason(session: Session, entries: Sequence[Entry], person: str) -> str:
    """Return why a game does not count, "" if it does."""
    seats = [number for number, seat in enumerate(session.seats) if person and seat.person == person]
    if session.setup.learning:
        return INTRODUCTION
    if session.position:
        return POSITION
    if any(isinstance(entry, Acted) and entry.by == BY_RECORD for entry in entries):
        return PRACTICE
    if session.setup.cards or session.deck is not None:
        return OTHER_CARDS
    if len(seats) > 1:
        return SEVERAL_HANDS
    absent = any(each.seat in seats and each.ply != each.until_ply for each in session.stand_ins)
    if not seats or absent or not session.seats[seats[0]].is_person or session.seats[seats[0]].model:
        return LEFT
    return COUNTED


def counted_game(session: Session, seat: int, ended_at: float) -> FinishedGame:
    result = session.table.result()
    planted: Counter[str] = Counter()
    harvested: Counter[str] = Counter()
    deals: list[DealReview] = []
    before: Table | None = None
    for table, action, events in session.record().replay():
        if isinstance(action, Accept) and before is not None:
            offer = next(offer for offer in before.offers if offer.number == action.number)
            if seat in (offer.seat, action.seat):
                deals.append(deal_review(before, action))
        for event in events:
            if event.seat == seat and event.name == "planted":
                planted.update([name_of(card) for card in event.cards])
            elif event.seat == seat and event.name == "harvested" and event.cards:
                harvested[name_of(event.cards[0])] += event["thalers"]
        before = table.clone()
    return FinishedGame(
        session.setup.game,
        len(session.seats),
        ended_at,
        COUNTED,
        result.thalers[seat],
        margin(result, seat),
        seat in result.winners,
        result.ranks[seat],
        tuple([(other.bot, result.ranks[at]) for at, other in enumerate(session.seats) if other.kind == BOT]),
        dict(planted),
        dict(harvested),
        len(deals),
        most_generous([deal_for_seat(deal, seat) for deal in deals]),
        streak_entry(session) if len(session.seats) == 1 else "",
    )


def margin(result: Result, seat: int) -> float:
    others = [thalers for other, thalers in enumerate(result.thalers) if other != seat] or [result.rival_thalers]
    return result.thalers[seat] - sum(others) / len(others)


def deal_for_seat(deal: DealReview, seat: int) -> GenerousDeal:
    """Return a deal as this seat, one of its two sides, saw it."""
    gave, got = ([name_of(card) for card in cards] for cards in (deal.cards, deal.gets))
    own, other = deal.own, deal.other
    if seat != deal.seat:
        gave, got, own, other = got, gave, other, own
    return GenerousDeal(deal.ply, deal.turn, tuple(gave), tuple(got), round(own, 2), round(other, 2))


def most_generous(deals: Sequence[GenerousDeal]) -> tuple[GenerousDeal, ...]:
    """Return the deals that most favoured the other side, the most generous first."""
    generous = [deal for deal in deals if deal.generosity >= MIN_GENEROSITY]
    return tuple(sorted(generous, key=lambda deal: -deal.generosity)[:MAX_GENEROUS])


def streak_entry(session: Session) -> str:
    try:
        return entry_of(session.record()).text()
    except BadInput:
        return ""  # a solo game of a kind that does not count
