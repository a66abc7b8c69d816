"""Invalid input raises a typed error that says what was wrong and what is expected, and changes nothing."""

import json
import re

import pytest

import tobean
from tests.support.engine.tables import new_test_table
from tobean.kernel.chance import chance_from
from tobean.record.position_defaults import partial_table
from tobean.record.position_entries import entries


@pytest.mark.parametrize(
    ("wrong", "error", "text"),
    [
        ({"game": "skat"}, tobean.UnknownGame, "unknown game 'skat'; known: bohnanza"),
        ({"players": 2}, tobean.BadPlayers, "3, 4, 5 players, not 2"),
        ({"players": 6}, tobean.BadPlayers, "3, 4, 5 players, not 6"),
        ({"players": True}, tobean.BadPlayers, "3, 4, 5 players, not "),
        ({"colour": 1}, tobean.UnknownOption, "no option 'colour'; its options are: third_field, talk_limit"),
        ({"third_field": 3}, tobean.UnknownOption, "true or false, not 3"),
        ({"talk_limit": -1}, tobean.UnknownOption, "from 0 on, or none, not -1"),
        ({"talk_limit": True}, tobean.UnknownOption, "from 0 on, or none, not True"),
        ({"talk_limit": "six"}, tobean.UnknownOption, "from 0 on, or none, not 'six'"),
        ({"start": 4}, tobean.BadSeat, "seat from 0 to 3"),
        ({"seed": 1.5}, tobean.BadInput, "a number or a text, not float"),
        ({"deck": [0] * 20}, tobean.BadDeck, "too small"),
        ({"deck": [99] * 80}, tobean.BadDeck, "not a bean of Bohnanza"),
    ],
)
def test_an_impossible_game_is_refused(wrong: dict[str, object], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=re.escape(text)):
        tobean.new_game(**wrong)  # type: ignore[arg-type]
    assert issubclass(error, tobean.TobeanError)


@pytest.mark.parametrize(
    ("game", "players", "dealt"),
    [
        ("bohnanza", 4, 20),
        ("excalibohn", 5, 25),
        ("al-cabohne", 1, 7),
        ("bohnedikt", 3, 15),
        ("bohnedikt", 4, 18),
        ("bohnedikt", 5, 20),
    ],
)
def test_a_deck_has_a_card_more_than_is_dealt(game: str, players: int, dealt: int) -> None:
    deck = tobean.parse_cards("3 Pole, 4 Blue") * 5 if game == "al-cabohne" else [tobean.GAMES[game].beans[0].kind] * 30
    with pytest.raises(tobean.BadDeck, match=f"too small: {dealt} cards are dealt"):
        tobean.new_game(game, players, deck=deck[:dealt])
    if game != "al-cabohne":  # there the bosses need cards, too
        assert tobean.new_game(game, players, deck=deck[: dealt + 1]).draw_size == 1


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"deck": "25 any"}, "'25 any' must name kinds of beans"),
        ({"deck": "25 ?"}, "'25 ?' must name kinds of beans"),
        ({"game": "bohnedikt", "sacrificed": "any"}, "unknown kind of card: 'any'"),
    ],
)
def test_cards_that_must_be_known_are_not_any(given: dict[str, str], reason: str) -> None:
    with pytest.raises(tobean.BadNotation, match=re.escape(reason)):
        partial_table(given, chance_from(1))


def test_a_missing_seat_is_refused() -> None:
    table = new_test_table("bohnanza", 3, 1)
    before = entries(table)
    for seat in (-1, 3, 99):
        with pytest.raises(tobean.BadSeat, match="seats 0 to 2"):
            table.legal_actions(seat)
        with pytest.raises(tobean.BadSeat, match="seats 0 to 2"):
            table.apply(tobean.Harvest(seat, 0))
        with pytest.raises(tobean.BadSeat, match="seats 0 to 2"):
            tobean.observe(table, seat)
        with pytest.raises(tobean.BadSeat, match="seats 0 to 2"):
            table.sample_action(seat, chance_from(1))
    assert entries(table) == before


def test_actions_of_another_seat_are_refused() -> None:
    table = new_test_table("bohnanza", 4, 0)
    card = table.hands[1][0]
    with pytest.raises(tobean.Illegal, match="A is planting now") as refused:
        table.apply(tobean.Plant(1, card, tobean.FRONT, 0))
    assert refused.value.rule == "B3"


