"""Streaks: consecutive solo wins (A19), as a text and as a command."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import tobean
from tobean.bots import bot_named
from tobean.bots.game_loop import play_to_end
from tobean.cli.main import main
from tobean.record import streak

WON = streak.StreakEntry(True, "0123456789abcdef", "al-cabohne", "A 7; mafia 6; winner A")
LOST = streak.StreakEntry(False, "fedcba9876543210", "al-cabohne", "A 6; mafia 6; winner mafia")


@cache
def played(won: bool) -> tobean.Record:
    """A whole solo game of a bot: the first one that it wins, or the first one that it does not."""
    for seed in range(100):
        game = tobean.Game("al-cabohne", ["Marc"], seed)
        play_to_end(game.table, [bot_named("merchant" if won else "miser")], tobean.chance_from(seed), game.play)
        if bool(game.table.result().winners) == won:
            return game.record
    raise AssertionError("unreachable")


def certain_win() -> tobean.Record:
    """A tiny solo game that is always won: five Pole pay three thalers, and the mafia gets nothing."""
    deck = tobean.parse_cards("7 Pole, Kidney, Blue, Fire, 3 Pole")
    game = tobean.Game("al-cabohne", ["Marc"], deck=deck)
    lines = ["A plant Pole 1", "A plant Pole 1", "A go on", "A plant turned Pole 1", "A go on", "A go on"]
    for line in lines:
        game.play(tobean.parse_action(line))
    assert game.table.result().winners == (0,)
    return game.record


@pytest.mark.parametrize(
    ("games", "current", "best"),
    [("", 0, 0), ("w", 1, 1), ("l", 0, 0), ("wwl", 0, 2), ("wwlw", 1, 2), ("wlwww", 3, 3), ("wwwlww", 2, 3)],
)
def test_the_current_and_the_best_streak(games: str, current: int, best: int) -> None:
    entries = [WON if letter == "w" else LOST for letter in games]
    assert streak.current_streak(entries) == current
    assert streak.best_streak(entries) == best


def test_a_record_becomes_an_entry() -> None:
    won, lost = streak.entry_of(played(True)), streak.entry_of(played(False))
    assert (won.won, won.result) == (True, str(played(True).final().result()))
    assert (lost.won, lost.result) == (False, str(played(False).final().result()))
    again = streak.entry_of(tobean.parse_record(played(True).text()))
    assert again == won
    assert streak.with_entry([won, lost], again) == [won, lost]
    assert streak.with_entry([lost], again) == [lost, won]


def test_a_streak_reads_back() -> None:
    text = streak.streak_text([WON, LOST])
    assert text.startswith("tobean streak 1\nwon 0123456789abcdef al-cabohne: A 7; mafia 6; winner A\n")
    assert streak.parse_streak(text) == [WON, LOST]
    assert streak.parse_streak("tobean streak 1\n\n# so far nothing\n") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: a streak begins with"),
        ("tobean streak 9\n", "line 1: a streak begins with"),
        ("tobean streak 1\nwon something\n", "line 2: 'won something' is not a game"),
        (streak.streak_text([WON, LOST, WON]), "line 4: this game appears twice"),
        (streak.streak_text([replace(WON, won=False)]), "line 2: 'lost' is not what the result says"),
        (streak.streak_text([replace(LOST, won=True)]), "line 2: 'won' is not what the result says"),
    ],
)
def test_a_damaged_streak_names_the_line(text: str, reason: str) -> None:
    with pytest.raises(tobean.BadInput, match=reason):
        streak.parse_streak(text)


def test_only_finished_solo_games_count() -> None:
    with pytest.raises(tobean.BadInput, match="has 2 players"):
        streak.entry_of(tobean.Game("al-cabohne", 2).record)
    with pytest.raises(tobean.BadInput, match="stops before the end"):
        streak.entry_of(tobean.Game("al-cabohne", 1).record)


def test_only_the_printed_cards_count() -> None:
    refused = "the printed cards"
    with pytest.raises(tobean.BadInput, match=refused) as deck:
        streak.entry_of(certain_win())
    assert tobean.error_text(deck.value, (), "de") == (
        "eine Serie ist für Spiele mit den gedruckten Karten; diese Aufzeichnung wurde mit anderen gespielt"
    )
    cards = {"game": "al-cabohne", "beans": {"Blue": {"count": 21}}}
    with pytest.raises(tobean.BadInput, match=refused):
        streak.entry_of(tobean.Game("al-cabohne", 1, cards=cards).record)
    printed = [bean.kind for bean in tobean.GAMES["al-cabohne"].beans for _ in range(bean.count)]
    with pytest.raises(tobean.BadInput, match=refused):
        streak.entry_of(tobean.Game("al-cabohne", 1, deck=printed[:-1]).record)
    with pytest.raises(tobean.BadInput, match="stops before the end"):
        streak.entry_of(tobean.Game("al-cabohne", 1, deck=printed).record)


# --- the command -------------------------------------------------------------------------------------------


@pytest.fixture
def records(tmp_path: Path) -> dict[str, Path]:
    texts = {
        "won": played(True).text(),
        "lost": played(False).text(),
        "two": tobean.Game("al-cabohne", 2).record.text(),
        "open": tobean.Game("al-cabohne", 1).record.text(),
        "stacked": certain_win().text(),
        "broken": "tobean record 1\n",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.record").write_text(text, encoding="utf-8")
    return {name: tmp_path / f"{name}.record" for name in texts}


def test_records_are_added_once(tmp_path: Path, records: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "my.streak"
    assert main(["streak", str(file), str(records["won"])]) == 0
    assert capsys.readouterr().out == "Added 1 game. Current streak: 1 win. Best: 1 win. 1 game, 1 won.\n"
    assert main(["streak", str(file), str(records["won"]), str(records["lost"])]) == 0
    assert capsys.readouterr().out == "Added 1 game. Current streak: 0 wins. Best: 1 win. 2 games, 1 won.\n"
    kept = file.read_text(encoding="utf-8")
    assert main(["streak", str(file)]) == 0
    assert capsys.readouterr().out == "Current streak: 0 wins. Best: 1 win. 2 games, 1 won.\n"
    assert main(["streak", str(file), "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["current"], output["best"], output["games"], output["wins"], output["added"]) == (0, 1, 2, 1, 0)
    assert output["results"][1] == {"won": False, "game": "al-cabohne", "result": played(False).result}
    assert file.read_text(encoding="utf-8") == kept
    assert [entry.won for entry in streak.parse_streak(kept)] == [True, False]


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["{folder}/none.streak"], "none.streak: No such file"),
        (["-"], "kept in a file"),
        (["{folder}/my.streak", "{folder}/two.record"], "two.record: a streak is for solo games"),
        (
            ["{folder}/my.streak", "{folder}/won.record", "{folder}/open.record"],
            "open.record: a streak is for finished",
        ),
        (["{folder}/my.streak", "{folder}/stacked.record"], "stacked.record: a streak is for games with the printed"),
        (["{folder}/my.streak", "{folder}/broken.record"], "broken.record: line 1"),
        (["{folder}/my.streak", "{folder}/missing.record"], "missing.record: No such file"),
        (["{folder}/won.record"], "won.record: line 1: a streak begins"),
        (["{folder}/nowhere/my.streak", "{folder}/won.record"], "No such file"),
    ],
)
def test_invalid_records_are_reported_in_one_line_and_change_nothing(
    tmp_path: Path, records: dict[str, Path], capsys: pytest.CaptureFixture[str], args: list[str], complaint: str
) -> None:
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert main(["streak", *[arg.format(folder=tmp_path) for arg in args]]) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("tobean: ")
    assert output.err.count("\n") == 1
    assert complaint in output.err
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before
