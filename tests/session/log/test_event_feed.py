"""A late viewer can read the whole log, page by page, with only the events that this viewer may know (I3)."""

import json
from typing import Any

import pytest

from tests.support.engine.tables import VARIANTS
from tests.support.sessions import play_randomly, setup_of, started_session
from tobean.session import Session, Viewer
from tobean.session.log.event_feed import CACHED_EVENTS
from tobean.session.replay import Replay
from tobean.session.wire.messages import MAX_EVENTS, earlier, encode, update


def pages(session: Session, viewer: Viewer) -> list[dict[str, Any]]:
    """All events, paged backwards from the present."""
    found: list[dict[str, Any]] = json.loads(update(session, viewer, 0))["events"]
    while found[0]["n"]:
        page = json.loads(encode(earlier(session, viewer, found[0]["n"])))["events"]
        assert 0 < len(page) <= MAX_EVENTS
        found = page + found
    return found


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_the_whole_log_as_each_viewer_may_know_it(game: str, players: int) -> None:
    session, log = started_session(setup_of(game, players), 3)
    for _ in play_randomly(session, log, 3):
        pass
    assert len(session.feed) > MAX_EVENTS
    secrets = 0
    for seat in [*range(players), None]:
        viewer = Viewer(seat, "de")
        found = pages(session, viewer)
        assert [event["n"] for event in found] == list(range(len(session.feed)))
        for event, feed_event in zip(found, session.feed, strict=True):
            seen = feed_event.event.seen_by(viewer.observer_seat)
            for name, held in seen.data.items():
                assert event[name] == (list(held) if isinstance(held, tuple) else held)
            secrets += seen.cards != feed_event.event.cards
    assert secrets or players == 1
    # Texts of old events are not cached.
    assert not any(feed_event._encoded for feed_event in session.feed[: -max(CACHED_EVENTS, MAX_EVENTS)])


def test_the_log_before_the_start_and_after_the_end() -> None:
    session, log = started_session(setup_of("bohnanza", 3), 1)
    for _ in play_randomly(session, log, 1, most=20):
        pass
    for before in (-5, 0):
        assert encode(earlier(session, Viewer(0), before)) == b'{"type":"earlier","events":[]}'
    assert len(json.loads(encode(earlier(session, Viewer(0), 10**6)))["events"]) == min(MAX_EVENTS, len(session.feed))


def test_the_log_of_a_replay_matches_its_frames() -> None:
    session, log = started_session(setup_of("bohnanza", 3), 2)
    for _ in play_randomly(session, log, 2):
        pass
    replay = Replay(session.record())
    for viewer in (Viewer(None, "en", open=True), Viewer(1, "de"), Viewer(None, "en")):
        frames = [json.loads(encode(frame))["events"] for frame in replay.frames(viewer)]
        assert [json.loads(bytes(events)) for events in replay.log(viewer)] == frames
