"""`tobean arena`: figures of tiny runs, interruptions, stored results, and bots that fail."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli import IllegalBot, Run
from tobean.bots import BOTS
from tobean.cli.measuring import common as command
from tobean.games import new_game
from tobean.kernel.actions import Accept, MakeOffer, Pass
from tobean.kernel.cards import kind_named
from tobean.kernel.chance import chance_from
from tobean.kernel.observation.observation import observe
from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome, play_fixture
from tobean.research.arena.schedule import Pairing, fixtures, pairings
from tobean.research.arena.surplus import surplus_summary
from tobean.research.opponents.population import BENCHMARK_BOTS, lab_bot
from tobean.research.statistics.intervals import Interval
from tobean.research.statistics.ratings import rate
from tobean.research.statistics.summary import summarize


@pytest.fixture
def run(run: Run) -> Run:
    return partial(run, "arena")


def outcome(deal: int, lineup: str, thalers: tuple[int, ...], winner: int) -> Outcome:
    """A fabricated game; the bots are letters."""
    ranks = tuple(1 + sum(other > own for other in thalers) for own in thalers)
    return Outcome(Fixture(deal, tuple(lineup)), thalers, ranks, (winner,), offers=(0,) * len(thalers),
                   accepted=(0,) * len(thalers), calls=(0,) * len(thalers))  # fmt: skip


# --- fixtures ----------------------------------------------------------------------------------------------


def test_every_hero_meets_every_reference_on_every_seat() -> None:
    assert pairings(("a", "b", "a"), ()) == (Pairing("a", "b"), Pairing("b", "a"))
    assert pairings(("a", "b"), ("c", "a")) == (Pairing("a", "c"), Pairing("b", "c"), Pairing("b", "a"))
    assert pairings(("a",), ()) == (Pairing("a", "a"),)
    assert Pairing("a", "b").lineups(3) == (("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a"))
    assert Pairing("a", "b+c").lineups(3) == (("a", "b", "c"), ("c", "a", "b"), ("b", "c", "a"))
    assert len(fixtures(pairings(("a",), ()), players=4, deals=3)) == 3


def test_games_that_two_pairings_share_are_played_once() -> None:
    games = fixtures(pairings(("a", "b"), ()), players=2, deals=3)
    assert len(games) == len(set(games)) == 6


# --- figures -----------------------------------------------------------------------------------------------


def test_margins_wins_and_seats_of_made_up_games() -> None:
    games = [outcome(0, "abb", (9, 5, 7), 0), outcome(0, "bab", (5, 6, 7), 2), outcome(0, "bba", (4, 4, 10), 2),
             outcome(1, "abb", (9, 5, 7), 0), outcome(1, "bab", (5, 8, 7), 1), outcome(1, "bba", (5, 5, 9), 2),
             outcome(2, "abb", (1, 9, 9), 1)]  # fmt: skip
    found = summarize(ArenaSetting("bohnanza", 3), [Pairing("a", "b")], {game.fixture: game for game in games})
    (pair,) = found.pairs
    # Deal 2 lacks two seats and is not counted.
    assert (pair.deals, pair.games) == (2, 6)
    assert pair.margin.value == pytest.approx((3 + 0 + 6 + 3 + 2 + 4) / 6)
    assert pair.by_seat == pytest.approx((3, 1, 5))
    assert pair.wins.value == pytest.approx(5 / 6)
    assert pair.p == 1 / 4
    assert pair.thalers - pair.others == pytest.approx(pair.margin.value)
    assert pair.total.value == pytest.approx((21 + 18 + 18 + 21 + 20 + 19) / 6)
    assert found.seats[2].wins.value == pytest.approx(3 / 7)


def test_shared_wins_count_in_parts_and_a_rival_takes_all() -> None:
    assert Outcome(Fixture(0, ("a", "b")), winners=(0, 1)).share(1) == 0.5
    assert Outcome(Fixture(0, ("a", "b")), winners=()).share(1) == 0.0


def test_ratings_put_the_better_bot_first() -> None:
    games = [outcome(deal, "abb", (9, 5, 7), 0) for deal in range(20)]
    ratings = rate(games)
    assert ratings["a"].mu > 25 > ratings["b"].mu
    assert ratings["a"].sigma < 25 / 3
    assert rate(reversed(games)) == ratings
    # Ratings sum to zero, so they do not drift.
    assert (ratings["a"].mu + ratings["b"].mu) / 2 == pytest.approx(25, abs=4)


def test_equal_bots_are_equal() -> None:
    """Seats have no effect: over all seats of a deal, copies have margin 0 and an equal share of the wins."""
    setting = ArenaSetting("bohnanza", 3, options={"talk_limit": 4})
    played = [play_fixture(setting, fixture) for fixture in fixtures((Pairing("sprout", "sprout"),), 3, 2)]
    found = summarize(setting, [Pairing("sprout", "sprout")], {game.fixture: game for game in played})
    assert list(rate(played)) == ["sprout"]
    assert found.flows[0].given == pytest.approx(found.flows[0].got)
    (pair,) = found.pairs
    assert (pair.margin.value, pair.wins.value) == pytest.approx((0, 1 / 3))
    assert (pair.by_deal, pair.p) == ((0.0, 0.0), 1.0)
    assert sum(pair.by_seat) == pytest.approx(0)
    assert max(pair.by_seat) > 0


def test_flows_count_deals_and_sacrificed_cards() -> None:
    setting = ArenaSetting("bohnanza", 4, options={"talk_limit": 8})
    game = play_fixture(setting, Fixture(1, ("sprout",) * 4))
    given = {(flow.giver, flow.receiver): flow for flow in game.flows}
    assert sum(flow.deals for flow in game.flows) == 2 * sum(game.accepted)
    assert all(given[receiver, giver].deals == flow.deals for (giver, receiver), flow in given.items())
    assert sum(flow.cards for flow in game.flows) > 0
    # A sprout never gives away a kind that it grows for less.
    assert sum(flow.sacrificed for flow in game.flows) == 0


def test_surplus_of_made_up_tables() -> None:
    def table(deal: int, name: str, total: int) -> Outcome:
        return replace(outcome(deal, "xx", (total, 0), 0), fixture=Fixture(deal, (name, name)))

    games = [table(0, "miser-1", 10), table(0, "a", 40), table(0, "commune", 50),
             table(1, "miser-1", 20), table(1, "a", 44), table(1, "commune", 60),
             table(2, "miser-1", 9), table(2, "a", 99)]  # fmt: skip
    known = {game.fixture: game for game in games}
    found = surplus_summary("a", 2, known)
    # Deal 2 was not played by the commune and is not counted.
    assert (found.deals, found.total.value) == (2, 42)
    assert found.surplus is not None
    assert found.surplus.value == pytest.approx((30 + 24) / (40 + 40))
    assert surplus_summary("miser-1", 2, known).surplus == Interval(0, 0, 0)
    assert surplus_summary("commune", 2, known).surplus == Interval(1, 1, 1)
    useless = {game.fixture: game for game in [table(0, "miser-1", 9), table(0, "commune", 9)]}
    assert surplus_summary("commune", 2, useless).surplus is None


def test_a_commune_accepts_deals_that_benefit_the_table() -> None:
    table = new_game("bohnanza", players=3, seed=1, talk_limit=8)
    while not table.may_talk(0):
        table.apply(table.legal_actions(0)[0])
    red, blue, soy, green = (kind_named(name) for name in ("Red", "Blue", "Soy", "Green"))
    # The active player could begin a field of Red; for seat 1 a third Red is a thaler.
    table.turned[:] = [red, soy]
    table.fields[0] = [(blue,), (soy,) * 3, ()]
    table.fields[1] = [(red,) * 2, (green,), ()]
    table.apply(MakeOffer(1, 0, (), (), (red,)))
    view, actions = observe(table, 0), table.legal_actions(0)
    assert isinstance(lab_bot("commune").choose(view, actions, chance_from(1)), Accept)
    assert not isinstance(lab_bot("merchant").choose(view, actions, chance_from(1)), Accept)


# --- the command -------------------------------------------------------------------------------------------


def test_text_and_json_have_the_same_figures(run: Run) -> None:
    code, out, err = run("sprout", "miser", "--deals", 2, "-p", 3, "--workers", 1)
    assert (code, err) == (0, "")
    for part in ("One against the rest", "Matrix", "Seats", "rating", "favours", "p99"):
        assert part in out
    code, out, _ = run("sprout", "miser", "--deals", 2, "-p", 3, "--workers", 2, "--json")
    data = json.loads(out)
    assert (code, data["games"], data["interrupted"], data["faults"]) == (0, 12, False, [])
    assert [(pair["hero"], pair["against"], pair["deals"]) for pair in data["pairs"]] == [
        ("sprout", "miser", 2),
        ("miser", "sprout", 2),
    ]


def test_surplus_on_demand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Uses a faster reference bot; the real one is tested above."""
    monkeypatch.setitem(BENCHMARK_BOTS, "commune", BOTS["sprout"])
    args = ("sprout", "--against", "miser", "-d", 2, "-p", 3, "-w", 1)
    assert "Surplus" not in run(*args)[1]
    assert "Surplus in self-play" in run(*args, "--surplus")[1]
    data = json.loads(run(*args, "--surplus", "--json")[1])
    assert [each["name"] for each in data["surplus"]] == ["miser-1", "sprout", "commune"]
    assert data["surplus"][1]["surplus"] == data["surplus"][2]["surplus"] == {"value": 1, "low": 1, "high": 1}
    # Tables of copies are in no other figure.
    assert data["games"] == 6
    assert without_times(data)["bots"] == without_times(json.loads(run(*args, "--json")[1]))["bots"]


