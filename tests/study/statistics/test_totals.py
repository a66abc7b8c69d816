"""Totals of finished games and the rating of a person against bots."""

import pytest

from tobean.bots import BOTS
from tobean.record.streak import current_streak
from tobean.study.statistics.bot_ratings import BOT_RATINGS, MIN_GAMES, person_rating, rated_name
from tobean.study.statistics.finished_game import DAMAGED, FinishedGame, GenerousDeal
from tobean.study.statistics.totals import MAX_POINTS, progress, streak_entries, totals


def game(at: float = 0.0, **given: object) -> FinishedGame:
    return FinishedGame(**{"game": "bohnanza", "players": 3, "at": at, **given})  # type: ignore[arg-type]


def test_totals_add_up_by_game_and_number_of_players() -> None:
    found = totals(
        {
            "a": game(1, won=True, margin=4.0, thalers=12, planted={"Blue": 3}, harvested={"Blue": 2}, deals=2),
            "b": game(2, margin=-2.0, thalers=9, planted={"Blue": 1, "Red": 9}, deals=1),
            "c": game(3, players=4, won=True, margin=1.0, thalers=10),
            "d": game(4, excluded=DAMAGED),
        }
    )
    assert (found.games, found.wins, found.deals) == (3, 2, 3)
    first = found.variants[0]
    assert (first.players, first.games, first.wins, first.margin, first.best) == (3, 2, 1, 1.0, 12)
    assert [(bean.kind, bean.planted, bean.thalers) for bean in found.favourites] == [("Red", 9, 0), ("Blue", 4, 2)]
    assert found.excluded == {DAMAGED: 1}
    assert found.damaged == ["d"]


def test_no_games_have_totals() -> None:
    found = totals({})
    assert (found.games, found.progress, found.generous) == (0, [], [])
    assert not found.rating.is_shown


def test_the_most_generous_deals_of_all_games_come_first() -> None:
    deals = [GenerousDeal(1, 1, ("Blue",), (), -value, value) for value in (1.0, 3.0, 2.0)]
    found = totals({f"t{number}": game(generous=(deal,)) for number, deal in enumerate(deals)})
    assert [deal.table for deal in found.generous] == ["t1", "t2", "t0"]


def test_progress_has_few_points_and_ends_with_the_last_game() -> None:
    games = [game(number, margin=float(number)) for number in range(500)]
    points = progress(games)
    assert len(points) == MAX_POINTS
    assert (points[0].number, points[0].margin) == (1, 0.0)
    assert (points[-1].number, points[-1].margin) == (500, sum(range(490, 500)) / 10)


def test_wins_against_bots_raise_the_rating() -> None:
    strong = person_rating([game(at, rank=1, bots=(("merchant", 2), ("merchant", 3))) for at in range(MIN_GAMES)])
    weak = person_rating([game(at, rank=3, bots=(("merchant", 2), ("merchant", 1))) for at in range(MIN_GAMES)])
    assert weak.mu < BOT_RATINGS["merchant"] < strong.mu
    assert strong.is_shown
    assert strong.sigma < person_rating([]).sigma


def test_games_without_bots_do_not_change_the_rating() -> None:
    assert person_rating([game(rank=1)]) == person_rating([])
    assert person_rating([game(rank=1, bots=(("somebots", 2),))]) == person_rating([]), "it has no rating"


@pytest.mark.parametrize(
    ("spec", "name"),
    [("merchant/patient", "merchant"), ("mendel/bold@1", "mendel@"), ("mendel", "mendel"), ("sage@1", "sage")],
)
def test_bots_are_rated_without_personality_and_time(spec: str, name: str) -> None:
    assert rated_name(spec) == name


def test_all_bots_have_a_rating_in_the_order_of_their_strength() -> None:
    assert {name.rstrip("@") for name in BOT_RATINGS} == set(BOTS)
    ladder = [BOT_RATINGS[name] for name in ("random", "miser", "sprout", "merchant", "sage", "mendel@")]
    assert ladder == sorted(ladder)
    assert len(set(ladder)) == len(ladder)


def test_a_rating_names_the_nearest_bot_and_those_within_its_deviation() -> None:
    rating = person_rating([game(at, rank=3, bots=(("merchant", 2), ("merchant", 1))) for at in range(40)])
    nearest = min(BOT_RATINGS, key=lambda name: abs(BOT_RATINGS[name] - rating.mu))
    assert rating.nearest_bots()[0] == nearest.rstrip("@")


def test_a_streak_is_in_the_order_of_time() -> None:
    later = game(2, streak="won 90aa41d7c35b8e02 al-cabohne: A 27; mafia 24; winner A")
    first = game(1, streak="lost 5f0c31a29b6e0d14 al-cabohne: A 20; mafia 24; winner mafia")
    entries = streak_entries({"a": later, "b": first})
    assert [entry.won for entry in entries] == [False, True]
    assert current_streak(entries) == 1
