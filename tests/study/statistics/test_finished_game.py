"""Figures of one finished game: what counts, and the values of its deals."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from tests.support.sessions import NAMES, play_randomly, setup_of, started_session
from tobean.kernel.cards import kind_named
from tobean.session import Entry, Session
from tobean.session.log.entries import entry_text
from tobean.session.seats import person_seat
from tobean.study.statistics import finished_game as figures
from tobean.study.statistics.finished_game import FinishedGame, GenerousDeal, finished_game, most_generous

NINA = f"key of {NAMES[1]}"


def lines_of(log: Sequence[Entry]) -> list[str]:
    return [entry_text(entry).decode() for entry in log]


def played(game: str = "bohnanza", players: int = 3, **more: Any) -> tuple[Session, list[Entry]]:
    """A game of Nina in the second seat against bots, played at random to the end."""
    bots = tuple(seat for seat in range(players) if seat != 1)
    session, log = started_session(setup_of(game, players, bots, **more))
    for _ in play_randomly(session, log, 1):
        pass
    return session, log


def examined(log: Sequence[Entry], person: str = NINA) -> FinishedGame:
    found = finished_game(lines_of(log), person)
    assert found is not None
    return found


def test_a_finished_game_has_the_figures_of_its_result() -> None:
    session, log = played()
    found, result = examined(log), session.table.result()
    assert not found.excluded
    assert (found.game, found.players, found.thalers) == ("bohnanza", 3, result.thalers[1])
    assert found.margin == result.thalers[1] - (result.thalers[0] + result.thalers[2]) / 2
    assert found.won == (1 in result.winners)
    assert [rank for _, rank in found.bots] == [result.ranks[0], result.ranks[2]]
    assert sum(found.planted.values()) == sum(
        len(event.cards) for _, _, events in session.record().replay() for event in events
        if event.name == "planted" and event.seat == 1
    )  # fmt: skip
    assert all(kind_named(kind) >= 0 for kind in found.planted)
    assert found.deals > 0


def test_figures_name_no_other_player() -> None:
    _, log = played()
    text = msgspec.json.encode(examined(log)).decode()
    assert not any(name in text for name in NAMES)


def test_a_game_that_is_not_over_has_no_figures() -> None:
    session, log = started_session(setup_of("bohnanza", 3, (0, 2)))
    for count, _ in enumerate(play_randomly(session, log, 1)):
        if count % 20 == 0:
            assert finished_game(lines_of(log), NINA) is None
        if count > 100:
            break


def test_introductions_do_not_count() -> None:
    assert examined(played(learning=True)[1]).excluded == figures.INTRODUCTION


def test_a_stranger_gets_no_figures() -> None:
    assert examined(played()[1], "key of nobody").excluded == figures.LEFT
    assert examined(played()[1], "").excluded == figures.LEFT, "bots have no person"


def test_games_in_which_a_bot_played_for_the_person_do_not_count() -> None:
    session, log = started_session(setup_of("bohnanza", 3, (2,)))
    log += session.leave(1, 102.0, "sprout")
    for _ in play_randomly(session, log, 1, most=20):
        pass
    log += session.reclaim(1, NINA, 103.0)
    for _ in play_randomly(session, log, 1):
        pass
    assert examined(log).excluded == figures.LEFT
    assert not examined(log, f"key of {NAMES[0]}").excluded, "the other person played to the end"


def test_a_short_absence_without_an_action_counts() -> None:
    session, log = started_session(setup_of("bohnanza", 3, (2,)))
    log += session.leave(1, 102.0, "sprout")
    log += session.reclaim(1, NINA, 103.0)
    for _ in play_randomly(session, log, 1):
        pass
    assert not examined(log).excluded


def test_several_hands_of_one_person_do_not_count() -> None:
    setup = setup_of("bohnanza", 3)
    seats = tuple(person_seat(name, NINA) for name in NAMES[:3])
    session, log = started_session(msgspec.structs.replace(setup, seats=seats))
    for _ in play_randomly(session, log, 1):
        pass
    assert examined(log).excluded == figures.SEVERAL_HANDS


@pytest.mark.parametrize("damage", ["not JSON", '{"entry":"acted","at":1,"do":"A: fly"}'])
def test_a_damaged_log_is_excluded(damage: str) -> None:
    lines = lines_of(played()[1])
    lines[9] = damage
    found = finished_game(lines, NINA)
    assert found is not None
    assert found.excluded == figures.DAMAGED


def test_an_empty_log_is_damaged() -> None:
    found = finished_game([""], NINA)
    assert found is not None
    assert found.excluded == figures.DAMAGED


def test_only_deals_that_gave_more_than_they_brought_are_generous() -> None:
    deals = [GenerousDeal(ply, 1, (), (), own, other) for ply, (own, other) in enumerate([(1, 1), (-1, 1), (0, 3)])]
    assert [deal.ply for deal in most_generous(deals)] == [2, 1]


def test_a_solo_game_has_an_entry_of_the_streak() -> None:
    session, log = started_session(setup_of("al-cabohne", 1))
    for _ in play_randomly(session, log, 1):
        pass
    found = examined(log, f"key of {NAMES[0]}")
    assert found.streak.startswith("won " if found.won else "lost ")
    assert found.margin == found.thalers - session.table.result().rival_thalers
