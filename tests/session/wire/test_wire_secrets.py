"""Non-interference of messages: tables that differ only in secrets of other seats send a viewer the same bytes (I3)."""

import pytest

import tobean
from tests.support.engine.tables import VARIANTS, seed_range
from tests.support.sessions import attributes_of, play_randomly, setup_of, started_session
from tobean.i18n import LANGUAGES
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.session import Session, Viewer
from tobean.session.log.history import Staleness, scripted_chance
from tobean.session.log.undo import UndoWindow
from tobean.session.wire.messages import encode, hello, update

every_variant = pytest.mark.parametrize(("game", "players"), VARIANTS)


def messages_at(session: Session, table: Table, viewer: Viewer) -> bytes:
    """Messages that the viewer would get at this table."""
    session._table, kept = table, session._table
    session.cached_states = None
    try:
        return encode(hello(session, viewer)) + update(session, viewer)
    finally:
        session._table = kept
        session.cached_states = None


@every_variant
@pytest.mark.parametrize("seed", seed_range(2))
def test_sent_state_does_not_depend_on_secrets(game: str, players: int, seed: int) -> None:
    session, log = started_session(setup_of(game, players), seed)
    chance = chance_from(f"wire {seed}")
    differing = 0
    for _ in play_randomly(session, log, seed):
        if chance.randbelow(12):
            continue
        seat = chance.randbelow(players)
        language = chance.choice(tuple(LANGUAGES))
        table = session.table
        twin = tobean.determinize(observe(table, seat), chance)
        differing += twin.hands != table.hands
        viewer = Viewer(seat, language)
        assert messages_at(session, twin, viewer) == messages_at(session, table, viewer)
        # A spectator sees no more than any of the players.
        spectator = Viewer(None, language)
        assert messages_at(session, twin, spectator) == messages_at(session, table, spectator)
    assert differing > 5 or players == 1


REVEALING = ("traded", "lapsed")
"""Events that reveal a hand position that was secret before."""


def branch(session: Session, table: Table) -> Session:
    """The same session at another table."""
    other = Session(session.setup, session.at)
    for name, value in attributes_of(session).items():
        setattr(other, name, value)
    other._table = table
    other.cached_states = None
    other.feed, other.moves, other.known_actions = list(session.feed), list(session.moves), [{} for _ in session.seats]
    table.events = []
    other.staleness = Staleness(table, session.version)
    other.undo_window = UndoWindow()
    return other


def update_after(session: Session, action: tobean.Action, cards: str, viewer: Viewer) -> bytes | None:
    """Update for the viewer after an action; None if the action reveals information to the viewer."""
    update(session, viewer)  # fills the cache with the previous state
    session.apply(action, scripted_chance(cards), 1.0, "person")
    events = [entry.event for entry in session.feed if entry.version == session.version]
    if any(event.kind.reveals or event.name in REVEALING for event in events):
        return None
    return update(session, viewer)


@every_variant
def test_messages_do_not_depend_on_secrets(game: str, players: int) -> None:
    """The same actions send the same bytes to viewers that cannot tell the tables apart."""
    session, log = started_session(setup_of(game, players), 6)
    chance = chance_from("told")
    compared = 0
    for _ in play_randomly(session, log, 6):
        if chance.randbelow(6) or session.state != "playing":
            continue
        table = session.table
        viewer = Viewer(chance.randbelow(players), chance.choice(tuple(LANGUAGES)))
        twin = tobean.determinize(observe(table, viewer.observer_seat), chance)
        for actor in table.may_act():
            action = table.sample_action(actor, chance)
            real = table.clone()
            real.chance.drawn = []
            real.apply(action)
            cards = tobean.cards_text(real.chance.drawn or [])
            try:
                twin.check(action)
                also = update_after(branch(session, twin.clone()), action, cards, viewer)
            except (tobean.Illegal, tobean.BadInput):
                continue  # at that table the player does not hold the card, or it cannot be drawn
            heard = update_after(branch(session, table.clone()), action, cards, viewer)
            if heard is not None and also is not None:
                assert also == heard, action
                compared += 1
    assert compared > 15
