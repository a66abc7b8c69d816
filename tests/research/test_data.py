"""Games in Parquet files: they round-trip unchanged, and damage is reported."""

from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import tobean
from tests.support.cli import Run, single_error_line
from tests.support.engine.tables import VARIANTS
from tobean.kernel.actions import MakeOffer
from tobean.research.dataset.data import (
    BadData,
    PlayedGame,
    examples,
    read_games,
    row_of,
    schema,
    setting_for,
    write_games,
)
from tobean.research.tokens.grammar import Grammar
from tobean.research.tokens.setting import Setting


def played(game: str, players: int, seed: str = "data") -> PlayedGame:
    bots = ["random", "sprout"] * (players // 2) + ["miser"] * (players % 2)
    match = tobean.play_match(game, bots, seed, talk_limit=2)
    return PlayedGame(match.record, match.result, seed)


@pytest.fixture(scope="module")
def games() -> list[PlayedGame]:
    return [played(game, players) for game, players in VARIANTS]


def test_every_game_round_trips(games: list[PlayedGame], tmp_path: Path) -> None:
    assert write_games(tmp_path / "games", games) == len(games)
    for game, record in zip(games, read_games(tmp_path / "games"), strict=True):
        assert str(record) == str(game.record)
        assert record.final().result() == game.result


def test_games_from_a_start_position_round_trip(tmp_path: Path) -> None:
    """With a custom card set, with a fixed deck, and an unfinished one."""
    cards = {"game": "bohnanza", "beans": {"Red": {"count": 9}}}
    own = tobean.Game("bohnanza", 3, 1, cards=cards).record
    deck = tobean.Game("bohnanza", 3, deck=tobean.parse_cards("9 Red, 9 Soy")).record
    begun = tobean.Game("bohnanza", 3, 4)
    begun.play(begun.table.legal_actions(0)[0])
    write_games(tmp_path / "games", [PlayedGame(own), PlayedGame(deck), PlayedGame(begun.record)])
    assert [str(record) for record in read_games(tmp_path / "games")] == [str(own), str(deck), str(begun.record)]


def test_examples_spell_the_games(tmp_path: Path) -> None:
    """The tokens of all examples spell the actions, each is allowed by the mask, and the observation is the seat's."""
    game = played("bohnanza", 3)
    write_games(tmp_path / "games", [game, played("bohnanza", 4)])
    setting = Setting("bohnanza", 3, talk_limit=2, most_given=8, most_wanted=8, most_called=8)
    found = list(examples(tmp_path / "games", setting))
    assert all(example.mask[example.token] for example in found)
    returns = setting.returns(game.record.final().result())
    assert all(example.value == returns[example.seat] for example in found)
    grammar = Grammar("bohnanza", 3, 2, 8, 8, 8)
    steps = game.record.replay()
    table, _, _ = next(steps)
    position = 0
    for move in game.record.moves:
        tokens = grammar.encode(table, move.action)
        said = found[position : position + len(tokens)]
        assert [example.token for example in said] == tokens
        assert said[-1].prefix == tuple(tokens[:-1])
        assert said[0].view == setting.layout.sparse(tobean.observe(table, move.action.seat))
        position += len(tokens)
        next(steps)
    assert position == len(found)


@pytest.mark.parametrize(
    ("game", "players"), [(game, players) for game, players in VARIANTS if players == max(tobean.GAMES[game].players)]
)
def test_actions_beyond_the_limits_are_counted(
    game: str, players: int, games: list[PlayedGame], tmp_path: Path
) -> None:
    """No legal game stops the iteration, however small the limits of the setting are."""
    write_games(tmp_path / "games", games)
    record = games[VARIANTS.index((game, players))].record
    small = Setting(game, players, talk_limit=0, most_given=0, most_wanted=1, most_called=1)
    found = examples(tmp_path / "games", small)
    assert all(example.mask[example.token] for example in found)
    assert (found.games, found.skipped_games) == (1, len(games) - 1)
    assert found.actions + found.skipped_actions == len(record.moves)
    assert found.actions > 50
    fitting = setting_for(tmp_path / "games", game, players)
    whole = examples(tmp_path / "games", fitting)
    assert sum(not example.prefix for example in whole) == len(record.moves)
    assert (whole.actions, whole.skipped_actions) == (len(record.moves), 0)


def test_limits_are_those_of_the_games(tmp_path: Path) -> None:
    match = tobean.play_match("bohnanza", ["random"] * 3, "limits", talk_limit=4)
    write_games(tmp_path / "games", [PlayedGame(match.record, match.result, "limits")])
    offers = [move.action for move in match.record.moves if isinstance(move.action, MakeOffer)]
    largest = max(len(offer.cards) for offer in offers)
    setting = setting_for(tmp_path / "games", "bohnanza", 3, reward="welfare")
    assert setting.grammar.vocabulary.most_given == largest
    assert (setting.options["talk_limit"], setting.reward) == (4, "welfare")
    tight = examples(tmp_path / "games", Setting("bohnanza", 3, talk_limit=4, most_given=largest - 1))
    assert sum(1 for _ in tight) > 0
    assert tight.skipped_actions >= sum(len(offer.cards) == largest for offer in offers)
    assert repr(tight).startswith(f"<Examples of 1 games, 0 skipped: {tight.actions} actions, ")
    with pytest.raises(BadData, match="no finished game of Bohnedikt for 3 players"):
        setting_for(tmp_path / "games", "bohnedikt", 3)


def test_games_with_other_cards_are_skipped(tmp_path: Path) -> None:
    cards = {"game": "bohnanza", "beans": {"Red": {"count": 9}}}
    own = tobean.play_match("bohnanza", ["sprout"] * 3, 1, talk_limit=2).record
    rules = tobean.Game("bohnanza", 3, 1, cards=cards).record
    write_games(tmp_path / "games", [PlayedGame(own), PlayedGame(replace(rules, result="A 1, B 1, C 1; winner A"))])
    found = examples(tmp_path / "games", Setting("bohnanza", 3))
    assert sum(1 for _ in found) > 100
    assert (found.games, found.skipped_games) == (1, 1)


def test_damaged_files_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "games"
    write_games(path, [played("bohnanza", 3)])
    whole = path.read_bytes()
    scribbled = whole[:40] + b"?" * 60 + whole[100:]
    for damaged in (b"", b"nothing of the kind", whole[: len(whole) // 2], whole[:-9], scribbled):
        path.write_bytes(damaged)
        with pytest.raises((BadData, tobean.BadRecord)):
            [record.final() for record in read_games(path)]
    pq.write_table(pa.table({"game": ["bohnanza"]}), path)
    with pytest.raises(BadData, match="not a file of games"):
        list(read_games(path))
    with pytest.raises(FileNotFoundError):
        list(read_games(tmp_path / "none"))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "game 2: .*chess"),
        ({"players": ["Ada"]}, "game 2: .*for 3, 4, 5 players"),
        ({"start": 7}, "game 2: .*is not a seat"),
        ({"deal": "Red, Unicorn"}, "game 2: .*Unicorn"),
        ({"moves": [{"seat": 0, "action": "dance", "chance": ""}]}, "game 2: .*dance"),
        ({"moves": None}, "game 2: "),
        ({"players": None}, "game 2: "),
    ],
)
def test_rows_that_are_not_records_are_reported(change: dict[str, object], reason: str, tmp_path: Path) -> None:
    row = row_of(played("bohnanza", 3))
    pq.write_table(pa.Table.from_pylist([row, {**row, **change}], schema()), tmp_path / "games")
    with pytest.raises(BadData, match=reason):
        list(read_games(tmp_path / "games"))


