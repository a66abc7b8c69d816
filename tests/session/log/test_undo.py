"""Undo: only actions that revealed nothing, only until another player acts; the log keeps everything."""

import json

import pytest

import tobean
from tests.support.engine.tables import VARIANTS
from tests.support.sessions import session_state, setup_of, started_session
from tobean.kernel.chance import chance_from
from tobean.record.position_entries import entries as table_entries
from tobean.session import Refused, Session, Stale, Viewer
from tobean.session.wire.messages import update

every_variant = pytest.mark.parametrize(("game", "players"), VARIANTS)


@every_variant
def test_undo_restores_the_position(game: str, players: int) -> None:
    session, log = started_session(setup_of(game, players), 4)
    chance = chance_from("undo")
    undone = 0
    for _ in range(140):
        if session.state != "playing":
            break
        seats = session.table.may_act()
        seat = chance.choice(seats) if chance.randbelow(4) == 0 else seats[0]
        action = session.table.sample_action(seat, chance)
        before = table_entries(session.table)
        shown = [seen_cards(session, other) for other in range(players)]
        log += session.act(seat, repr(action), session.version, 1.0, chance.new_seed())
        revealed = bool(session.moves[-1].chance) or any(
            feed_event.event.cards_for != -1 for feed_event in session.feed if feed_event.version == session.version
        )
        assert not (revealed and session.may_undo(seat))
        for other in range(players):
            if other != seat:
                with pytest.raises(Refused):
                    session.undo(other, session.version, 1.0)
        if session.may_undo(seat) and chance.randbelow(2):
            with pytest.raises(Stale):
                session.undo(seat, session.version - 1, 1.0)
            version = session.version
            log += session.undo(seat, version, 1.0)
            undone += 1
            assert table_entries(session.table) == before
            assert session.version == version + 1
            assert session.feed[-1].event.name == "took back"
            with pytest.raises(Stale):
                session.act(seat, repr(action), version, 1.0, 1)
            assert [seen_cards(session, other) for other in range(players)] == shown
    assert undone > 3
    assert session_state(Session.resume(log)) == session_state(session)
    assert len(session.record().moves) == len(session.moves)
    session.record().final()


def seen_cards(session: Session, seat: int) -> dict[str, object]:
    view = json.loads(update(session, Viewer(seat)))["view"]
    assert isinstance(view, dict)
    return view


def test_undo_stops_at_a_revealed_card() -> None:
    session, log = started_session(setup_of("bohnanza", 3, start=0))
    front = tobean.name_of(session.table.hands[0][0])
    log += session.act(0, f"A plant {front} 1", 0, 1.0, 1)
    log += session.act(0, "A harvest 1", 1, 1.0, 1)
    assert session.may_undo(0)
    log += session.undo(0, session.version, 1.0)
    log += session.undo(0, session.version, 1.0)
    assert not session.may_undo(0)
    with pytest.raises(Refused):
        session.undo(0, session.version, 1.0)
    log += session.act(0, f"A plant {front} 2", session.version, 1.0, 1)
    log += session.act(0, "A pass", session.version, 1.0, 1)  # two cards are turned over
    assert not session.may_undo(0)
    own = tobean.name_of(session.table.hands[0][0])
    log += session.act(0, f"A offer all: {own}@1 for Red", session.version, 1.0, 1)
    assert not session.may_undo(0)  # the others have seen it; it can be withdrawn instead
    assert session_state(Session.resume(log)) == session_state(session)


def test_an_action_of_another_seat_ends_the_undo_window() -> None:
    session, log = started_session(setup_of("bohnanza", 3, start=0))
    front = tobean.name_of(session.table.hands[0][0])
    log += session.act(0, f"A plant {front} 1", 0, 1.0, 1)
    other = tobean.kind_named("Red")
    session.table.fields[1][0] += (other,)
    log += session.act(1, "B harvest 1", session.version, 1.0, 1)
    assert not session.may_undo(0)
    assert session.may_undo(1)
    with pytest.raises(Refused, match="another player"):
        session.undo(0, session.version, 1.0)
    session.undo(1, session.version, 1.0)
    assert session.table.fields[1][0] == (other,)


def test_undo_can_be_disabled_and_ends_with_the_game() -> None:
    session, _ = started_session(setup_of("bohnanza", 3, start=0, undo=False))
    front = tobean.name_of(session.table.hands[0][0])
    session.act(0, f"A plant {front} 1", 0, 1.0, 1)
    assert not session.may_undo(0)
    with pytest.raises(Refused):
        session.undo(0, 1, 1.0)
    session, _ = started_session(setup_of("bohnanza", 3))
    session.table.agenda.clear()
    with pytest.raises(Refused, match="over"):
        session.undo(0, 0, 1.0)


def test_each_seat_of_one_person_has_its_own_view() -> None:
    """A person with several seats on one device sees only the hand of the seat in view."""
    setup = setup_of("bohnanza", 3, start=0)
    session, _ = started_session(setup)
    session.seats[1] = session.seats[0].__class__("person", "Nina", "key of Timon")
    assert session.seats_of("key of Timon") == [0, 1]
    own, other = seen_cards(session, 0)["seats"], seen_cards(session, 1)["seats"]
    assert isinstance(own, list)
    assert isinstance(other, list)
    assert own[1]["hand"] == [-1] * 5 == other[0]["hand"]
