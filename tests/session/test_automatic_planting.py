"""Automatic planting: cards that leave no choice of field, each planted by a separate action."""

import json
from typing import Any

import pytest

import tobean
from tests.support.engine.tables import VARIANTS, random_walk
from tests.support.sessions import session_state
from tobean.kernel.actions import EndTrading, Plant
from tobean.kernel.state.harvest import row_payout
from tobean.record.any_format import as_record
from tobean.session import Refused, Session, Stale, Viewer, person_seat
from tobean.session.answers.forced_plantings import forced_plantings
from tobean.session.log.entries import Entry
from tobean.session.replay import play_on
from tobean.session.wire.messages import update


def session_at(scenario: str, game: str = "bohnanza") -> tuple[Session, list[Entry]]:
    lines = "\n".join(line.strip() for line in scenario.split(";"))
    record = as_record(f"scenario: planting\ngiven game: {game}\n{lines}\n")
    seats = [person_seat(name, f"key of {name}") for name in record.players]
    return play_on(record, len(record.moves), seats, 100.0)


def update_for(session: Session, seat: int = 0, language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(update(session, Viewer(seat, language)))
    return found


FOUR = "given players: Timon, Nina, Keno, Eiko"
THREE = "given players: Timon, Nina, Keno"
PHASE_3 = f"{FOUR}; given phase: 3"


@pytest.mark.parametrize(
    ("game", "scenario", "fits"),
    [
        # The kind grows somewhere; the only empty field; equal cards do not compete for it.
        ("bohnanza", "given turned: Red, Soy; given field Timon 1: 2 Red; given field Timon 2: Soy",
         ["turned Red 1", "turned Soy 2"]),
        ("bohnanza", "given turned: Red, Soy; given field Timon 1: 2 Red", ["turned Red 1", "turned Soy 2"]),
        ("bohnanza", "given turned: Soy, Soy; given field Timon 1: 2 Red", ["turned Soy 2"]),
        ("bohnanza", "given turned: Soy; given aside Timon: Soy; given field Timon 1: Soy",
         ["turned Soy 1", "aside Soy 1"]),
        # Two kinds compete for the empty field; two fields are free; the kind grows twice; there is no room.
        ("bohnanza", "given turned: Red, Soy; given field Timon 1: 2 Blue", []),
        ("bohnanza", "given turned: Soy", []),
        ("bohnanza", "given turned: Soy; given field Timon 1: Soy; given field Timon 2: 2 Soy", []),
        ("bohnanza", "given turned: Soy; given field Timon 1: Red; given field Timon 2: 2 Blue", []),
        # An edict makes a long row in the monastery garden pay nothing; for a short row it does no harm.
        ("bohnedikt", "given turned: F1; given field Timon 1: 4 Blue", []),
        ("bohnedikt", "given turned: F1; given field Timon 1: 3 Blue", ["turned F1 1"]),
        # The order of an edict and a bean in the same garden matters.
        ("bohnedikt", "given turned: F1, Blue; given field Timon 1: 2 Blue; given field Timon 2: Red", []),
        # The Red could be sacrificed together with the Green.
        ("bohnedikt", "given turned: Red, Soy; given hand Timon: Green, Green/Red; given field Timon 1: Red; "
         "given field Timon 2: Soy", ["turned Soy 2"]),
    ],
)  # fmt: skip
def test_cards_without_a_choice_of_field(game: str, scenario: str, fits: list[str]) -> None:
    session, _ = session_at(f"{PHASE_3}; {scenario}", game)
    assert update_for(session)["fits"] == [f"A plant {fit}" for fit in fits]
    assert update_for(session, 1)["fits"] == []


ALONE = "given players: Marc; given phase: 4; given boss Al: 2 Pole; given boss Don: Kidney; given boss Joe: Puff"
TWO_PLAYERS = "given players: Marc, Volker; given boss Al: 2 Pole; given boss Don: Kidney"


@pytest.mark.parametrize(
    ("scenario", "fits"),
    [
        # A solo player has to plant everything; with an opponent a new row is a choice.
        (f"{ALONE}; given turned: Blue, Blue, Fire; given field Marc 1: Blue; given field Marc 2: Stink",
         ["turned Blue 1", "turned Fire 3"]),
        (f"{TWO_PLAYERS}; given phase: 5; given turned: Blue, Fire; given field Marc 1: Blue", ["turned Blue 1"]),
        # Leftover cards may be discarded, too.
        (f"{TWO_PLAYERS}; given phase: 1; given turned: Blue, Fire; given field Marc 1: Blue", ["turned Blue 1"]),
    ],
)  # fmt: skip
def test_revealed_cards_without_a_choice_of_field(scenario: str, fits: list[str]) -> None:
    session, _ = session_at(scenario, "al-cabohne")
    assert update_for(session)["fits"] == [f"A plant {fit}" for fit in fits]


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_everything_that_fits_can_be_planted_without_a_harvest(game: str, players: int) -> None:
    planted = 0
    for table in random_walk(game, players, 3):
        seat = table.awaited
        if table.over or not (table.turned or table.aside[seat]) or table.may_talk(seat):
            continue
        trial = table.clone()
        while not trial.over and trial.turn == table.turn and trial.agenda[-1:] == table.agenda[-1:]:
            found = forced_plantings(trial, seat, trial.legal_actions(seat))
            if not found:
                break
            before = [row_payout(trial, row) if row else 0 for row in trial.fields[seat]]
            thalers = len(trial.thalers[seat])
            trial.apply(found[0])
            planted += 1
            if trial.turn == table.turn:
                now = [row_payout(trial, row) if row else 0 for row in trial.fields[seat]]
                assert all(after >= earlier for earlier, after in zip(before, now, strict=True))
                assert len(trial.thalers[seat]) == thalers
    assert planted > 3


TRADING_WITH_A_CHOICE = (
    f"{THREE}; given phase: 2; given hand Timon: Stink, Stink; given turned: Red, Soy; given field Timon 1: 2 Red"
)
TRADING_WITHOUT_A_CHOICE = f"{TRADING_WITH_A_CHOICE}; given field Timon 2: Soy; given aside Nina: Blue"


def test_ending_the_trading_plants_the_remaining_cards() -> None:
    session, log = session_at(TRADING_WITHOUT_A_CHOICE)
    label = next(each["label"] for each in update_for(session)["actions"] if each["verb"] == "end trading")
    assert label == "End the trading and plant 2 cards"
    log += session.plant(0, session.version, 101.0, "seed", "A end trading")
    moves = [move.action for move in session.moves]
    assert [type(action) for action in moves[-3:]] == [EndTrading, Plant, Plant]
    events = [session.feed[-at].event for at in (3, 2, 1)]
    assert [event.name for event in events] == ["ended trading", "planted", "planted"]
    assert session.table.fields[0][:2] == [(tobean.kind_named("Red"),) * 3, (tobean.kind_named("Soy"),) * 2]
    assert session_state(Session.resume(log)) == session_state(session)
    # Each action is undone separately, as if it had been pressed.
    for left in (1, 2):
        log += session.undo(0, session.version, 102.0)
        assert len(session.table.turned) == left
    log += session.undo(0, session.version, 102.0)
    assert session.table.may_talk(0)
    assert session_state(Session.resume(log)) == session_state(session)


def test_a_choice_is_left_to_the_player() -> None:
    session, _ = session_at(TRADING_WITH_A_CHOICE)  # two fields are empty
    session.plant(0, session.version, 101.0, "seed", "A end trading")
    assert [tobean.name_of(card) for card in session.table.turned] == ["Soy"]
    assert session.table.awaited == 0
    assert update_for(session)["fits"] == []


def test_a_card_that_may_be_discarded_is_not_planted_at_the_end_of_the_trading() -> None:
    scenario = f"{THREE}; given phase: 2; given hand Timon: Cape; given turned: Sword, Cape; given may discard: yes"
    session, _ = session_at(f"{scenario}; given field Timon 1: 2 Sword; given field Timon 2: 2 Cape", "rabohnzel")
    session.plant(0, session.version, 101.0, "seed", "A end trading")
    assert len(session.table.turned) == 2
    assert len(update_for(session)["fits"]) == 2


def test_nothing_is_planted_without_a_request() -> None:
    session, _ = session_at(TRADING_WITHOUT_A_CHOICE)
    for seat in (0, 1):
        with pytest.raises(Refused):
            session.plant(seat, session.version, 101.0, "seed")
    with pytest.raises(tobean.Illegal):
        session.plant(1, session.version, 101.0, "seed", "B end trading")
    with pytest.raises(Refused):
        session.plant(0, session.version, 101.0, "seed", "B end trading")
    session.act(0, "A end trading", session.version, 101.0, "seed")
    with pytest.raises(Stale):
        session.plant(0, session.version - 1, 101.0, "seed")
    version = session.version
    session.plant(0, version, 101.0, "seed")
    assert session.version == version + 2


def test_cards_revealed_after_the_last_one_are_not_planted_unseen() -> None:
    """With an empty hand the next step after planting reveals new cards."""
    scenario = f"{TWO_PLAYERS}; given phase: 1; given turned: Blue; given field Marc 1: Blue; given hand Volker: Fire"
    scenario = f"{scenario}; given field Marc 2: Fire; given draw: Blue, Fire, Stink; given rest: draw"
    session, _ = session_at(scenario, "al-cabohne")
    session.plant(0, session.version, 101.0, "seed")
    assert len(session.table.fields[0][0]) == 2


TURNED_AND_SET_ASIDE = f"{FOUR}; given phase: 3; given turned: Red; given aside Timon: Red; given field Timon 1: 2 Blue"


def plantings(session: Session, language: str = "en") -> list[str]:
    return [each["label"] for each in update_for(session, 0, language)["actions"] if each["verb"] == "plant"]


def test_the_same_card_turned_over_and_set_aside_is_one_choice() -> None:
    session, _ = session_at(TURNED_AND_SET_ASIDE)
    assert plantings(session) == ["Plant Red on the empty field 2"] * 2
    assert plantings(session, "de") == ["Rote Bohne auf dem leeren Feld 2 anbauen"] * 2


def test_the_location_of_a_card_is_omitted_if_unambiguous() -> None:
    session, _ = session_at(TURNED_AND_SET_ASIDE.replace("given aside Timon: Red", "given aside Timon: Green"))
    assert "Plant Green on the empty field 2" in plantings(session)
    assert "Rote Bohne auf dem leeren Feld 2 anbauen" in plantings(session, "de")


def test_labels_distinguish_cards_with_different_rules() -> None:
    magic = TURNED_AND_SET_ASIDE.replace("Red", "Sword").replace("Blue", "Cape")
    session, _ = session_at(f"{magic}; given may discard: yes", "rabohnzel")
    places = ("turned over", "set aside")
    assert plantings(session) == [f"Plant Sword ({place}) on the empty field 2" for place in places]
    assert "Discard Sword (turned over)" in [each["label"] for each in update_for(session)["actions"]]
    for edict in ("F3", "F6"):
        session, _ = session_at(f"{TURNED_AND_SET_ASIDE}; given edicts: {edict}; given discard: {edict}", "bohnedikt")
        assert len(set(plantings(session))) == len(plantings(session))
    session, _ = session_at(f"{TURNED_AND_SET_ASIDE}; given edicts: F1; given discard: F1", "bohnedikt")
    assert len(set(plantings(session))) == len(plantings(session)) / 2