@pytest.mark.parametrize(
    ("phase", "action", "reason"),
    [
        ("3", "B offer A: nothing for Red", "Trading is over in this turn. (T8)"),
        ("3", "B accept 1: nothing", "Trading is over in this turn. (T8)"),
        ("1", "B offer A: nothing for Red", "A is planting now. (B3)"),
        ("1", "A go on", "There is no need to go on here: another decision is open. (B3)"),
        ("2", "B go on", "There is no need to go on here: another decision is open. (B4)"),
        ("3", "A go on", "There is no need to go on here: another decision is open. (B5)"),
    ],
)
def test_a_refusal_names_the_true_reason(phase: str, action: str, reason: str) -> None:
    given = {"phase": phase, "turned": "nothing" if phase == "1" else "Blue", "hand A": "Red"}
    table, _ = partial_table(given, chance_from(0))
    with pytest.raises(tobean.Illegal) as refused:
        table.check(tobean.parse_action(action))
    assert str(refused.value) == reason


def test_a_result_before_the_end_is_refused() -> None:
    with pytest.raises(tobean.BadInput, match="not over"):
        new_test_table("bohnanza", 3, 1).result()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not an action"),
        ("A", "not an action"),
        ("Z plant Red 1", "not a seat"),
        ("A jump", "unknown action 'jump'; known: "),
        ("A plant Purple 1", "unknown kind of card: 'Purple'"),
        ("A plant Red", "plant Red 1"),
        ("A plant Red 0", "from 1 up"),
        ("A harvest x", "field "),
        ("A offer B Red@1", "offer B: turned Soy"),
        ("A offer B: Red for Soy", "Red@2"),
        ("A accept x: Red@1", "offer "),
        ("A call: sing Red", "call: have Soy"),
        ("A pass now", "write `pass`"),
        ("A counter B: Red@1 for Soy", "counter 3 to A"),
        ("A plant Red 99999999999999999999", "field "),
        ("A plant Red ²", "field "),
        ("A harvest " + "9" * 5000, "field "),
    ],
)
def test_text_that_is_not_an_action_is_refused(text: str, reason: str) -> None:
    with pytest.raises(tobean.BadNotation, match=re.escape(reason)):
        tobean.parse_action(text)


def played_record() -> str:
    game = tobean.Game("bohnanza", ["Timon", "Nina", "Keno"], seed=4, talk_limit=3)
    chance = chance_from("errors")
    while not game.table.over:
        game.play(game.table.sample_action(game.table.awaited, chance))
    return game.record.text()


RECORD = played_record()
LINES = RECORD.splitlines()


def record_with_line(number: int, line: str | None) -> str:
    """The record with one line (counted from 1) changed or removed."""
    lines = LINES.copy()
    if line is None:
        del lines[number - 1]
    else:
        lines[number - 1] = line
    return "\n".join(lines) + "\n"


def first_draw() -> int:
    return next(number for number, line in enumerate(LINES, start=1) if number > 9 and "=>" in line)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: a record begins"),
        ("hello\n", "line 1: a record begins"),
        (record_with_line(1, "tobean record 2"), "line 1: a record begins with 'tobean record 1'"),
        (record_with_line(3, "edition: another"), "line 3: played by the rules 'another'"),
        (record_with_line(4, "players: Timon, Nina"), "line 4: Bohnanza is for 3, 4, 5 players, not 2"),
        (record_with_line(4, "players: Timon, , Keno"), "not a name for a player"),
        (record_with_line(5, "options: colour=1"), "no option 'colour'"),
        (record_with_line(5, "options: third_field"), "not an option"),
        (record_with_line(6, "start: D"), "not a seat"),
        (record_with_line(6, "weather: fine"), "line 6: unknown entry 'weather'"),
        (record_with_line(8, None), "line 8"),
        (record_with_line(8, "deal => 2 Red"), "line 8: a chance result is missing"),
        (record_with_line(8, LINES[7] + ", Red"), "line 8: more chance results"),
        (record_with_line(8, "deal => 15 Garden"), "line 8: the chance result Garden is not among the cards"),
        (record_with_line(9, LINES[8].replace("plant", "harvest")), "line 9"),
        (record_with_line(9, None), "line 9: this should be move 1, not 2"),
        (
            record_with_line(first_draw(), LINES[first_draw() - 1].split(" =>")[0]),
            f"line {first_draw()}: a chance result is missing",
        ),
        (
            record_with_line(len(LINES), "result: A 99, B 0, C 0; winner A"),
            f"line {len(LINES)}: the result is not what was played",
        ),
        (record_with_line(8, "deal => ² Red"), "line 8: unknown kind of card: '² Red'"),
        (record_with_line(5, "options: talk_limit=²"), "'²' is not a value of an option"),
        (record_with_line(9, "9" * 5000 + " A pass"), "line 9"),
        (RECORD + "999 A pass\n", "nothing comes after the result"),
        ("\n".join(LINES[:7]), "ends before the deal"),
    ],
)
def test_a_damaged_record_names_line_and_reason(text: str, reason: str) -> None:
    with pytest.raises(tobean.BadRecord, match=re.escape(reason)):
        list(tobean.parse_record(text).replay())