def without_times(data: dict[str, Any]) -> dict[str, Any]:
    for bot in data["bots"]:
        bot["median"] = bot["slow"] = bot["busy"] = 0
    return data


def test_the_number_of_workers_changes_nothing(run: Run) -> None:
    args = ("sprout", "random", "-d", 2, "-p", 3, "--json")
    assert without_times(json.loads(run(*args, "-w", 1)[1])) == without_times(json.loads(run(*args, "-w", 3)[1]))


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        ("", "Missing argument 'BOT...'"),
        ("nix", "unknown bot 'nix'"),
        ("sprout --against nix", "unknown bot 'nix'"),
        ("sprout --against miser+nix", "unknown bot 'nix'"),
        ("sprout --against miser+", "unknown bot ''"),
        ("sprout --against miser+miser+miser+miser", "too many for 4 seats"),
        ("sprout --game nix", "unknown game 'nix'"),
        ("sprout --players 9", "is for 3, 4, 5 players, not 9"),
        ("sprout --game al-cabohne --players 1", "tobean solo"),
        ("sprout --option talk_limit=none", "--talk-limit"),
        ("sprout --deals 0", "0 is not in the range"),
        ("sprout --resume {folder}", "is a directory"),
        ("sprout --resume {folder}/nowhere/results", "No such file or directory"),
    ],
)
def test_invalid_arguments_are_reported_in_one_line(run: Run, tmp_path: Path, args: str, complaint: str) -> None:
    code, out, err = run(*args.format(folder=tmp_path).split())
    assert (code, out) == (2, "")
    assert complaint in err
    assert err.count("\n") == 1


