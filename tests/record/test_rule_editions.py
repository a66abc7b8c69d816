"""Corrected rules: a game of an earlier edition is replayed as far as the current rules allow."""

import msgspec
import pytest

import tobean
from tests.support.sessions import setup_of, started_session
from tobean.i18n import error_text
from tobean.kernel.errors import BadRecord
from tobean.record.rule_editions import is_earlier_edition
from tobean.session import Session
from tobean.session.errors import BadLog, OldRules
from tobean.session.log.entries import Acted, Started

EARLIER = "AMIGO, rules 1"
TODAY = "AMIGO, rules 2"


def refused_moves(hand: list[int]) -> list[str]:
    """Plant, harvest, and plant where A6 no longer allows it."""
    first, second = [tobean.name_of(card) for card in hand[:2]]
    return [f"A plant {first} 1", "A harvest 1", f"A plant {second} {2 if first == second else 1}"]


def old_record(moves: int) -> str:
    game = tobean.Game("al-cabohne", ("Nina",), seed=1)
    head = game.record.text().replace(TODAY, EARLIER)
    lines = [f"{number} {do}" for number, do in enumerate(refused_moves(game.table.hands[0])[:moves], start=1)]
    return head + "\n".join(lines) + "\n"


def test_editions_are_compared_by_their_numbers() -> None:
    assert is_earlier_edition("AMIGO, rules 1", "AMIGO, rules 2")
    assert is_earlier_edition("AMIGO, rules 9", "AMIGO, rules 10")
    assert not is_earlier_edition("AMIGO, rules 2", "AMIGO, rules 2")
    assert not is_earlier_edition("AMIGO, rules 3", "AMIGO, rules 2")
    assert not is_earlier_edition("Lookout, rules 1", "AMIGO, rules 2")
    assert not is_earlier_edition("AMIGO", "AMIGO, rules 2")


def test_an_old_record_is_replayed_and_keeps_its_edition() -> None:
    record = tobean.parse_record(old_record(2))
    assert record.edition == EARLIER
    assert not record.final().fields[0][0]
    assert record.text() == old_record(2)


def test_an_old_record_stops_at_an_action_and_names_the_rule() -> None:
    text = old_record(3)
    record = tobean.parse_record(text)
    with pytest.raises(BadRecord) as stopped:
        record.final()
    said = str(stopped.value)
    assert said.startswith(f"line {len(text.splitlines())}: played by the rules 'AMIGO, rules 1'; by those of today")
    assert said.endswith("(A6)")
    assert "gespielt nach den Regeln" in error_text(stopped.value, (), "de")


@pytest.mark.parametrize("edition", ["AMIGO, rules 3", "Lookout, rules 1", "AMIGO"])
def test_a_record_of_unknown_rules_is_refused(edition: str) -> None:
    with pytest.raises(BadRecord, match=r"line 3: played by the rules .*; these are 'AMIGO, rules 2'"):
        tobean.parse_record(old_record(0).replace(EARLIER, edition))


def test_a_log_names_its_rule_edition() -> None:
    session, log = started_session(setup_of("al-cabohne", 1), 1)
    assert session.edition == TODAY
    (started,) = [entry for entry in log if isinstance(entry, Started)]
    assert started.edition == TODAY


def test_an_old_log_stops_at_an_action_and_names_the_rule() -> None:
    session, log = started_session(setup_of("al-cabohne", 1), 1)
    old = [msgspec.structs.replace(entry, edition=EARLIER) if isinstance(entry, Started) else entry for entry in log]
    moves = refused_moves(session.table.hands[0])
    Session.resume([*old, *[Acted(9.0, do) for do in moves[:2]]])
    with pytest.raises(OldRules) as stopped:
        Session.resume([*old, *[Acted(9.0, do) for do in moves]])
    assert stopped.value.entry == len(old) + 2
    assert stopped.value.action == moves[2]
    assert stopped.value.refusal.rule == "A6"


def test_a_refused_log_of_the_current_edition_is_damaged() -> None:
    session, log = started_session(setup_of("al-cabohne", 1), 1)
    with pytest.raises(BadLog) as damaged:
        Session.resume([*log, *[Acted(9.0, do) for do in refused_moves(session.table.hands[0])]])
    assert not isinstance(damaged.value, OldRules)
