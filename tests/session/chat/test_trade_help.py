"""Help with trading: previews, standing orders, wishes, and answers to chat."""

import json

import pytest

import tobean
from tests.support.sessions import Driver, kind, session_in_trading, setup_of, started_session
from tobean.kernel.trade.offers import Offer
from tobean.session import Refused, Session, Viewer
from tobean.session.answers.standing_orders import matches_orders
from tobean.session.chat.trade_help import preview, talk
from tobean.session.log.entries import Acted
from tobean.session.wire.messages import update

NAMES = ("Timon", "Nina", "Keno")


def test_talk_is_answered_with_an_offer_to_confirm() -> None:
    driver = session_in_trading()
    answer = talk(driver.session, Viewer(0, "en"), "Soy + Chili for a Red?")
    assert answer["do"] == "A offer all: turned Soy, Chili@2 for Red"
    assert (answer["legal"], answer["verb"], answer["to"]) == (True, "offer", -1)
    assert "Soy" in str(answer["label"])
    driver.person_acts(0, str(answer["do"]))
    assert "„xyz“" in str(talk(driver.session, Viewer(0, "de"), "xyz")["why"])
    forbidden = talk(driver.session, Viewer(1, "en"), "Soy for Keno's Red")
    assert (forbidden["legal"], forbidden["rule"]) == (False, "T1")
    assert "Red" in str(talk(driver.session, Viewer(0, "en"), "9 Red for Blue")["why"])
    with pytest.raises(Refused):
        talk(driver.session, Viewer(None), "Soy for Red")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Soy for a Red or a Garden?", ["turned Soy for Red", "turned Soy for Garden"]),
        ("Hat jemand Rote oder 2 Gartenbohnen für Soja?", ["turned Soy for Red", "turned Soy for 2 Garden"]),
        ("Soy or Chili for Red", ["turned Soy for Red", "Chili@2 for Red"]),
        ("Red for Soy or Stink or Green", ["Red@3 for Soy", "Red@3 for Stink", "Red@3 for Green"]),
        ("Soy or Green for Red", []),  # there is no Green to give, so Soy is meant
        ("Soy and Chili for Red, or not", []),
        ("I want Red or Garden", []),  # a call is not binding
    ],
)
def test_an_offer_of_one_of_two_kinds_is_queried(said: str, meant: list[str]) -> None:
    answer = talk(session_in_trading().session, Viewer(0, "de"), said)
    choices = answer["choices"]
    assert isinstance(choices, list)
    assert [str(each["do"]).removeprefix("A offer all: ") for each in choices] == meant
    assert all(each["legal"] and each["label"] for each in choices)
    assert not choices or answer["do"] == choices[0]["do"]


def test_parsing_many_alternatives_is_bounded() -> None:
    """Each "or" doubles the number of readings: 2 to the power of 24 would never finish."""
    answer = talk(session_in_trading().session, Viewer(0, "en"), "Red for " + "Soy or " * 24 + "Stink")
    choices = answer["choices"]
    assert isinstance(choices, list)
    assert len(choices) <= 4


@pytest.mark.parametrize("said", ["Any two for a Red?", "xyz for Red", "I don't give Soy for Red", "9 Red for Blue"])
def test_an_unreadable_deal_is_queried(said: str) -> None:
    answer = talk(session_in_trading().session, Viewer(0, "en"), said)
    assert (answer["do"], answer["question"], answer["asks"]) == (None, False, True)
    assert answer["why"]


@pytest.mark.parametrize("said", ["hello there", "no thanks", "ok", "Trade?"])
def test_other_lines_stay_chat(said: str) -> None:
    answer = talk(session_in_trading().session, Viewer(0, "en"), said)
    assert (answer["do"], answer["question"], answer["asks"]) == (None, False, False)


