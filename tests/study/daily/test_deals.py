"""Deals: their dates, what derives from them, and what does not."""

import time
from collections.abc import Iterator
from datetime import date

import pytest

from tests.support.sessions import play_randomly
from tobean.i18n.translator import Translator
from tobean.kernel.errors import BadInput
from tobean.session.bots.bot_scheduler import BotRequest, BotScheduler
from tobean.session.log.entries import Entry, entry_text, parse_log
from tobean.session.session import Session
from tobean.study.daily.bot_games import BotResult, first_difference, play_deal
from tobean.study.daily.deals import (
    BadDay,
    Deal,
    OtherSeries,
    daily_games,
    day_at,
    deal_of,
    deal_of_record,
    end_of,
    margin_of,
    opened_session,
    parse_day,
    points_for,
    seats_for,
    setup_for,
)
from tobean.study.daily.sharing import share_line

TODAY = date(2026, 11, 18)
GAMES = list(daily_games())


def started(deal: Deal, seed: str = "", *, is_practice: bool = False) -> tuple[Session, list[Entry]]:
    session, log = Session.open(setup_for(deal, seats_for(deal, "Nina", "n", 4), is_practice=is_practice), 0.0)
    return session, log + session.start(0.0, seed)


# --- dates -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "today", "2026-11-1", "2026-02-30", "20261118", "2026-W47-3", "٢٠٢٦-١١-١٨", "0000-00-00"]
)
def test_other_texts_than_dates_are_refused(text: str) -> None:
    with pytest.raises(BadDay, match="not a date"):
        parse_day(text, TODAY)


def test_days_without_a_deal_are_refused() -> None:
    with pytest.raises(BadDay, match="not there yet"):
        parse_day("2026-11-19", TODAY)
    with pytest.raises(BadDay, match="number 1"):
        parse_day("2026-11-15", TODAY)
    assert parse_day("2026-11-18", TODAY) == TODAY


@pytest.fixture(params=["Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin"])
def time_zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def test_the_day_is_the_same_in_all_time_zones(time_zone: str) -> None:
    midnight = end_of(TODAY).timestamp()
    assert midnight == 1795046400
    assert day_at(midnight - 1) == TODAY
    assert day_at(midnight) == date(2026, 11, 19)


def test_numbers_and_weeks() -> None:
    game = daily_games()[GAMES[0]]
    assert Deal(date(2026, 11, 16), game).number == 1
    assert Deal(date(2027, 1, 3), game).week == "2026-W53"
    assert Deal(date(2027, 1, 4), game).week == "2027-W01"


def test_keys_name_deals_of_this_series_only() -> None:
    deal = Deal(TODAY, daily_games()[GAMES[0]])
    assert deal_of(deal.key) == deal
    with pytest.raises(OtherSeries, match="from another version"):
        deal_of(f"2/2026-11-18/{GAMES[0]}")
    with pytest.raises(BadDay):
        deal_of("1/2026-11-18/chess")


# --- cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_next_card_is_the_same_however_the_deal_is_played(name: str) -> None:
    deal = Deal(TODAY, daily_games()[name])
    for seed in (1, 2):
        session, log = started(deal, f"entropy {seed}")
        pile = session.table.stack.copy()
        assert pile == opened_session(deal).table.stack
        for _ in play_randomly(session, log, seed, 80):
            pass
        left = session.table.stack
        assert len(left) < len(pile)
        assert left == pile[: len(left)]  # the top card is the last one


@pytest.mark.parametrize("name", GAMES)
def test_a_resumed_deal_continues_with_the_same_cards(name: str) -> None:
    session, log = started(Deal(TODAY, daily_games()[name]))
    for _ in play_randomly(session, log, 5, 40):
        pass
    resumed = Session.resume(parse_log([entry_text(entry) for entry in log]))
    assert resumed.table.stack == session.table.stack
    for one, other in zip(play_randomly(session, [], 6, 40), play_randomly(resumed, [], 6, 40), strict=True):
        assert one == other
    assert resumed.record().text() == session.record().text()


