"""Rule editions: a record of other rules is refused, and a log is replayed as far as the current rules allow."""

import msgspec
import pytest

import tobean
from tests.support.sessions import setup_of, started_session
from tobean.kernel.errors import BadRecord
from tobean.session import Session
from tobean.session.errors import BadLog, OldRules
from tobean.session.log.entries import Acted, Started

EARLIER = "AMIGO, rules 1"
TODAY = "AMIGO, rules 2"


def refused_moves(hand: list[int]) -> list[str]:
    """Plant, harvest, and plant where A6 no longer allows it."""
    first, second = [tobean.name_of(card) for card in hand[:2]]
    return [f"A plant {first} 1", "A harvest 1", f"A plant {second} {2 if first == second else 1}"]


@pytest.mark.parametrize("edition", [EARLIER, "AMIGO, rules 3", "Lookout, rules 1", "AMIGO"])
def test_a_record_of_other_rules_is_refused(edition: str) -> None:
    record = tobean.Game("al-cabohne", ("Nina",), seed=1).record.text()
    with pytest.raises(BadRecord, match=r"line 3: played by the rules .*; these are 'AMIGO, rules 2'"):
        tobean.parse_record(record.replace(TODAY, edition))


def test_a_log_names_its_rule_edition() -> None:
    session, log = started_session(setup_of("al-cabohne", 1), 1)
    assert session.edition == TODAY
    (started,) = [entry for entry in log if isinstance(entry, Started)]
    assert started.edition == TODAY


def test_a_log_of_other_rules_stops_at_an_action_and_names_the_rule() -> None:
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
