"""Self-play, shards, training and promotion: recorded data, training targets, and the promoted net."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.cli import Run, single_error_line
from tobean.bots import bot_named
from tobean.bots.mendel.net import read_net
from tobean.bots.mendel.parameters import COMPETITIVE_PARAMETERS, MendelParameters, parameters_of_net
from tobean.cli.training.selfplay import play_shards
from tobean.games.registry import game_folder
from tobean.research.pools.process_pool import ProcessPool
from tobean.research.pools.stateful_job import open_files
from tobean.research.training.promotion import PromotionResult, interim_deals, promotion_match
from tobean.research.training.selfplay import ACT, OFFER, TURN, Plan, shard_rows
from tobean.research.training.shards import BadShards, read_shards, shard_bytes
from tobean.research.training.training_run import ranges

PLAN = Plan("bohnanza", (3,), ("sprout", "merchant"), "test", games=1)
ALONE = Plan("al-cabohne", (1,), ("merchant",), "test", games=3)


def test_a_shard_depends_on_the_plan_and_its_number_alone() -> None:
    assert shard_rows(ALONE, 1) == shard_rows(ALONE, 1)
    assert shard_rows(ALONE, 1) != shard_rows(ALONE, 2)
    assert shard_rows(replace(ALONE, seed="other"), 1) != shard_rows(ALONE, 1)


def test_rows_of_rehearsed_games_are_reproducible_and_in_order() -> None:
    plan = replace(ALONE, players=(2,), rehearsed=True, mistakes=0.1)
    rows = shard_rows(plan, 1)
    assert rows == shard_rows(plan, 1)
    assert rows != shard_rows(plan, 2)
    assert {row.about for row in rows} == {ACT}
    assert {row.game for row in rows} == {3, 4, 5}
    assert [(row.game, row.ply) for row in rows] == sorted((row.game, row.ply) for row in rows)
    outcomes = {(row.game, row.seat): row.margin for row in rows}
    for (game, seat), margin in outcomes.items():
        assert outcomes.get((game, 1 - seat), -margin) == -margin
    # One action is explored, unless the game ends before; a share of the others is recorded.
    assert len(shard_rows(replace(plan, acts=0.0), 1)) <= 3 < len(rows)


def test_shards_round_trip(tmp_path: Path) -> None:
    rows = shard_rows(PLAN, 0)
    (tmp_path / "a.parquet").write_bytes(shard_bytes(PLAN, rows))
    positions, offers = read_shards(open_files([tmp_path / "a.parquet"]))
    assert positions.plan["game"] == "bohnanza"
    assert set(positions.about.tolist()) == {TURN, ACT}
    assert len(positions.game) == sum(row.about != OFFER for row in rows)
    assert len(offers.game) == sum(row.about == OFFER for row in rows)
    assert set(offers.outcomes[:, 1].tolist()) <= {0.0, 1.0}
    # The margins of a game sum to zero, and so do the shares of the victory less an equal share.
    outcomes = {row.seat: (row.margin, row.glory) for row in rows if row.about == TURN}
    assert sum(margin for margin, _ in outcomes.values()) == pytest.approx(0.0)
    assert sum(glory for _, glory in outcomes.values()) == pytest.approx(0.0)
    first = min(rows, key=lambda row: (row.about == OFFER, row.seat, row.ply))
    assert positions.features[0].astype("<i2").tobytes() == first.features


def test_shards_are_read_together_row_by_row(tmp_path: Path) -> None:
    shards = [shard_rows(ALONE, 0), [], shard_rows(ALONE, 1)]
    paths = [tmp_path / f"{number}.parquet" for number in range(3)]
    for path, rows in zip(paths, shards, strict=True):
        path.write_bytes(shard_bytes(ALONE, rows))
    positions, offers = read_shards(open_files(paths))
    collected = sorted((row for rows in shards for row in rows), key=lambda row: (row.game, row.seat, row.ply))
    assert [row.astype("<i2").tobytes() for row in positions.features] == [row.features for row in collected]
    assert positions.game.tolist() == [row.game for row in collected]
    assert len(offers.features) == 0


def test_more_actions_are_recorded_on_request(run: Run, tmp_path: Path) -> None:
    def rows(*options: object) -> int:
        folder = tmp_path / str(len(options))
        assert run("selfplay", folder, "-g", "al-cabohne", "-p", 1, "-n", 20, "-w", 1, "-q", *options)[0] == 0
        return len(read_shards(open_files(list(folder.glob("*.parquet"))))[0].game)

    assert rows("--action-share", 0.6) > 2 * rows()


def test_shards_of_different_plans_are_reported(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_bytes(shard_bytes(ALONE, shard_rows(ALONE, 0)))
    (tmp_path / "b.parquet").write_bytes(shard_bytes(PLAN, []))
    with pytest.raises(BadShards):
        read_shards(open_files([tmp_path / "a.parquet", tmp_path / "b.parquet"]))
    (tmp_path / "b.parquet").write_bytes(b"PAR1")
    with pytest.raises(BadShards):
        read_shards(open_files([tmp_path / "b.parquet"]))
    with pytest.raises(BadShards):
        read_shards([])


def test_a_net_names_the_shards_it_has_learned_from() -> None:
    assert ranges(["shard-00000", "shard-00001", "shard-00002", "shard-00004", "other"]) == [
        "shard-00000 to shard-00002", "shard-00004", "other",
    ]  # fmt: skip


def test_selfplay_continues_where_it_stopped(run: Run, tmp_path: Path) -> None:
    args = ("selfplay", tmp_path / "games", "-g", "al-cabohne", "-p", 1, "-n", 40, "-w", 1, "-q")
    assert run(*args)[0] == 0
    shards = sorted((tmp_path / "games").glob("*.parquet"))
    assert len(shards) == 2
    before = [shard.read_bytes() for shard in shards]
    shards[1].unlink()
    changed = shards[0].stat().st_mtime_ns
    assert run(*args)[0] == 0
    assert shards[0].stat().st_mtime_ns == changed
    assert [read_shards(open_files([shard]))[0].outcomes.tolist() for shard in shards]
    assert [shard.read_bytes() for shard in shards] == before


def games_played(folder: Path) -> set[int]:
    positions, _ = read_shards(open_files(sorted(folder.glob("*.parquet"))))
    return set(positions.game.tolist())


@pytest.mark.parametrize("fast", [False, True])
def test_selfplay_plays_exactly_the_number_of_games(tmp_path: Path, fast: bool) -> None:
    """An incomplete shard is completed by a run with more games; a run with fewer games plays none."""
    plan = replace(ALONE, games=2, acts=1.0, rehearsed=fast)
    for wanted, kept, files in (
        (1, 1, ["shard-00000-first-1"]),
        (3, 3, ["shard-00000", "shard-00001-first-1"]),
        (2, 3, ["shard-00000", "shard-00001-first-1"]),
        (4, 4, ["shard-00000", "shard-00001"]),
    ):
        assert play_shards(plan, wanted, tmp_path, ProcessPool(1), False)
        assert sorted(path.stem for path in tmp_path.iterdir()) == files
        assert games_played(tmp_path) == set(range(kept))
    whole = [shard_bytes(plan, shard_rows(plan, number)) for number in range(2)]
    assert [path.read_bytes() for path in sorted(tmp_path.iterdir())] == whole


def test_selfplay_reports_the_number_of_games(run: Run, tmp_path: Path) -> None:
    args = ("selfplay", tmp_path, "-g", "al-cabohne", "-p", 1, "-w", 1, "-q", "--fast", "--games", 1)
    assert run(*args)[:2] == (0, f"{tmp_path}: 1 game\n")


def test_invalid_options_are_reported(run: Run, tmp_path: Path) -> None:
    assert "is not a list of numbers" in single_error_line(run("selfplay", tmp_path, "-p", "three"))
    assert "unknown bot 'nobody'" in single_error_line(run("selfplay", tmp_path, "-b", "merchant,nobody"))
    assert "no judge that is fast enough" in single_error_line(run("selfplay", tmp_path, "-g", "bohnanza", "--fast"))
    assert "leave out --bots" in single_error_line(
        run("selfplay", tmp_path, "-g", "al-cabohne", "--fast", "-b", "sage")
    )
    (tmp_path / "net.json").write_text("{}")
    assert "this is not a net" in single_error_line(run("promote", tmp_path / "net.json"))


# --- promotion ---------------------------------------------------------------------------------------------


def test_interim_analyses_double_and_end_with_all_deals() -> None:
    assert interim_deals(12) == [12]
    assert interim_deals(100) == [12, 25, 50, 100]


def test_a_significantly_better_net_is_promoted() -> None:
    collected: list[PromotionResult] = []
    found = promotion_match("merchant", "random", "al-cabohne", (2,), 48, "seed", ProcessPool(1), collected.append)
    assert found.promoted
    assert found == collected[-1]
    assert found.p < 0.001
    assert found.deals < 48


def test_a_net_without_a_significant_lead_is_not_promoted() -> None:
    found = promotion_match("random", "merchant", "al-cabohne", (1,), 24, "seed", ProcessPool(1), lambda _verdict: None)
    assert not found.promoted
    same = promotion_match("random", "random", "al-cabohne", (2,), 12, "seed", ProcessPool(1), lambda _verdict: None)
    assert not same.promoted


@pytest.mark.long
def test_a_net_is_promoted_with_its_parameters(run: Run, tmp_path: Path) -> None:
    net, manners, champion = tmp_path / "net.json", tmp_path / "manners.json", tmp_path / "champion.json"
    text = Path(str(game_folder("al-cabohne") / "bots" / "mendel-2.json")).read_text(encoding="utf-8")
    net.write_text(text, encoding="utf-8")
    args = ("promote", net, "--parameters", manners, "-a", "random", "-p", 2, "-d", 12, "-w", 1, "-o", champion)
    for damaged, complaint in (
        ("kind", "this is not JSON"),
        ('{"2": {"haste": 1}}', "invalid parameters"),
        ('{"2": {"trust": NaN}}', "invalid parameters"),
        ('{"kindness": 1.6}', "must be numbers of players"),
        ('{"4": {"kindness": 1.6}}', "must be numbers of players"),
    ):
        manners.write_text(damaged)
        assert complaint in single_error_line(run(*args))
        assert net.read_text(encoding="utf-8") == text
    manners.write_text('{"2": {"kindness": 0.5}}')
    assert run(*args)[0] == 0
    found = read_net(champion.read_text(encoding="utf-8"))
    assert parameters_of_net(found, 2) == MendelParameters(kindness=0.5)
    assert parameters_of_net(found, 1) == COMPETITIVE_PARAMETERS


DUEL_NET = Path(str(game_folder("al-cabohne") / "bots" / "mendel-2.json"))


def test_a_net_for_other_player_counts_or_another_file_is_refused(run: Run, tmp_path: Path) -> None:
    net, out = tmp_path / "net.json", tmp_path / "champion.json"
    net.write_bytes(DUEL_NET.read_bytes())
    args = ("promote", net, "-a", "random", "-d", 12, "-w", 1, "-o", out)
    assert "has learned from games with 2 players, not with 1" in single_error_line(run(*args))
    assert "has learned from games with 2 players, not with 1" in single_error_line(run(*args, "-p", 1))
    data = json.loads(net.read_text())
    data["about"]["selfplay"]["players"] = [1, 2]
    net.write_text(json.dumps(data))
    assert "a net for 186 features; al-cabohne with 1 players has 167" in single_error_line(run(*args, "-p", 1))
    data["about"]["game"] = "bohnanza"
    net.write_text(json.dumps(data))
    assert "not with 3" in single_error_line(run(*args))
    data["about"]["game"] = "chess"
    for content in (json.dumps(data), '{"format": "tobean net 1"}', "[]", "PAR1"):
        net.write_text(content)
        assert "is not a net of `tobean train`" in single_error_line(run(*args))
    del data["about"]["game"]
    net.write_text(json.dumps(data))
    assert "is not a net of `tobean train`" in single_error_line(run(*args))
    net.write_bytes(b"\xff\xfe")
    assert "is not a net of `tobean train`" in single_error_line(run(*args))
    assert not out.exists()


def test_an_installed_net_is_replaced_with_install_only(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = tmp_path / "bots"
    bots.mkdir()
    installed, net = bots / "mendel-2.json", tmp_path / "net.json"
    installed.write_text("the champion")
    net.write_bytes(DUEL_NET.read_bytes())
    better = PromotionResult(12, 1.0, 0.0001, 0.7, True)
    monkeypatch.setattr("tobean.cli.training.promote.game_folder", lambda game: tmp_path)
    monkeypatch.setattr("tobean.cli.training.promote.promotion_match", lambda *match: better)
    args = ("promote", net, "-a", "random", "-p", 2, "-d", 12, "-w", 1)
    code, out, _ = run(*args)
    assert code == 0
    assert "Nothing was written" in out
    assert "is an installed net" in single_error_line(run(*args, "-o", installed))
    assert "leave out one of" in single_error_line(run(*args, "--install", "-o", tmp_path / "other.json"))
    assert "for all numbers of players" in single_error_line(run(*args, "--install"))
    assert installed.read_text() == "the champion"
    assert run(*args, "--install", "--only")[0] == 0
    assert read_net(installed.read_text()).about["promoted"]["players"] == [2]
    assert [path.name for path in bots.iterdir()] == ["mendel-2.json"]
    manners = tmp_path / "manners.json"
    manners.write_text('{"2": {"kindness": 0.5}}')
    before = installed.read_text()
    assert "is an installed net" in single_error_line(
        run("promote", installed, "--parameters", manners, "-p", 2, "-o", tmp_path / "other.json")
    )
    assert installed.read_text() == before


# --- learning ----------------------------------------------------------------------------------------------


def test_a_net_is_trained_from_games_and_plays(run: Run, tmp_path: Path) -> None:
    """Skipped where the extra `tobean[train]` is not installed."""
    pytest.importorskip("torch", reason="the smoke test of training is left out: tobean[train] is not installed")
    games, net = tmp_path / "games", tmp_path / "net.json"
    assert run("selfplay", games, "-g", "al-cabohne", "-p", 1, "-n", 60, "-w", 1, "-q")[0] == 0
    args = ("train", games, "-o", net, "--hidden", "8", "--epochs", 2, "--rounds", 2)
    assert run(*args)[0] == 0
    curves = [json.loads(line) for line in net.with_suffix(".curves.jsonl").read_text().splitlines()]
    assert [curve["epoch"] for curve in curves] == [1, 2, 3, 4]
    assert bot_named(str(net)).name == str(net)
    before = json.loads(net.read_text())["layers"]
    assert run(*args, "--resume")[0] == 0  # training is complete, so nothing changes
    assert json.loads(net.read_text())["layers"] == before
