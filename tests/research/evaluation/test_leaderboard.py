"""`tobean leaderboard`: a whole round in miniature, files that are wrong, and the page."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.cli import Run, single_error_line
from tests.support.paths import DOCS
from tobean.i18n.translator import Translator
from tobean.research.arena.arena_game import ArenaSetting, Fixture, Outcome, play_fixture
from tobean.research.evaluation import best_response, evaluate, held_out_games
from tobean.research.evaluation.evaluation_round import draw_round
from tobean.research.evaluation.figures import VariantScore
from tobean.research.evaluation.score import Score, parse_score, score_text
from tobean.research.evaluation.submission import Submission
from tobean.research.opponents.drawn import TRADERS
from tobean.research.report.leaderboard_page import leaderboard_page
from tobean.research.report.ranking import (
    NO_VALUE,
    SCORE,
    bot_label,
    overall_rows,
    overall_score,
    rounds_of,
    variant_rows,
    variants_in,
    variants_without_score,
)
from tobean.research.statistics.intervals import Interval

VARIANT = VariantScore(
    game="bohnanza",
    edition="ours",
    players=4,
    games=360,
    score=Interval(0.8, 0.7, 0.9),
    families={"merchants": Interval(0.8, 0.7, 0.9), "mine.py": None},
    margin=Interval(1.5, 1.0, 2.0),
    wins=Interval(0.4, 0.3, 0.5),
    welfare=Interval(0.97, 0.9, 1.04),
    surplus=Interval(0.6, 0.5, 0.7),
    fairness=Interval(0.9, 0.85, 0.95),
    best_response=Interval(1.2, -0.3, 2.7),
    responder="responder:s:3.1",
    collusion=None,
    truth=Interval(1.0, 0.9, 1.0),
    honoured=None,
    claims=17,
    median=0.001,
    slow=0.02,
    faults=0,
)


def made_up_score(*entries: tuple[str, float], named: str = "x") -> list[Score]:
    """Scores of one round, by name and value. A name with a suffix is that of a file."""
    submissions = [
        Submission(bot, {bot: "0" * 64} if Path(bot).suffix else {}, (("bohnanza", 4),), "1 (abc)", 2)
        for bot, _ in entries
    ]
    round_ = draw_round(submissions, 5, named=named)
    return [
        Score(submission, round_, True, (replace(VARIANT, score=Interval(value, value - 0.1, value + 0.1)),))
        for submission, (_, value) in zip(submissions, entries, strict=True)
    ]


ONE = made_up_score(("net.onnx", 0.8))[0]


@pytest.fixture
def miniature(monkeypatch: pytest.MonkeyPatch) -> None:
    """One family of opponents and a search among two responders."""
    monkeypatch.setattr(held_out_games, "FAMILIES", (TRADERS,))
    for name, value in [("GENERATIONS", 1), ("CANDIDATES", 2), ("LEARNING_DEALS", 1)]:
        monkeypatch.setattr(best_response, name, value)
    monkeypatch.setattr(evaluate, "LEARNING_GAMES", 2)


ROUND_OPTIONS = ("--game", "al-cabohne", "--players", 2, "--deals", 2, "--workers", 1, "--seed", "beacon 17")


@pytest.mark.long
@pytest.mark.usefixtures("miniature")
def test_a_round_is_evaluated_ranked_and_continued(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("leaderboard", "run", tmp_path, "miser", "random", *ROUND_OPTIONS)
    code, out, _ = run(*command)
    assert code == 0
    assert "Al Cabohne, 2 players" in out
    found = parse_score((tmp_path / "miser.json").read_text(encoding="utf-8"), "miser.json")
    assert (found.bot, found.round.named, found.round.deals) == ("miser", "beacon 17", 2)
    (entry,) = found.variants
    assert entry.variant == ("al-cabohne", 2)
    assert set(entry.families) == {TRADERS}
    for interval in (entry.score, entry.margin, entry.welfare, entry.fairness, entry.best_response):
        assert interval is not None
        assert interval.low < interval.high
    assert entry.collusion is entry.truth is None
    assert entry.responder in ("responder:" + found.round.seed + ":0", "responder:" + found.round.seed + ":1")
    first = {name: (tmp_path / name).read_bytes() for name in ("miser.json", "random.json", "ranking.html")}

    def refuse(setting: ArenaSetting, fixture: Fixture) -> Outcome:
        raise AssertionError("this game has been played already")

    monkeypatch.setattr(evaluate, "play_fixture", refuse)
    assert run(*command)[0] == 0
    assert {name: (tmp_path / name).read_bytes() for name in first} == first
    other_bots = single_error_line(run("leaderboard", "run", tmp_path, "sprout", *ROUND_OPTIONS))
    assert "has a round of other bots" in other_bots
    assert "ranking.html: 2 scores" in run("leaderboard", "page", tmp_path)[1]


def test_nothing_is_submitted_after_the_seed(run: Run, tmp_path: Path) -> None:
    assert "no submission" in single_error_line(run("leaderboard", "draw", tmp_path))
    assert "no seed yet" in single_error_line(run("leaderboard", "evaluate", tmp_path))
    code, out, _ = run("leaderboard", "submit", tmp_path, "miser", "--game", "bohnanza")
    assert code == 0
    assert re.search(r"submissions/miser\.json: SHA-256 [0-9a-f]{64}", out.replace("\\", "/"))
    assert run("leaderboard", "submit", tmp_path, "miser", "--game", "bohnanza") == (0, "", "")
    assert "is there already" in single_error_line(run("leaderboard", "submit", tmp_path, "miser"))
    assert run("leaderboard", "draw", tmp_path, "--seed", "beacon 17")[0] == 0
    assert "has been drawn already" in single_error_line(run("leaderboard", "draw", tmp_path))
    assert "submit to another folder" in single_error_line(run("leaderboard", "submit", tmp_path, "random"))
    (tmp_path / "submissions" / "random.json").write_text(
        (tmp_path / "submissions" / "miser.json").read_text().replace("miser", "random"), encoding="utf-8"
    )
    assert "random was submitted after the seed" in single_error_line(run("leaderboard", "evaluate", tmp_path))


def test_a_bot_of_another_version_is_not_evaluated(run: Run, tmp_path: Path) -> None:
    run("leaderboard", "submit", tmp_path, "miser", "--game", "bohnanza")
    file = tmp_path / "submissions" / "miser.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**data, "tobean": "0.0.1 (12345678)"}), encoding="utf-8")
    run("leaderboard", "draw", tmp_path)
    assert "submitted with tobean 0.0.1" in single_error_line(run("leaderboard", "evaluate", tmp_path))


@pytest.mark.long
@pytest.mark.usefixtures("miniature")
def test_a_bot_that_breaks_off_games_has_no_rank(run: Run, tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text(
        "class Broken:\n    name = 'broken'\n    def choose(self, view, actions, chance): raise ValueError('no idea')\n"
        "    def volunteer(self, view, actions, chance): return None\n",
        encoding="utf-8",
    )
    code, out, _ = run("leaderboard", "run", tmp_path / "round", bot, *ROUND_OPTIONS)
    assert code == 1
    assert "aborted" in out
    (file,) = (tmp_path / "round").glob("*broken.py.json")
    found = parse_score(file.read_text(encoding="utf-8"), "broken")
    assert found.variants[0].score is None
    assert overall_rows([found])[0][0] == ""


@pytest.mark.long
@pytest.mark.usefixtures("miniature")
def test_a_policy_meets_an_opponent_of_a_file(run: Run, tmp_path: Path) -> None:
    policy, opponent = tmp_path / "mypolicy.py", tmp_path / "theirs.py"
    policy.write_text(
        "from tobean.research import Setting, policy_bot\n"
        "bot = policy_bot(lambda observation, mask: mask.argmax(), Setting('al-cabohne', 2))\n",
        encoding="utf-8",
    )
    opponent.write_text(
        "class Theirs:\n    name = 'theirs'\n    def choose(self, view, actions, chance): return actions[-1]\n"
        "    def volunteer(self, view, actions, chance): return None\n",
        encoding="utf-8",
    )
    folder = tmp_path / "round"
    code, out, _ = run("leaderboard", "run", folder, policy, *ROUND_OPTIONS, "--opponent", opponent)
    assert code == 0, out
    (file,) = folder.glob("*mypolicy.py.json")
    (entry,) = parse_score(file.read_text(encoding="utf-8"), "policy").variants
    assert entry.faults == 0
    assert set(entry.families) == {TRADERS, str(opponent)}
    assert entry.families[str(opponent)] is not None
    policy.unlink()
    assert f"there is no file {policy}" in single_error_line(run("leaderboard", "evaluate", folder))


@pytest.mark.parametrize("arguments", [("--players", 1), ("--game", "chess"), ("--players", 77)])
def test_games_that_cannot_be_entered(arguments: tuple[object, ...], run: Run, tmp_path: Path) -> None:
    single_error_line(run("leaderboard", "submit", tmp_path / "new", "random", *arguments))
    assert not (tmp_path / "new").exists()


# --- files -------------------------------------------------------------------------------------------------


def test_a_score_round_trips() -> None:
    assert parse_score(score_text(ONE), "mine") == ONE


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda data: data.pop("round"), "'round' is missing"),
        (lambda data: data["variants"][0].pop("margin"), "'margin' is missing"),
        (lambda data: data["submission"].update(bot=7), "expected a string"),
        (lambda data: data["submission"].update(bot="other"), "not drawn for this submission"),
        (lambda data: data["round"].update(seed="0" * 32), "the seed does not follow"),
        (lambda data: data.update(variants={}), "expected a list"),
        (lambda data: data["variants"][0].update(players=-1), "expected a whole number"),
        (lambda data: data["variants"][0].update(score={"value": "much"}), "expected a number"),
        (lambda data: data["variants"][0].update(score={"value": 1, "low": 1, "high": 1}), "expected an interval"),
        (lambda data: data["variants"][0].update(families=[1]), "expected an object"),
        (lambda data: data.update({"tobean score": 3}), "has the format 3"),
    ],
)
def test_damaged_scores_are_reported(damage: object, reason: str, run: Run, tmp_path: Path) -> None:
    data = json.loads(score_text(ONE))
    damage(data)  # type: ignore[operator]
    (tmp_path / "bad.json").write_text(json.dumps(data), encoding="utf-8")
    error = single_error_line(run("leaderboard", "page", tmp_path))
    assert "bad.json: " in error
    assert reason in error


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff\xfe", b"[" * 2_000_000, b"[" * 9_000])
def test_files_that_are_not_scores_are_reported(content: bytes, run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_bytes(content)
    assert "bad.json: " in single_error_line(run("leaderboard", "page", tmp_path))
    assert not (tmp_path / "ranking.html").exists()


# --- ranking -----------------------------------------------------------------------------------------------


def test_only_scores_of_one_round_are_compared() -> None:
    first = made_up_score(("even", 0.5), ("good", 0.9), ("too", 0.5))
    second = made_up_score(("other", 0.7), named="y")
    boards = rounds_of([*second, *first])
    assert [[score.bot for score in board] for board in boards] == [["even", "good", "too"], ["other"]]
    assert [(rank, score.bot) for rank, score, _ in overall_rows(boards[0])] == [
        ("1", "good"), ("2", "even"), ("2", "too"),
    ]  # fmt: skip


def test_bots_with_code_of_their_own_are_measured_and_have_no_rank() -> None:
    """They run in the process of the table and could read all hands."""
    scores = made_up_score(("cheat.py", 2.0), ("package", 1.5), ("net.onnx", 0.9), ("miser", 0.5), ("net.json", 0.7))
    scores[1] = replace(scores[1], submission=replace(scores[1].submission, files={"some_package": "0" * 64}))
    expected = [("1", "net.onnx"), ("2", "net.json"), ("3", "miser"), ("", "cheat.py"), ("", "package")]
    assert [(rank, score.bot) for rank, score, _ in overall_rows(scores)] == expected
    assert [(rank, score.bot) for rank, score, _ in variant_rows(scores, ("bohnanza", 4))] == expected
    page = leaderboard_page(scores)
    assert "cheat.py (unranked: runs its own code)</td><td>2.000" in page
    assert "net.onnx (" not in page
    aborted = replace(scores[0], variants=(replace(VARIANT, faults=2),))
    assert bot_label(aborted, Translator()) == "cheat.py (unranked: runs its own code; aborted 2 games)"


def test_the_overall_score_needs_all_variants_and_no_fault() -> None:
    five = replace(VARIANT, players=5, score=Interval(0.4, 0.1, 0.7))
    whole, part, broken = made_up_score(("whole", 0.8), ("part", 0.9), ("broken", 0.95))
    whole = replace(whole, variants=(*whole.variants, five))
    broken = replace(broken, variants=(*broken.variants, replace(five, faults=2)))
    variants = variants_in([whole, part, broken])
    assert variants == [("bohnanza", 4), ("bohnanza", 5)]
    overall = overall_score(whole, variants)
    assert overall is not None
    assert overall.value == pytest.approx(0.6)
    assert overall.high - overall.value == pytest.approx(0.1**0.5 / 2)
    assert overall_score(part, variants) is overall_score(broken, variants) is None


def test_an_unfinished_round_has_no_overall_ranking() -> None:
    submission = Submission("mybot.py", {}, (("bohnanza", 4), ("rabohnzel", 3)), "1 (abc)", 2)
    unfinished = Score(submission, draw_round([submission], 5, named="x"), True, (VARIANT,))
    assert variants_without_score([unfinished]) == [("rabohnzel", 3)]
    assert overall_rows([unfinished]) == [("", unfinished, None)]
    page = leaderboard_page([unfinished])
    assert "<p>Not measured: Rabohnzel, 3 players</p>" in page
    assert "Not measured" not in leaderboard_page([ONE])


@pytest.mark.long
@pytest.mark.usefixtures("miniature")
def test_an_interrupted_round_has_the_scores_so_far(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variants = ("--game", "al-cabohne", "--game", "bohnedikt", "--players", 2, "--players", 3)

    def interrupt(setting: ArenaSetting, fixture: Fixture) -> Outcome:
        if setting.players == 3:
            raise KeyboardInterrupt
        return play_fixture(setting, fixture)

    monkeypatch.setattr(evaluate, "play_fixture", interrupt)
    command = ("leaderboard", "run", tmp_path, "miser", *variants, "--deals", 2, "--workers", 1, "--seed", "beacon 17")
    assert run(*command)[0] == 130
    found = parse_score((tmp_path / "miser.json").read_text(encoding="utf-8"), "miser.json")
    assert [entry.variant for entry in found.variants] == [("al-cabohne", 2)]
    assert "Not measured: Bohnedikt, 3 players" in (tmp_path / "ranking.html").read_text(encoding="utf-8")


def test_cells_show_intervals() -> None:
    translator = Translator()
    assert SCORE.cell(Interval(0.8, 0.7, 0.95), translator) == "0.800 (0.700 – 0.950)"
    assert SCORE.short_cell(Interval(0.8, 0.7, 0.95), translator) == "0.800 ±0.150"
    assert SCORE.cell(None, translator) == NO_VALUE


def test_names_on_the_page_are_escaped() -> None:
    (score,) = made_up_score(("<script>", 0.5))
    page = leaderboard_page([replace(score, variants=(replace(VARIANT, faults=2, game="gone"),))])
    assert "<script>" not in page
    assert "&lt;script&gt; (aborted 2 games)" in page
    assert "gone, 4 players" in page
    assert "Rangliste" in leaderboard_page([], Translator("de"))


def test_the_page_in_docs_matches_the_scores_beside_it() -> None:
    folder = DOCS / "scores"
    files = [file for file in sorted(folder.glob("*.json")) if file.name != "round.json"]
    scores = [parse_score(file.read_text(encoding="utf-8"), file.name) for file in files]
    assert len(rounds_of(scores)) == 1
    assert (folder / "ranking.html").read_text(encoding="utf-8") == leaderboard_page(scores)
    benchmarks = (folder.parent / "benchmarks.md").read_text(encoding="utf-8")
    ranked = [
        (score.bot, SCORE.cell(overall, Translator()).replace("(-", "(−"))
        for _, score, overall in overall_rows(scores)
        if overall
    ]
    assert f"| | {' | '.join(f'`{bot}`' for bot, _ in ranked)} |" in benchmarks
    assert f"| **overall** | {' | '.join(cell for _, cell in ranked)} |" in benchmarks
