"""Non-interference on the wire: tables that differ only in what is secret to a viewer send them the same bytes (I3)."""

from __future__ import annotations

import pytest

import tobean
from kit import VARIANTS
from kit_play import begun, play_on, setup_of
from tobean.kernel.chance import chance_from
from tobean.kernel.table import Table
from tobean.play import Session, Viewer
from tobean.play.wire import encode, hello, update
from tobean.view.observation import observe

every_variant = pytest.mark.parametrize(("game", "players"), VARIANTS)


def sent(session: Session, table: Table, viewer: Viewer) -> bytes:
    """What the viewer would be sent if this were the table."""
    session._table, kept = table, session._table
    session._public = None
    try:
        return encode(hello(session, viewer)) + encode(update(session, viewer))
    finally:
        session._table = kept
        session._public = None


@every_variant
@pytest.mark.parametrize("seed", range(2))
def test_what_is_sent_does_not_depend_on_what_is_secret(game: str, players: int, seed: int) -> None:
    session, log = begun(setup_of(game, players), seed)
    chance = chance_from(f"wire {seed}")
    differing = 0
    for _ in play_on(session, log, seed):
        if chance.below(12):
            continue
        seat = chance.below(players)
        language = chance.choice(("en", "de"))
        table = session.table
        twin = tobean.determinize(observe(table, seat), chance)
        differing += twin.hands != table.hands
        viewer = Viewer(seat, language)
        assert sent(session, twin, viewer) == sent(session, table, viewer)
        # A bystander sees no more than any of the players.
        bystander = Viewer(None, language)
        assert sent(session, twin, bystander) == sent(session, table, bystander)
    assert differing > 5 or players == 1
