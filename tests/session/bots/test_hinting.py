"""Hints of the coach at the table: permissions, legality, and no use of secrets."""

import json

import pytest

from tests.support.engine.tables import VARIANTS
from tests.support.sessions import play_randomly, setup_of, started_session
from tobean.kernel.observation.determinize import determinize
from tobean.kernel.observation.observation import observe
from tobean.record.any_format import as_record
from tobean.session import Refused, Session, Stale, Viewer
from tobean.session.bots import hints
from tobean.session.replay import play_on as replayed
from tobean.session.seats import bot_seat, person_seat
from tobean.session.wire.messages import update


def in_mid_game(game: str, players: int) -> Session:
    """One person among bots, in the middle of a game, at a decision of that person."""
    session, log = started_session(setup_of(game, players, bots=tuple(range(1, players))))
    for _ in play_randomly(session, log, 3, most=60):
        pass
    for _ in play_randomly(session, log, 4):
        if session.state == "playing" and session.table.awaited == 0:
            return session
    raise AssertionError("the game ended too soon")


def hint_for(session: Session, language: str = "en") -> dict[str, object]:
    request = json.loads(json.dumps(hints.build_request(session, 0, session.version, language)))
    return hints.hint_message(session, Viewer(0, language), session.version, hints.run_request(request))


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_a_hint_can_be_followed(game: str, players: int) -> None:
    session = in_mid_game(game, players)
    assert json.loads(update(session, Viewer(0, "en")))["hint"]
    english, german = hint_for(session), hint_for(session, "de")
    assert english["do"] == german["do"]
    assert english["text"] != german["text"]
    assert english["label"]
    assert hint_for(session) == english
    session.act(0, str(english["do"]), session.version, 1000.0, 1)


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_the_coach_receives_no_secrets(game: str, players: int) -> None:
    session = in_mid_game(game, players)
    asked = hints.build_request(session, 0, session.version, "en")
    for seed in range(3):
        session._table = determinize(observe(session.table, 0), seed)
        assert hints.build_request(session, 0, session.version, "en") == asked


def test_hints_among_people_depend_on_the_table_setting() -> None:
    session, _ = started_session(setup_of("bohnanza", 3, bots=(2,)))
    assert not session.may_hint(0)
    assert not json.loads(update(session, Viewer(0, "en")))["hint"]
    with pytest.raises(Refused):
        hints.build_request(session, 0, session.version, "en")
    session.leave(1, 102.0)
    assert not session.may_hint(0)  # the owner of the seat may return
    session, _ = started_session(setup_of("bohnanza", 3, bots=(2,), hints=True))
    assert session.may_hint(0)
    assert session.may_hint(1)
    assert not session.may_hint(2)


def test_a_hint_belongs_to_the_displayed_position() -> None:
    session = in_mid_game("bohnanza", 3)
    with pytest.raises(Stale):
        hints.build_request(session, 0, session.version - 1, "en")


def test_hints_are_about_open_offers_first() -> None:
    """Three bids for one card, while other seats have yet to answer an own offer: the hint names the best bid."""
    record = as_record(
        """scenario: three bids
given players: Timon, Nina, Keno, Eiko
given phase: 2
given hand Timon: Soy, Stink, Stink, Blue
given field Timon 1: 2 Garden
given field Timon 2: 3 Blue
given hand Nina: Chili, Stink, Blue
given hand Keno: Blue, Stink, Garden
given hand Eiko: Soy, Garden, Stink
given turned: Red, Stink
when Timon offer all: turned Stink for Chili
when Nina offer Timon: Chili@1 for Red
when Keno offer Timon: Stink@2 for Red
when Eiko offer Timon: Garden@2 for Red
"""
    )
    seats = [person_seat("Timon", "key"), *(bot_seat(name, "merchant") for name in ("Nina", "Keno", "Eiko"))]
    session, _ = replayed(record, len(record.moves), seats, 100.0)
    assert session.table.awaited != 0
    assert hint_for(session)["do"] == "A accept 4: turned Red"


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_on_turns_of_bots_the_hint_says_what_a_player_can_do(game: str, players: int) -> None:
    session, log = started_session(setup_of(game, players, bots=tuple(range(1, players))))
    others_turns = 0
    for _ in play_randomly(session, log, 3, most=60):
        if session.state != "playing" or session.table.active == 0 or session.table.awaited == 0:
            continue
        assert json.loads(update(session, Viewer(0, "en")))["hint"]
        others_turns += 1
        english, german = hint_for(session), hint_for(session, "de")
        assert english["text"]
        assert english["text"] != german["text"]
        if others_turns == 5:
            return
    assert players == 1


@pytest.mark.parametrize(
    ("phase", "first"),
    [(1, "Wait until Nina trades."), (2, "No deal with Nina helps you now: wait, or ask for something yourself.")],
)
def test_advice_on_waiting_names_what_to_look_for_and_what_to_give_away(phase: int, first: str) -> None:
    record = as_record(
        f"""scenario: a turn of a bot
given players: Timon, Nina, Keno
given phase: {phase}
given active: Nina
given hand Timon: Stink, Chili
given field Timon 1: 2 Garden
given field Timon 2: 3 Blue
given field Timon 3: 1 Soy
given hand Nina: Chili
given hand Keno: Chili
{"given turned: Chili, Chili" if phase == 2 else ""}
"""
    )
    seats = [person_seat("Timon", "key"), bot_seat("Nina", "merchant"), bot_seat("Keno", "merchant")]
    session, _ = replayed(record, len(record.moves), seats, 100.0)
    given = hint_for(session)
    assert (given["do"], given["label"]) == (None, "")
    assert given["text"] == (
        f"{first} For your fields you could use Garden and Blue. "
        "Stink comes next in your hand and has no room on your fields: try to give it away."
    )