def test_yes_and_no_answer_the_open_offer() -> None:
    driver = session_in_trading()
    driver.person_acts(1, "B offer A: Red@4 for Blue")
    for said in ("No thanks", "Nina, no thanks.", "nein danke"):
        answer = talk(driver.session, Viewer(0, "en"), said)
        assert (answer["do"], answer["verb"], answer["legal"]) == ("A decline 1", "decline", True)
    for said in ("deal!", "Ja, gerne!"):
        answer = talk(driver.session, Viewer(0, "en"), said)
        assert (answer["do"], answer["verb"], answer["legal"]) == ("A accept 1: turned Blue", "accept", True)
    counter = talk(driver.session, Viewer(0, "en"), "No, but a Chili for your Red")
    assert counter["do"] == "A counter 1 to B: Chili@2 for Red"


def test_an_answer_to_several_offers_is_queried() -> None:
    driver = session_in_trading()
    driver.person_acts(1, "B offer A: Red@4 for Blue")
    driver.person_acts(2, "C offer A: Stink@5 for Blue")
    assert [each["do"] for each in choices_for(driver, "no thanks")] == ["A decline 1", "A decline 2"]
    assert talk(driver.session, Viewer(0, "en"), "no thanks, Keno")["do"] == "A decline 2"
    assert choices_for(driver, "no thanks, Keno") == []
    assert talk(driver.session, Viewer(0, "en"), "sorry, that one stays with me, Nina")["do"] == "A decline 1"
    assert [each["verb"] for each in choices_for(driver, "ok Nina, but not that way")] == ["decline"]
    driver.person_acts(0, "A decline 2")
    assert talk(driver.session, Viewer(0, "en"), "no thanks")["do"] == "A decline 1"


def choices_for(driver: Driver, said: str) -> list[dict[str, object]]:
    found = talk(driver.session, Viewer(0, "en"), said)["choices"]
    assert isinstance(found, list)
    return found


def test_a_preview_shows_hand_and_fields_after_the_deal() -> None:
    driver = session_in_trading()
    seen = preview(driver.session, Viewer(0), "A offer all: turned Soy, Chili@2 for Garden")
    assert seen["hand"] == [kind("Soy"), kind("Red"), kind("Stink")]
    assert seen["due"] == [kind("Garden"), kind("Blue")]
    fields = seen["fields"]
    assert isinstance(fields, list)
    assert [row["row"] for row in fields] == [(kind("Garden"), kind("Garden")), (kind("Blue"),), ()]
    assert (fields[0]["pays"], seen["no_room"], seen["legal"]) == (2, [], True)
    driver.person_acts(0, "A offer all: turned Soy for Red")
    seen = preview(driver.session, Viewer(1), "B accept 1: Red@4")
    assert seen["due"] == [kind("Soy")]
    assert preview(driver.session, Viewer(1), "B accept 1: Red@1")["rule"] == "T6"
    with pytest.raises(Refused):
        preview(driver.session, Viewer(1), "B pass")
    with pytest.raises(Refused):
        preview(driver.session, Viewer(1), "B accept 7: Red@4")


def test_standing_orders_also_answer_for_absent_players() -> None:
    driver = session_in_trading()
    driver.log += driver.session.order(1, ["have Red; want Soy"], driver.now)
    driver.person_acts(0, "A offer all: turned Blue for Red")
    assert driver.bot_scheduler.next(driver.now, present={0, 2}) is None  # not the ordered card
    driver.person_acts(0, "A offer all: turned Soy for Red")
    for present in ({0, 2}, {0, 1, 2}):
        ask = driver.bot_scheduler.next(driver.now, present)
        assert ask is not None
        assert (ask.seat, ask.by) == (1, "order")
    assert driver.step()
    last = driver.log[-1]
    assert isinstance(last, Acted)
    assert (last.do, last.by) == ("B accept 2: Red@4", "order")
    assert driver.session.table.aside[1] == (kind("Soy"),)


@pytest.mark.parametrize(
    ("cards", "wants", "agrees"),
    [
        ("Soy", "Red", True),
        ("2 Soy", "Red", True),
        ("Soy", "", True),
        ("2 Soy", "2 Red", True),
        ("Soy", "2 Red", False),
        ("Soy, Blue", "Red", False),
        ("Blue", "Red", False),
        ("Soy", "Stink", False),
        ("", "Red", False),
    ],
)
def test_a_standing_order_accepts_better_offers(cards: str, wants: str, agrees: bool) -> None:
    table = session_in_trading().session.table
    given = tuple(tobean.parse_cards(cards)) if cards else ()
    wanted = tuple(tobean.parse_cards(wants)) if wants else ()
    offer = Offer(1, 0, 1, given, tuple(range(len(given))), wanted, 0, 0)
    assert matches_orders(offer, ["have Red; want Soy"], table) is agrees