def test_bots_are_asked_the_same_whatever_the_entropy() -> None:
    session, _ = started(Deal(TODAY, daily_games()[GAMES[0]]))
    request = BotRequest(1, session.seats[1].bot, "choose", 0.0, session.version)
    one, other = [BotScheduler(session).build_request(request, seed) for seed in ("a", "b")]
    assert one == other
    assert one["stateless"] is True


def test_nothing_public_names_the_deal() -> None:
    session, _ = started(Deal(TODAY, daily_games()[GAMES[0]]))
    assert session.setup.deal not in str(session.setup.public())


# --- players ---------------------------------------------------------------------------------------------------------


def test_the_player_gives_way_to_the_names_of_the_opponents() -> None:
    deal = Deal(TODAY, daily_games()[GAMES[0]])
    assert [seat.name for seat in seats_for(deal, "Otto", "n", 1)] == ["Otto 2", "Otto", "Greta"]
    assert seats_for(deal, "b", "n", 1)[0].name == "b 2"
    faces = [seat.face for seat in seats_for(deal, "Nina", "n", 2)]
    assert len(set(faces)) == len(faces)


def test_undoing_and_hints_are_for_practice() -> None:
    deal = Deal(TODAY, daily_games()[GAMES[0]])
    scored, _ = started(deal)
    practice, _ = started(deal, is_practice=True)
    assert (scored.setup.undo, scored.may_hint(0)) == (False, False)
    assert (practice.setup.undo, practice.may_hint(0)) == (True, True)
    assert practice.deal == scored.deal


# --- results ---------------------------------------------------------------------------------------------------------


def test_the_margin_is_the_lead_over_the_best_opponent() -> None:
    assert margin_of((12, 9, 15), None) == -3
    assert margin_of((12,), 10) == 2
    assert margin_of((12, 9), 14) == -2
    assert [points_for(margin) for margin in (-40, -9, 0, 5)] == [1, 1, 10, 15]


def test_the_line_to_share_has_the_result_and_no_cards() -> None:
    deal = Deal(TODAY, daily_games()[GAMES[0]])
    bots = [
        BotResult("sprout", 10, -5, 3, False),
        BotResult("merchant", 20, 4, 1, True),
        BotResult("mendel", 25, 9, 1, True),
    ]
    line = share_line(deal, BotResult("", 22, 4, 1, True), bots, Translator("en"))
    assert line == f"tobean · Deal of the day no. 3: {deal.game.rules.title} · +4 (22 thalers) 🏆 🟩🟨🟥"
    lost = share_line(deal, BotResult("", 1, -4, 3, False), [], Translator("de"))
    assert lost == f"tobean · Partie des Tages Nr. 3: {deal.game.rules.title} · −4 (1 Taler) 🥉"


# --- comparison ------------------------------------------------------------------------------------------------------


def test_games_part_at_the_first_decision_that_differs() -> None:
    deal = Deal(TODAY, daily_games()["al-cabohne-solo"])
    games = []
    for seed in (1, 1, 2):
        session, log = started(deal)
        for _ in play_randomly(session, log, seed):
            pass
        games.append(session.record())
    assert first_difference(games[0], games[1]) is None
    ply = first_difference(games[0], games[2])
    assert ply is not None
    assert games[0].moves[:ply] == games[2].moves[:ply]
    assert games[0].moves[ply].action != games[2].moves[ply].action


def test_games_of_different_deals_are_not_compared() -> None:
    game = daily_games()["al-cabohne-solo"]
    one, other = [opened_session(Deal(date(2026, 11, day), game)).record() for day in (17, 18)]
    with pytest.raises(BadInput, match="not of the same deal"):
        first_difference(one, other)


def test_a_record_names_its_deal() -> None:
    deal = Deal(date(2026, 11, 17), daily_games()["al-cabohne-solo"])
    record = opened_session(deal).record()
    assert deal_of_record(record, TODAY) == deal
    record.deal = (*record.deal[1:], record.deal[0])
    with pytest.raises(OtherSeries):
        deal_of_record(record, TODAY)


def test_only_reference_bots_play_deals() -> None:
    with pytest.raises(BadInput, match="plays no deals"):
        play_deal(Deal(TODAY, daily_games()[GAMES[0]]), "sage@1")