def test_a_run_continues_where_it_stopped(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("sprout", "miser", "-p", 3, "-w", 1, "--json", "--resume", tmp_path / "r")
    whole = json.loads(run("sprout", "miser", "-p", 3, "-w", 1, "--json", "-d", 3)[1])
    played: list[Fixture] = []

    def slow(setting: ArenaSetting, fixture: Fixture) -> Outcome:
        if len(played) == 8:
            raise KeyboardInterrupt
        played.append(fixture)
        return play_fixture(setting, fixture)

    monkeypatch.setattr(command, "play_fixture", slow)
    code, out, _ = run(*args, "-d", 3)
    assert (code, json.loads(out)["interrupted"], json.loads(out)["games"]) == (130, True, 8)
    assert len((tmp_path / "r").read_text().splitlines()) == 9
    monkeypatch.undo()
    assert without_times(json.loads(run(*args, "-d", 3)[1])) == without_times(whole)
    # All results are stored: nothing is played again, and a smaller run uses a part of them.
    monkeypatch.setattr(command, "play_fixture", slow)
    assert json.loads(run(*args, "-d", 3)[1])["games"] == 18
    assert json.loads(run(*args, "-d", 1)[1])["games"] == 6


def test_a_run_without_a_game_counts_as_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(setting: ArenaSetting, fixture: Fixture) -> Outcome:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "play_fixture", never)
    assert run("sprout", "-w", 1) == (130, "", "tobean: interrupted\n")


