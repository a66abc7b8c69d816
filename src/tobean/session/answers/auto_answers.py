"""Automatic answers that follow from a person's preferences: offers declined immediately, decisions taken for them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tobean.i18n.catalogues import SOURCE
from tobean.i18n.narrator import Narrator, game_messages_of, narrator_of
from tobean.kernel.actions import Action, Decline
from tobean.kernel.base.seats import NO_SEAT
from tobean.kernel.phases.trading import cannot_trade, seat_to_answer
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.tradeable_cards import holds_wanted_cards
from tobean.session.answers.pass_actions import pass_action
from tobean.session.answers.preferences import CANNOT_PAY, DECLINES_ALL, FORCED, KEEPS, PASSES, TEMPOS, Preferences
from tobean.session.answers.standing_orders import matches_orders
from tobean.session.errors import Refused
from tobean.session.log.reducer import LogReducer

MAX_KEPT: Final = 12
MAX_PASSES: Final = 40
MAX_CACHED: Final = 512


def check_preferences(preferences: Preferences, table: Table) -> Preferences:
    """Return the preferences unchanged; raise `Refused` if they cannot be applied at this table."""
    if preferences.tempo not in TEMPOS:
        raise Refused("Tempo must be calm, normal or brisk.")
    kinds = preferences.kept
    if len(kinds) > MAX_KEPT or any(kind not in table.requestable_kinds for kind in kinds):
        raise Refused("You can keep at most {most} kinds of this game to yourself.", most=MAX_KEPT)
    if len(preferences.passes) > MAX_PASSES or any(
        name not in game_messages_of(table.rules).questions for name in preferences.passes
    ):
        raise Refused("You can only answer this game's prompts in advance.")
    return preferences


# --- offers ------------------------------------------------------------------------------------------------


def auto_decline(session: LogReducer) -> tuple[Action, str] | None:
    """Find an offer to decline on behalf of a person, with the reason; None if there is no such offer."""
    table = session.table
    for offer in table.offers:
        for seat in range(table.players):
            if session.seats[seat].is_person and offer.is_for(seat) and not offer.declined >> seat & 1:
                reason = "" if cannot_trade(table, seat) else decline_reason(session, seat, offer)
                if reason:
                    return Decline(seat, offer.number), reason
    return None


def decline_reason(session: LogReducer, seat: int, offer: Offer) -> str:
    """Return the reason to decline an offer on behalf of a seat; empty if it is not to be declined."""
    table, preferences = session.table, session.preferences[seat]
    payable = holds_wanted_cards(table, seat, offer.wants)
    if payable and matches_orders(offer, session.orders[seat], table):
        return ""
    if preferences.declines == table.turn:
        return DECLINES_ALL
    if any(kind in preferences.kept for kind in offer.wants):
        return KEEPS
    return CANNOT_PAY if not payable and declines_unpayable(session, seat) else ""


def declines_unpayable(session: LogReducer, seat: int) -> bool:
    """Whether offers that this seat cannot pay are declined for it."""
    preference = session.preferences[seat].unpayable
    if preference is not None:
        return preference
    return not any(other.person for at, other in enumerate(session.seats) if at != seat)


# --- decisions ---------------------------------------------------------------------------------------------


def auto_action(session: LogReducer) -> tuple[Action, str] | None:
    """Choose the action taken on behalf of the awaited person without asking, with the reason."""
    table = session.table
    seat = table.awaited
    if seat == NO_SEAT or not session.seats[seat].is_person:
        return None
    preferences = session.preferences[seat]
    if (
        preferences.passes
        and table.decision.prompt_key(table) in preferences.passes
        and seat_to_answer(table) == NO_SEAT
    ):
        action = pass_action(session.pass_verbs, table.legal_actions(seat))
        if action is not None:
            return action, PASSES
    if preferences.forced and not table.may_talk(seat):
        actions = table.decision.list_actions(table, seat) or table.legal_actions(seat)
        if len(actions) == 1:
            return actions[0], FORCED
    return None


def passable_question(session: LogReducer, seat: int, legal: Sequence[Action]) -> str:
    """Return the key of the prompt that this seat could pass now, given its legal actions; empty if none."""
    table = session.table
    if (
        table.awaited == seat
        and seat_to_answer(table) == NO_SEAT
        and pass_action(session.pass_verbs, legal) is not None
    ):
        return table.decision.prompt_key(table)
    return ""


def passable_questions(session: LogReducer, seat: int, current_key: str) -> tuple[str, ...]:
    """List the prompts that can be answered in advance: those passed before at this table, and the current one."""
    names = (*session.preferences[seat].passes, *session.passed, *((current_key,) if current_key else ()))
    return without_placeholders(narrator_of(session.rules, SOURCE), names) if names else ()


@lru_cache(MAX_CACHED)
def without_placeholders(narrator: Narrator, names: tuple[str, ...]) -> tuple[str, ...]:
    """Filter for prompts whose text is always the same, without duplicates."""
    questions = narrator.messages.questions
    return tuple(name for name in dict.fromkeys(names) if name in questions and "{" not in questions[name].yours)
