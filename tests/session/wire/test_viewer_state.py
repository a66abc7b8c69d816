"""Viewer states are built incrementally from cached parts: a connected viewer gets the same as a new one."""

import json

import pytest

from tests.support.engine.tables import VARIANTS
from tests.support.sessions import play_randomly, setup_of, started_session
from tobean.i18n import LANGUAGES
from tobean.kernel.base.seats import SPECTATOR
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import observe, observe_incrementally, observe_sharing
from tobean.session import Session, Viewer
from tobean.session.answers.preferences import Preferences
from tobean.session.wire.messages import update
from tobean.session.wire.viewer_state import viewer_states_of

GAMES = {game: players for game, players in VARIANTS if players < 5}
"""Each game with up to four players."""


def fresh_update(session: Session, viewer: Viewer) -> bytes:
    kept, session.cached_states = session.cached_states, None
    try:
        return update(session, viewer)
    finally:
        session.cached_states = kept


@pytest.mark.parametrize(("game", "players"), GAMES.items())
def test_updates_lead_to_the_state_that_a_new_viewer_gets(game: str, players: int) -> None:
    session, log = started_session(setup_of(game, players), 5)
    chance = chance_from("pictures")
    viewers = [Viewer(seat, language) for seat in (*range(players), None) for language in LANGUAGES]
    for number, _ in enumerate(play_randomly(session, log, 5)):
        seat = chance.randbelow(players)
        if session.state == "playing" and not number % 9:
            session.set_preferences(
                seat, Preferences(tempo=chance.choice(("calm", "brisk"))), 1.0
            )  # no other viewer receives it
        if session.state == "playing" and not number % 11:
            kinds = [kind for kind in session.table.requestable_kinds if not chance.randbelow(6)]
            session.wish(seat, kinds[:8], 1.0)
        # One viewer updates often, the others now and then.
        for viewer in viewers:
            if not chance.randbelow(3 if viewer == viewers[0] else 30) or session.state != "playing":
                assert update(session, viewer) == fresh_update(session, viewer)


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), GAMES.items())
def test_a_shared_observation_is_equal_and_independent_of_the_table(game: str, players: int) -> None:
    session, log = started_session(setup_of(game, players), 7)
    public = observe(session.table, SPECTATOR)
    for _ in play_randomly(session, log, 7):
        table = session.table
        before, public = public, observe_incrementally(table, SPECTATOR, public, None)
        assert public == observe(table, SPECTATOR)
        assert observe_incrementally(table, SPECTATOR, before, None) == public
        seen = [observe_sharing(table, seat, public, None) for seat in range(players)]
        assert seen == [observe(table, seat) for seat in range(players)]
        assert observe_sharing(table, 0, seen[1], None) == seen[0], "also beside a viewer who knows another hand"
        for view in (public, *seen):
            for name, value in view.state().items():
                held = getattr(table, name)
                if isinstance(value, list):
                    assert value is not held, name
                    assert not any(mine is theirs for mine in value for theirs in held if isinstance(theirs, list)), (
                        name
                    )


def test_unchanged_parts_are_reused() -> None:
    session, log = started_session(setup_of("bohnanza", 4), 5)
    taken = made = 0
    for _ in play_randomly(session, log, 5):
        before = viewer_states_of(session).of(session, Viewer(1)).view
        if session.state != "playing":
            break
        seat = session.table.awaited
        session.act(seat, repr(session.table.sample_action(seat, chance_from(made))), session.version, 1.0, made)
        after = viewer_states_of(session).of(session, Viewer(1)).view
        for owner in range(4):
            taken += after.hands[owner] is before.hands[owner]
            made += after.hands[owner] is not before.hands[owner]
            assert json.loads(after.hands[owner]) == after.seen.hands[owner]
    assert taken > 5 * made > 0


def test_a_prompt_is_rendered_only_when_it_changes() -> None:
    session, log = started_session(setup_of("bohnanza", 4), 5)
    kept = 0
    for _ in play_randomly(session, log, 5):
        if session.state != "playing":
            break
        before = viewer_states_of(session).shared_state(session)
        seat = session.table.awaited
        session.act(seat, repr(session.table.sample_action(seat, chance_from(kept))), session.version, 1.0, kept)
        after = viewer_states_of(session).shared_state(session)
        same = before.prompt_key == after.prompt_key
        assert (after.prompts is before.prompts) == same
        kept += same
    assert kept


def test_viewers_of_one_seat_share_one_state() -> None:
    session, _ = started_session(setup_of("bohnanza", 3), 1)
    pictures = viewer_states_of(session)
    assert pictures.of(session, Viewer(0, "de")) is pictures.of(session, Viewer(0, "de"))
    assert pictures.of(session, Viewer(0, "de")).public is pictures.of(session, Viewer(None, "en")).public