def replace_line(lines: list[str], number: int, line: str) -> str:
    return "\n".join([*lines[: number - 1], line, *lines[number:]]) + "\n"


def test_damaged_results_are_reported_with_their_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "r"
    args = ("miser", "random", "-d", 1, "-p", 3, "-w", 1, "--resume", path)
    assert run(*args)[0] == 0
    text = path.read_text()
    lines = text.splitlines()
    game = json.loads(lines[2])
    cases = [
        (text[:-5], "line 7: this line is cut off"),
        (replace_line(lines, 3, "{"), "line 3: this is not a result"),
        (replace_line(lines, 3, "7"), "line 3: this is not a result"),
        (replace_line(lines, 3, lines[1]), "line 3: this game appears twice"),
        (replace_line(lines, 3, json.dumps({**game, "thalers": [1]})), "line 3: this is not a result"),
        (replace_line(lines, 3, json.dumps({**game, "thalers": "abc"})), "line 3: this is not a result"),
        (replace_line(lines, 3, json.dumps({**game, "winners": [7]})), "line 3: this is not a result"),
        (replace_line(lines, 3, json.dumps({**game, "times": []})), "line 3: this is not a result"),
        (
            replace_line(lines, 3, json.dumps({key: game[key] for key in game if key != "ranks"})),
            "line 3: 'ranks' is missing",
        ),
        (replace_line(lines, 1, "{}"), "line 1: this is not a file of results"),
        (replace_line(lines, 1, lines[0].replace('"seed": "0"', '"seed": "1"')), "line 1: these results have seed '1'"),
    ]
    for content, complaint in cases:
        path.write_text(content)
        code, out, err = run(*args)
        assert (code, out) == (2, "")
        assert complaint in err
        assert err.count("\n") == 1
        assert path.read_text() == content
    path.write_bytes(b"\xff\xfe")
    assert "not text in UTF-8" in run(*args)[2]


def test_a_bot_in_a_file_can_be_measured(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "hasty.py"
    file.write_text(
        "class Hasty:\n    name = 'hasty'\n    def choose(self, view, actions, chance):\n        return actions[0]\n"
        "    def volunteer(self, view, actions, chance):\n        return None\n"
    )
    data = json.loads(run(file, "--against", "miser-1", "-d", 1, "-p", 3, "-w", 2, "--json")[1])
    assert [pair["hero"] for pair in data["pairs"]] == [str(file)]
    assert data["faults"] == []


class CrashingBot:
    """Raises an error."""

    name = "wreck"

    def choose(self, view: object, actions: object, chance: object) -> Pass:
        raise ZeroDivisionError("too much")

    def volunteer(self, view: object, actions: object, chance: object) -> None:
        return None


@pytest.mark.parametrize(("bot", "words"), [(IllegalBot, "cheat at seat A"), (CrashingBot, "raised ZeroDivisionError")])
def test_a_bot_that_fails_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, bot: Any, words: str
) -> None:
    monkeypatch.setitem(BOTS, bot.name, bot)
    args = (bot.name, "sprout", "--against", "miser", "-d", 1, "-p", 3, "-w", 2, "--resume", tmp_path / "r")
    code, out, err = run(*args)
    assert (code, err) == (1, "")
    assert words in out
    assert f"{bot.name} aborted 3 of 6 games" in out
    code, again, _ = run(*args, "--json")
    data = json.loads(again)
    assert code == 1
    assert [fault["bot"] for fault in data["faults"]] == [bot.name] * 3
    assert words in data["faults"][0]["fault"]
    assert [pair["deals"] for pair in data["pairs"]] == [0, 1]
