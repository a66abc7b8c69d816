"""The opponents of a bot: which of them are people, and which people have had enough offers."""

from typing import Final

from tobean.bots.base import Opponents
from tobean.kernel.notation.parameters import TABLE
from tobean.session.session import Session

MAX_OFFERS_PER_TURN: Final = 2
"""Maximum number of offers that one bot makes to a person in a turn."""
MAX_OFFERS_PER_ROUND: Final = 3
"""Maximum number of offers that all bots together make to a person since the end of that person's last turn."""


def opponents_of(session: Session, seat: int) -> Opponents:
    """Describe the opponents of the bot at this seat, from public facts alone."""
    people = [number for number, player in enumerate(session.seats) if player.is_person and number != seat]
    human_mask = sum(1 << person for person in people)
    return Opponents(
        treated_as_human=human_mask,
        left_alone=sum(1 << person for person in people if has_enough_offers(session, seat, person)),
        kept_kinds=tuple([preferences.kept for preferences in session.preferences]),
        human_players=human_mask,
        no_harvest_offers=sum(1 << person for person in people if session.preferences[person].fitting),
    )


def has_enough_offers(session: Session, seat: int, person: int) -> bool:
    """Whether this person has had enough offers or declines all. Counter-offers to their own offers do not count."""
    if session.preferences[person].declines == session.table.turn:
        return True
    in_turn = in_round = offers_in_turn = 0
    is_current_turn = True
    for feed_event in reversed(session.feed):
        event = feed_event.event
        if event.name == "turn":
            if event.seat == person:
                break
            in_round += offers_in_turn
            offers_in_turn = 0
            is_current_turn = False
        elif event.name == "offered" and event["to"] in (TABLE, person) and not event["answers"]:
            in_turn += is_current_turn and event.seat == seat
            offers_in_turn += not session.seats[event.seat].is_person
    return in_turn >= MAX_OFFERS_PER_TURN or in_round >= MAX_OFFERS_PER_ROUND