def test_illegal_actions_are_reported_in_a_replay(tmp_path: Path) -> None:
    game = played("bohnanza", 3)
    moves = game.record.moves
    write_games(tmp_path / "games", [PlayedGame(replace(game.record, moves=[moves[1], moves[0], *moves[2:]]))])
    [record] = read_games(tmp_path / "games")
    with pytest.raises(tobean.BadRecord):
        record.final()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"result": "A 1, B 2, C 3; winner C"}, "game 2: .*the result is not what was played"),
        ({"thalers": [1, 2, 3]}, "game 2: the thalers and winners"),
        ({"winners": []}, "game 2: the thalers and winners"),
        ({"result": ""}, "game 2: the game is over, but has no result"),
    ],
)
def test_results_are_verified_by_replay(change: dict[str, object], reason: str, tmp_path: Path) -> None:
    row = row_of(played("bohnanza", 3))
    path = tmp_path / "games"
    pq.write_table(pa.Table.from_pylist([row, {**row, **change}], schema()), path)
    assert len(list(read_games(path))) == 2  # it can be read, but not verified
    verified = read_games(path, verify=True)
    assert str(next(verified)) == str(played("bohnanza", 3).record)
    with pytest.raises(BadData, match=reason):
        next(verified)


def test_unfinished_games_and_illegal_actions_when_verifying(tmp_path: Path) -> None:
    begun = tobean.Game("bohnanza", 3, 4)
    begun.play(begun.table.legal_actions(0)[0])
    game = played("bohnanza", 3)
    moves = game.record.moves
    swapped = replace(game, record=replace(game.record, moves=[moves[1], moves[0], *moves[2:]]))
    write_games(tmp_path / "games", [PlayedGame(begun.record), PlayedGame(game.record), swapped])
    verified = read_games(tmp_path / "games", verify=True)
    assert [len(next(verified).moves), len(next(verified).moves)] == [1, len(moves)]
    with pytest.raises(BadData, match="game 3: "):
        next(verified)


def test_the_command(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.parquet"
    options = ("--games", "5", "--bots", "sprout,miser", "--players", "3", "--talk-limit", "2", "--workers")
    found = []
    for workers in ("1", "2"):
        assert run("record", path, *options, workers) == (0, f"{path}: 5 games\n", "")
        found.append(sorted(str(record) for record in read_games(path)))
        assert pq.read_table(path, columns=["seed", "thalers"]).num_rows == 5
    assert found[0] == found[1]
    assert len(set(found[0])) == 5
    assert "nobody" in single_error_line(run("record", path, "--bots", "nobody"))
