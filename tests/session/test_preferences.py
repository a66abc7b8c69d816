"""Answer preferences take effect immediately, survive reloads and days, and reveal no secret."""

import json
from typing import Any

import pytest

import tobean
from tests.support.sessions import Driver, session_in_trading, setup_of, started_session
from tobean.session import Refused, Session, Viewer
from tobean.session.answers.preferences import CANNOT_PAY, DECLINES_ALL, FORCED, KEEPS, NOTES, PASSES, Preferences
from tobean.session.log.entries import Acted, entry_text, parse_entry
from tobean.session.wire.messages import update


def set_preferences(driver: Driver, seat: int, **what: Any) -> None:
    driver.log += driver.session.set_preferences(seat, Preferences(**what), driver.now)


def automatic_actions(driver: Driver) -> list[tuple[str, str]]:
    """Automatic actions for people, with their reasons."""
    return [(entry.do, entry.by) for entry in driver.log if isinstance(entry, Acted) and entry.by in NOTES]


def lines(driver: Driver, seat: int | None) -> list[dict[str, Any]]:
    sent = json.loads(update(driver.session, Viewer(seat), 0))
    found: list[dict[str, Any]] = sent["events"]
    return found


def bot_offers(driver: Driver, do: str) -> None:
    driver.log += driver.session.act("ABC".index(do[0]), do, driver.session.version, driver.now, 1, "bot")


# --- offers ------------------------------------------------------------------------------------------------------


def test_alone_with_bots_unpayable_offers_are_declined() -> None:
    driver = session_in_trading(bots=(1, 2))
    bot_offers(driver, "B offer A: Soy@2 for 2 Red")
    assert automatic_actions(driver) == [("A decline 1", CANNOT_PAY)]
    assert driver.session.table.awaited == 0
    line = lines(driver, 0)[-1]
    assert (line["name"], line["for_you"]) == ("declined", CANNOT_PAY)
    assert line["text"].endswith("You could not pay that: it was declined for you.")
    assert "for_you" not in lines(driver, 1)[-1]
    bot_offers(driver, "B offer A: Soy@2 for Red")
    assert len(automatic_actions(driver)) == 1  # an offer that can be paid is asked about
    bot_offers(driver, "C offer A: Soy@2 for nothing")
    assert len(automatic_actions(driver)) == 1  # a gift


def test_among_people_unpayable_offers_are_not_declined_automatically() -> None:
    """Others see the same whether the person has the card or not (I3), unless the person chose otherwise."""
    for hand in ("Red", "Blue"):
        driver = session_in_trading(bots=(2,))
        driver.session.table.hands[0] = [tobean.kind_named(hand)] * 5
        driver.person_acts(1, "B offer A: Soy@2 for Red")
        assert automatic_actions(driver) == []
    set_preferences(driver, 0, unpayable=True)
    assert automatic_actions(driver) == [("A decline 1", CANNOT_PAY)]


def test_the_preference_to_be_asked_is_respected() -> None:
    driver = session_in_trading(bots=(1, 2))
    set_preferences(driver, 0, unpayable=False)
    bot_offers(driver, "B offer A: Soy@2 for 2 Red")
    assert automatic_actions(driver) == []


def test_decline_all_holds_for_this_turn() -> None:
    driver = session_in_trading()
    driver.person_acts(0, "A offer all: turned Soy for Red")
    set_preferences(driver, 1, declines=driver.session.table.turn)
    assert automatic_actions(driver) == [("B decline 1", DECLINES_ALL)]
    driver.person_acts(0, "A offer B: turned Blue for Red")
    assert automatic_actions(driver)[1:] == [("B decline 2", DECLINES_ALL)]
    assert driver.session.table.awaited == 2
    assert json.loads(update(driver.session, Viewer(1)))["answers"]["declines"] is True
    driver.session.table.turn += 1
    driver.session.cached_states = None  # the cached state depends on the log, which has no entry for this change
    assert json.loads(update(driver.session, Viewer(1)))["answers"]["declines"] is False


def test_kept_kinds_are_declined_automatically() -> None:
    driver = session_in_trading()
    set_preferences(driver, 1, keeps="Red, Chili")
    kept = [tobean.kind_named("Red"), tobean.kind_named("Chili")]
    for seat in (0, 1, 2, None):
        seen = json.loads(update(driver.session, Viewer(seat)))["view"]["keeps"]
        assert (seen[0], set(seen[1])) == ([], set(kept))  # visible to all, so that others need not ask
    driver.person_acts(0, "A offer all: turned Soy for Red")
    driver.person_acts(0, "A offer B: turned Soy for Garden")
    assert automatic_actions(driver) == [("B decline 1", KEEPS)]