def test_texts_of_an_uninstalled_game_name_it() -> None:
    with pytest.raises(tobean.UnknownGame, match="not installed here: skat"):
        tobean.parse_record(record_with_line(2, "game: skat"))
    with pytest.raises(tobean.UnknownGame, match="not installed here: skat"):
        tobean.parse_table(TABLE.replace("game: bohnanza", "game: skat", 1))


def test_an_illegal_action_in_a_record_names_the_rule() -> None:
    move = LINES[8].split()
    front = move[3]
    other = "Red" if front != "Red" else "Soy"
    with pytest.raises(tobean.BadRecord, match=r"line 9: A plant .* is refused: .*\(B3\)"):
        list(tobean.parse_record(record_with_line(9, f"1 A plant {other} 1")).replay())


def test_an_unfinished_record_replays_to_its_end() -> None:
    text = "\n".join(LINES[:20]) + "\n"
    record = tobean.parse_record(text)
    assert record.text() == text
    assert not record.final().over


TABLE = tobean.table_text(new_test_table("bohnanza", 3, 1))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("tobean table 1", "tobean table 9", "line 1: a table text begins"),
        ("players: 3", "players: 9", "players, not 9"),
        ("turn: 1", "turn: one", "turn: 'one' is not a number"),
        ("turn: 1", "turn 1", "has no colon"),
        ("turn: 1\n", "turn: 1\nturn: 1\n", "appears twice"),
        ("turn: 1\n", "", "the entry 'turn' is missing"),
        ("turn: 1\n", "turn: 1\nmoon: full\n", "unknown entry 'moon'"),
        ("hand A: ", "hand A: Purple, ", "hand A: unknown kind of card: 'Purple'"),
        ("hand A: ", "hand A: Red, ", "each hand card needs the number of the pile"),
        ("hand A: ", "hand A: ?, ", "only beans of Bohnanza"),
        ("field A 1: nothing", "field A 1: Red, Blue", "one kind (K3)"),
        ("next: plant from hand", "next: dance", "unknown step 'dance'"),
        ("next: plant from hand", "next: plant from hand 7", "'7' is not a number from 0 to 1"),
        ("next: plant from hand", "next: draw 3", "stops only at an open decision"),
        ("start: B", "start: D", "not a seat"),
        ("run-outs: 0", "run-outs: 3", "there is no draw pile (K10)"),
        ("talk: 0 0 0", "talk: 0 0", "3 numbers"),
        ("ending: none", "offer 1: A offer B: Red@9 for Soy\nending: none", "only while cards are traded (T7, T8)"),
        ("ending: none", "shown 1: A 9 Red in 5\nending: none", "not true of the hand"),
    ],
)
def test_an_impossible_table_text_is_refused(old: str, new: str, reason: str) -> None:
    assert old in TABLE
    with pytest.raises(tobean.BadTable, match=re.escape(reason)):
        tobean.parse_table(TABLE.replace(old, new, 1))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"format": "else"}, "JSON object with the format"),
        ({"table": None}, "no table"),
        ({"chance": [1]}, "two numbers"),
        ({"chance": [0, 0]}, "out of range"),
        ({"chance": [2**40, 1]}, "out of range"),
        ({"script": "x"}, "list of numbers"),
    ],
)
def test_a_broken_snapshot_is_refused(change: dict[str, object], reason: str) -> None:
    data = json.loads(json.dumps(tobean.snapshot(new_test_table("bohnanza", 3, 1))))
    with pytest.raises(tobean.BadTable, match=reason):
        tobean.restore({**data, **change})
    with pytest.raises(tobean.BadTable, match="JSON object"):
        tobean.restore([])


def test_a_refusal_can_be_pickled() -> None:
    import pickle

    error = tobean.Illegal("K7", "Field {field} is protected.", field=2)
    back = pickle.loads(pickle.dumps(error))
    assert (str(back), back.rule, back.arguments) == (str(error), "K7", {"field": 2})
