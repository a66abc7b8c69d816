"""Comparison of the events for a seat at two tables that differ only in its secrets (I1-I3)."""

import tobean
from tests.support.engine.tables import near_miss_action
from tobean.kernel.chance import Chance
from tobean.kernel.notation.card_locations import masked_places
from tobean.kernel.table import Table
from tobean.record.scenarios.invariants import bean_counts


def events_for_seat(table: Table, seat: int, action: tobean.Action, script: list[int]) -> list[tobean.Event] | str:
    """Events that the seat observes if the action is tried with these chance results, or the error."""
    table.chance.script = list(reversed(script))
    table.events = []
    try:
        table.apply(action)
    except tobean.Illegal as error:
        return str(error)
    return [without_public_cards(event.seen_by(seat)) for event in table.events if event.name != "lapsed"]


def without_public_cards(event: tobean.Event) -> tobean.Event:
    """The event without what it makes public: revealed cards, and former locations of traded cards (I1)."""
    if event.kind.reveals:
        return tobean.Event(event.kind, {name: held for name, held in event.data.items() if name != "cards"})
    if event.name != "traded":
        return event
    gives, gets = masked_places(event.cards, event["places"]), masked_places(event["gets"], event["gets_places"])
    masked = dict(zip(("cards", "places", "gets", "gets_places"), (*gives, *gets), strict=True))
    return tobean.Event(event.kind, {**event.data, **masked})


def compare_events(table: Table, seat: int, other: Table, chance: Chance) -> int:
    """Checks that the seat cannot tell two equal-looking tables apart; returns the number of actions tried."""
    compared = 0
    assert bean_counts(other) == bean_counts(table)
    assert tobean.observe(other, seat) == tobean.observe(table, seat)
    assert other.legal_actions(seat) == table.legal_actions(seat)
    assert other.may_talk(seat) == table.may_talk(seat)
    assert other.awaited == table.awaited
    # Every action of this seat gives the same errors and events.
    for attempt in range(6):
        action = near_miss_action(table, chance)
        if action.seat != seat or attempt % 2:
            action = table.sample_action(seat, chance) if seat in table.may_act() else action
        if action.seat != seat:
            continue
        real = table.clone()
        real.chance.drawn = []
        heard = events_for_seat(real, seat, action, [])
        assert real.chance.drawn is not None
        try:
            also = events_for_seat(other.clone(), seat, action, real.chance.drawn)
        except tobean.BadInput:
            continue  # this chance result is impossible there: the card is in a hand
        assert also == heard, action
        compared += 1
    # Actions of other seats that are possible at both tables look the same, too.
    for actor in table.may_act():
        for action in table.legal_actions(actor)[:6]:
            real = table.clone()
            real.chance.drawn = []
            heard = events_for_seat(real, seat, action, [])
            assert real.chance.drawn is not None
            twin = other.clone()
            try:
                twin.check(action)
                also = events_for_seat(twin, seat, action, real.chance.drawn)
            except (tobean.Illegal, tobean.BadInput):
                continue
            assert also == heard, action
            compared += 1
    return compared