def test_standing_orders_take_precedence_over_declining() -> None:
    driver = session_in_trading()
    set_preferences(driver, 1, keeps="Red", declines=driver.session.table.turn)
    driver.log += driver.session.order(1, ["have Red; want Soy"], driver.now)
    driver.person_acts(0, "A offer all: turned Soy for Red")
    assert driver.step()
    assert automatic_actions(driver) == [("B accept 1: Red@4", "order")]


# --- decisions ---------------------------------------------------------------------------------------------------


def test_forced_actions_are_played_on_request() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 3, start=0)))
    table = driver.session.table
    assert driver.bot_scheduler.next(driver.now) is None
    set_preferences(driver, 0, forced=True)
    assert driver.bot_scheduler.next(driver.now) is None  # there are several fields
    front = table.hands[0][0]
    others = [tobean.kind_named(name) for name in ("Green", "Blue", "Stink") if tobean.kind_named(name) != front]
    table.fields[0] = [(front,), (others[0],), (others[1],)]
    assert driver.step()
    assert automatic_actions(driver) == [(f"A plant {tobean.name_of(front)} 1", FORCED)]
    table.hands[0][:1] = [others[0]]
    assert driver.bot_scheduler.next(driver.now) is None  # the second may be planted or not


def test_decisions_that_have_come_up_can_be_passed_in_advance() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 3, start=0)))
    session = driver.session

    def passable(seat: int) -> list[str]:
        sent = json.loads(update(session, Viewer(seat)))
        return [each["name"] for each in sent["answers"]["passable"]]

    def front() -> str:
        return f"plant {tobean.name_of(session.table.hands[session.table.awaited][0])} 1"

    assert passable(0) == passable(1) == []
    driver.person_acts(0, f"A {front()}")
    assert passable(0) == ["plant from hand, second"]  # this decision has come up now
    driver.person_acts(0, "A pass")
    assert passable(1) == ["plant from hand, second"]  # another player had this decision before
    set_preferences(driver, 1, passes=("plant from hand, second", "trading"))
    driver.person_acts(0, "A end trading")
    while session.table.active == 0:
        action = session.table.legal_actions(session.table.awaited)[0]
        driver.person_acts(action.seat, repr(action))
    driver.person_acts(1, f"B {front()}")
    assert driver.bot_scheduler.next(driver.now, present=set()) is not None  # no viewer is needed
    while driver.step():
        pass
    assert [do for do, why in automatic_actions(driver) if why == PASSES][:2] == ["B pass", "B end trading"]
    assert Session.resume(driver.log).preferences == session.preferences


# --- the rest ----------------------------------------------------------------------------------------------------


def test_the_slowest_requested_tempo_applies() -> None:
    driver = session_in_trading(bots=(2,))
    assert driver.session.tempo == 100
    set_preferences(driver, 0, tempo="brisk")
    assert driver.session.tempo == 100  # Nina keeps the default
    set_preferences(driver, 1, tempo="brisk")
    assert driver.session.tempo == 50
    set_preferences(driver, 1, tempo="calm")
    assert driver.session.tempo == 160


def test_preferences_are_secret_except_kept_kinds() -> None:
    driver = session_in_trading()
    others = [update(driver.session, Viewer(seat)) for seat in (0, 2, None)]
    set_preferences(driver, 1, tempo="calm", declines=1, forced=True, passes=("trading",), unpayable=True)
    for seat, before in zip((0, 2, None), others, strict=True):
        assert update(driver.session, Viewer(seat)) == before
    assert b"calm" in update(driver.session, Viewer(1))


def test_preferences_are_restored_from_the_log() -> None:
    session, log = started_session(setup_of("bohnanza", 3, start=0))
    log += session.set_preferences(1, Preferences("brisk", 3, "Red", True, True, ("trading",)), 102.0)
    again = Session.resume([parse_entry(entry_text(entry)) for entry in log])
    assert again.preferences == session.preferences
    assert again.public_seq == session.public_seq


@pytest.mark.parametrize(
    "bad",
    [{"tempo": "frantic"}, {"keeps": "Kidney"}, {"passes": ("lunch",)}, {"passes": ("trading",) * 41}],
)
def test_impossible_preferences_are_refused(bad: dict[str, Any]) -> None:
    session, _ = started_session(setup_of("bohnanza", 3))
    with pytest.raises(Refused):
        session.set_preferences(0, Preferences(**bad), 102.0)
    assert session.preferences == [Preferences()] * 3
