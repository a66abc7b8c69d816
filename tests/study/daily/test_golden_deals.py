"""Deals and bots' games are the same bytes forever. Another digest needs another `SERIES` in study/daily/deals.py."""

import hashlib
from datetime import date

import pytest

from tobean.kernel.cards import cards_text
from tobean.study.daily.bot_games import REFERENCES, play_deal
from tobean.study.daily.deals import SERIES, Deal, daily_games, opened_session

DAYS = (date(2026, 11, 16), date(2027, 2, 28), date(2031, 12, 31))


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def deal_text(deal: Deal) -> str:
    """The starting player, the cards dealt, and the pile in order."""
    session = opened_session(deal)
    return f"{session.start_seat} {cards_text(session.deal)} / {cards_text(list(reversed(session.table.stack)))}"


DEALS = {
    "bohnanza": ["62c9056a3af69e2f", "5b57ff3e8f6c6393", "3cafd8255cb035bb"],
    "rabohnzel": ["fc9e69f650e4ba8d", "41f93a49feaf3885", "00cff1dac6e7412e"],
    "excalibohn": ["ddc3a3c671c14af2", "2190ac1076cff66a", "3d585cd3cc41382c"],
    "al-cabohne": ["ef8890f34beb0732", "9d709ba759320253", "fa6cb709aaa57f28"],
    "al-cabohne-solo": ["74cbc20a39347e75", "427060d2b31eeef4", "88c19cfa54fc5e1e"],
    "bohnedikt": ["d2e233226798c727", "f1ed2fe0a88e4829", "0148768bce14babc"],
}
GAMES = {
    ("bohnanza", "sprout"): "ed62aeb1b0cee75b",
    ("bohnanza", "merchant"): "3d8105cb4a017239",
    ("rabohnzel", "merchant"): "811065ffd9dfb092",
    ("excalibohn", "mendel"): "d1cd4868af57d5fa",
    ("al-cabohne", "merchant"): "c5ca8f2c2bf0b827",
    ("al-cabohne", "mendel"): "e83bff6d97b97b54",
    ("al-cabohne-solo", "sprout"): "b3e5cdeed7830d09",
    ("al-cabohne-solo", "mendel"): "44e1db66fd005044",
    ("bohnedikt", "merchant"): "7aa2289f1c73c736",
}


def test_the_stored_digests_are_of_this_series() -> None:
    assert SERIES == 1


@pytest.mark.parametrize("name", DEALS)
def test_deals_are_the_same_forever(name: str) -> None:
    assert [digest(deal_text(Deal(day, daily_games()[name]))) for day in DAYS] == DEALS[name]


def test_deals_differ_by_day_and_game() -> None:
    found = [each for digests in DEALS.values() for each in digests]
    assert len(set(found)) == len(found)


@pytest.mark.long
@pytest.mark.parametrize(("name", "bot"), GAMES)
def test_bots_play_the_same_games_forever(name: str, bot: str) -> None:
    assert digest(play_deal(Deal(DAYS[0], daily_games()[name]), bot).record) == GAMES[name, bot]


def test_every_reference_bot_is_covered() -> None:
    assert {bot for _, bot in GAMES} == set(REFERENCES)
