"""The leaderboard: scores with their conditions, validated files, and a ranking page."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import tobean
from tests.support.cli import Run, single_error_line
from tests.support.paths import DOCS
from tobean.i18n.translator import Translator
from tobean.lab.arena.leaderboard import Score, parse_score, score_text
from tobean.lab.opponents.population import POPULATION, POPULATION_VERSION
from tobean.lab.report.leaderboard_page import boards, leaderboard_page, ranks
from tobean.lab.statistics.intervals import Interval

SCORE = Score(
    bot="mybot.py",
    game="bohnanza",
    edition="ours",
    players=4,
    deals=10,
    games=360,
    population=2,
    seed="leaderboard",
    talk_limit=8,
    version="0.1.0",
    compiled=True,
    margin=Interval(1.5, 1.0, 2.0),
    wins=Interval(0.4, 0.3, 0.5),
    against={"random-1": Interval(3.0, 2.0, 4.0), "merchant-1": Interval(-0.5, -1.0, 0.1)},
    median=0.001,
    slow=0.02,
    seconds=12.5,
    faults=0,
)


def test_a_bot_is_scored_and_ranked(run: Run, tmp_path: Path) -> None:
    for bot in ("miser", "random"):
        options = ("--game", "al-cabohne", "--players", 2, "--deals", 1, "--workers", 1)
        code, out, _ = run("leaderboard", "score", bot, *options, "--out", tmp_path / f"{bot}.json")
        assert code == 0
        assert out.startswith(f"{bot}: margin ")
    found = parse_score((tmp_path / "miser.json").read_text(encoding="utf-8"), "miser.json")
    assert (found.bot, found.game, found.players, found.deals) == ("miser", "al-cabohne", 2, 1)
    assert (found.population, found.version) == (POPULATION_VERSION, tobean.__version__)
    assert set(found.against) == set(POPULATION)
    assert found.games == 2 * len(POPULATION)
    assert found.margin.low <= found.margin.value <= found.margin.high
    assert run("leaderboard", "page", tmp_path) == (0, f"{tmp_path / 'leaderboard.html'}: 2 scores\n", "")
    page = (tmp_path / "leaderboard.html").read_text(encoding="utf-8")
    assert page.index("miser") < page.index("random</td>")


def test_a_score_round_trips() -> None:
    assert parse_score(score_text(SCORE), "mine") == SCORE


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.pop("margin"),
        lambda data: data.update(bot=7),
        lambda data: data.update(bot=""),
        lambda data: data.update(players=-1),
        lambda data: data.update(margin={"value": "much"}),
        lambda data: data.update(margin={"value": 1e300, "low": 0, "high": 1}),
        lambda data: data.update(against=[1]),
        lambda data: data.update({"tobean leaderboard": 2}),
    ],
)
def test_damaged_scores_are_reported(damage: object, run: Run, tmp_path: Path) -> None:
    data = json.loads(score_text(SCORE))
    damage(data)  # type: ignore[operator]
    (tmp_path / "bad.json").write_text(json.dumps(data), encoding="utf-8")
    assert "bad.json: " in single_error_line(run("leaderboard", "page", tmp_path))


@pytest.mark.parametrize("content", [b"", b"[]", b"\xff\xfe", b"[" * 100_000, b"[" * 9_000])
def test_files_that_are_not_scores_are_reported(content: bytes, run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(content)
    assert "bad.json: " in single_error_line(run("leaderboard", "page", tmp_path))


def test_only_comparable_scores_are_ranked_together() -> None:
    better = replace(SCORE, bot="better", margin=Interval(2.0, 1.0, 3.0))
    other = replace(SCORE, bot="other", population=3)
    found = boards([SCORE, other, better, replace(SCORE, bot="even")])
    assert [[score.bot for score in board] for board in found] == [["better", "even", "mybot.py"], ["other"]]
    assert ranks(found[0]) == [1, 2, 2]


def test_names_on_the_page_are_escaped() -> None:
    page = leaderboard_page([replace(SCORE, bot="<script>", faults=2, game="gone")])
    assert "<script>" not in page
    assert "&lt;script&gt; (broke off 2 games)" in page
    assert "gone, 4 players" in page
    assert "Rangliste" in leaderboard_page([], Translator("de"))


def test_solo_games_are_not_scored(run: Run) -> None:
    assert "tobean solo" in single_error_line(
        run("leaderboard", "score", "random", "--game", "al-cabohne", "--players", 1)
    )


def test_the_page_in_docs_matches_the_scores_beside_it() -> None:
    folder = DOCS / "scores"
    scores = [parse_score(file.read_text(encoding="utf-8"), file.name) for file in sorted(folder.glob("*.json"))]
    assert len(boards(scores)) == 1
    assert (folder / "ranking.html").read_text(encoding="utf-8") == leaderboard_page(scores)
    benchmarks = (folder.parent / "benchmarks.md").read_text(encoding="utf-8")
    for rank, score in enumerate(boards(scores)[0], start=1):
        assert f"| {rank} | `{score.bot}` | {score.margin.value:+.2f} ".replace("-", "−") in benchmarks