def test_standing_orders_decline_other_offers_and_end_with_the_turn() -> None:
    driver = session_in_trading()
    driver.log += driver.session.order(1, ["have Red; want Garden", "decline"], driver.now)
    driver.log += driver.session.order(0, ["want Red"], driver.now)
    driver.person_acts(0, "A offer B: turned Soy for Red")
    assert driver.step()
    assert driver.session.table.offers[0].declined == 1 << 1
    driver.person_acts(0, "A end trading")
    while driver.session.table.active == 0:
        action = driver.session.table.legal_actions(driver.session.table.awaited)[0]
        driver.person_acts(action.seat, repr(action))
    assert driver.session.orders == [("want Red",), (), ()]


def test_orders_are_secret_and_checked() -> None:
    driver = session_in_trading()
    others = [update(driver.session, Viewer(seat)) for seat in (0, 2, None)]
    driver.log += driver.session.order(1, ["have Red; want Garden"], driver.now)
    for seat, before in zip((0, 2, None), others, strict=True):
        assert update(driver.session, Viewer(seat)) == before
    assert b"want Garden" in update(driver.session, Viewer(1))
    for bad in (
        ["want Kidney"],
        ["have Red"],
        ["offer all: Red@1 for Soy"],
        ["want Red"] * 9,
        ["want " + "Red, " * 40],
    ):
        with pytest.raises((Refused, tobean.BadInput)):
            driver.session.order(1, bad, driver.now)
    assert driver.session.orders[1] == ("have Red; want Garden",)


def test_wishes_are_shown_to_all() -> None:
    driver = session_in_trading()
    driver.log += driver.session.wish(2, [kind("Red"), kind("Blue"), kind("Red")], driver.now)
    assert driver.session.wishes[2] == tuple(sorted((kind("Red"), kind("Blue"))))
    with pytest.raises(Refused):
        driver.session.wish(2, [kind("Kidney")], driver.now)
    session, log = started_session(setup_of("bohnanza", 3))
    log += session.wish(1, [kind("Red")], 102.0)
    assert Session.resume(log).wishes == [(), (kind("Red"),), ()]


def effect_of(driver: Driver, seat: int) -> dict[str, object] | None:
    """Preview of the last offer in a fresh viewer state: the log has no entry for the changed fields."""
    driver.session.cached_states = None
    seen = json.loads(update(driver.session, Viewer(seat)))
    found: dict[str, object] | None = seen["view"]["offers"][-1]["effect"]
    return found


def test_an_offer_previews_its_effect_on_the_fields_of_the_viewer() -> None:
    driver = session_in_trading()
    table = driver.session.table
    table.fields[0] = [(kind("Garden"),), (kind("Chili"),), (kind("Stink"),)]
    table.fields[1] = [(kind("Soy"),), (kind("Chili"),), ()]
    driver.person_acts(0, "A offer all: turned Soy for Red")
    assert effect_of(driver, 1) == {"thalers": 1, "opens": [], "no_room": [], "frees": []}
    table.fields[1] = [(kind("Chili"),), (), ()]
    assert effect_of(driver, 1) == {"thalers": 0, "opens": [kind("Soy")], "no_room": [], "frees": []}
    table.fields[1] = [(kind("Chili"),), (kind("Red"),), (kind("Blue"),)]
    assert effect_of(driver, 1) == {"thalers": 0, "opens": [], "no_room": [kind("Soy")], "frees": []}
    assert effect_of(driver, 0) is None  # it is the viewer's own offer
    table.hands[1] = [kind("Garden")]
    assert effect_of(driver, 1) is None  # the viewer has no Red
    driver.person_acts(2, "C offer A: Stink@5 for Blue")
    assert effect_of(driver, 0) == {"thalers": 0, "opens": [], "no_room": [], "frees": [kind("Blue")]}
    assert effect_of(driver, 1) is None
