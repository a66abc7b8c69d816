"""Input limits: input that is too long, too large or too deep is refused before anything is built from it."""

import json
import re
from typing import Any

import pytest

import tobean
from tests.support.engine.tables import VARIANTS, new_test_table, random_walk, table_in_mid_game
from tests.support.paths import GOLDEN
from tobean.games.card_set import parse_card_file, parse_card_set, with_cards
from tobean.kernel.cards import _PAY_TABLES, MAX_PAY_TABLES
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import MAX_MESSAGE_LENGTH, BadCards, BadRecord, BadScenario, BadTable
from tobean.kernel.notation import input_limits
from tobean.record.scenarios.runner import run_scenario
from tobean.record.scenarios.scenario import parse_scenarios

RECORD = (GOLDEN / "bohnanza-4.record").read_text(encoding="utf-8")
HEAD = 'game = "bohnanza"\n'


def with_line(key: str, value: str) -> str:
    """The golden record with another line in its header."""
    lines = [line for line in RECORD.splitlines() if not line.startswith(f"{key}: ")]
    lines.insert(4, f"{key}: {value}")
    return "\n".join(lines) + "\n"


def with_set(**beans: Any) -> str:
    return with_line("cards", json.dumps({"game": "bohnanza", "beans": beans}))


# --- card sets -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEAD + ".".join(["a"] * 10_000) + " = 1\n", "too many dots"),
        (HEAD + '"a"' + '."a"' * 5000 + " = 1\n", "too many dots"),
        (HEAD + "[" + ".".join(["a"] * 10_000) + "]\n", "too many dots"),
        (HEAD + ".".join(["a"] * 200_000) + " = 1\n", "too long: it may have 60000 characters"),
        (HEAD + "name = " + "[" * 2000 + "]" * 2000, "nested too deeply"),
        (HEAD + "name = " + "{a=" * 2000 + "}" * 2000, "nested too deeply"),
        (HEAD + "name = " + "9" * 5000, "a number that is too long: it may have 9 digits"),
        (HEAD + "name = 0x" + "f" * 5000, "name must be a text of one line"),
        (HEAD + "name = 1979-05-27", "name must be a text of one line"),
        (HEAD + "name = 1.5", "name must be a text of one line"),
        (HEAD + "name = nan", "name must be a text of one line"),
        (HEAD + "name = [1]", "name must be a text of one line"),
        (HEAD + 'name = """a\nb"""', "is on one line"),
        (HEAD + 'name = "' + '\\"' * 20_000, "not TOML"),
        (HEAD + "[beans.Red]\ncount = 0x" + "f" * 5000, "count must be a number from 1 to 60, not so large a number"),
        (HEAD + "[beans.Red]\ncount = 07:32:00", "count must be a number from 1 to 60, not a time"),
        (HEAD + "[beans.Red]\nbeanometer = [2, 3, 4, 61]", "a beanometer has numbers from 0 to 60"),
        (HEAD + f"[beans.Red]\nbeanometer = [2, 3, 4, {10**23}]", "a number that is too long"),
        (HEAD + '[beans.Red]\ntext = "' + "x" * 301 + '"', "Red: text is too long: it may have 300 characters"),
        (HEAD + '[beans.Red]\nname = "' + "x" * 41 + '"', "is too long: it may have 40 characters"),
        (HEAD + '[beans.Red]\nname = "x\\u2028y"', "name must be a text of one line"),
        (HEAD + '[beans.Red]\nname = "x\\u0000y"', "name must be a text of one line"),
        (HEAD + '[beans.Red]\nname_de = "x\\u0085y"', "name_de must be a text of one line"),
        (HEAD + "".join(f"[beans.{bean.name}]\ncount = 60\n" for bean in tobean.GAMES["bohnanza"].beans),
         "too many cards; the maximum is 400"),
    ],
)  # fmt: skip
def test_an_expensive_card_file_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadCards, match=re.escape(reason)):
        with_cards(tobean.GAMES["bohnanza"], parse_card_file(text))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[" * 5000, "nested too deeply"),
        ('{"a":' * 3000, "nested too deeply"),
        ('{"name": ' + "9" * 5000 + "}", "a number that is too long"),
        ('{"game": "' + "x" * 20_000 + '"}', "too long: it may have 20000 characters"),
        ('{"game": "bohnanza", "beans": {"Red": {"name": "x\\ud800"}}}', "name must be a text of one line"),
        ('{"game": "bohnanza", "name": NaN}', "name must be a text of one line"),
        ('{"game": 1e999}', "for the game inf"),
        ('"' + '\\"' * 9000, "not JSON"),
    ],
)
def test_an_expensive_card_set_in_a_record_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadCards, match=re.escape(reason)):
        with_cards(tobean.GAMES["bohnanza"], parse_card_set(text))


def test_texts_of_a_card_file_may_contain_characters_forbidden_in_keys() -> None:
    text = HEAD + 'name = \'a.b.c.d.e.f.g.h.i.j.k.l.m.n.o [[[[[[ 12345678901234567890\'  # [[[[[[[ 12345678901 """\n'
    assert with_cards(tobean.GAMES["bohnanza"], parse_card_file(text)).card_set


def test_the_cache_of_pay_tables_is_bounded() -> None:
    for count in range(200):
        tobean.new_game("bohnanza", cards={"game": "bohnanza", "beans": {"Red": {"text": f"number {count}"}}})
    assert len(_PAY_TABLES) <= MAX_PAY_TABLES


# --- records -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (with_line("players", ", ".join(f"p{n}" for n in range(3000))), "is for 3, 4, 5 players, not 3000"),
        (with_line("players", ", ".join(f"p{n}" for n in range(15_000))), "this line is too long"),
        (with_line("players", "A\x00da, Ben, Cleo, Dora"), "line 5: there is a character"),
        (with_line("players", "A\x1bda, Ben, Cleo, Dora"), "line 5: there is a character"),
        (with_line("players", "A\ud800da, Ben, Cleo, Dora"), "line 5: there is a character"),
        (with_line("players", "A\tda, Ben, Cleo, Dora"), "not a name for a player"),
        (with_line("players", "A\u2028da, Ben, Cleo, Dora"), "does not belong in the head"),
        (with_line("options", "third_field=no, talk_limit=101"), "talk_limit is at most 100, not 101"),
        (with_line("deck", "1000 Red"), "too many cards in one list; the maximum is 400"),
        (with_line("deck", ", ".join(["99 Red"] * 900)), "too many cards in one list"),
        (with_line("deck", "any"), "must name kinds of beans"),
        (with_set(Red={"beanometer": [2, 3, 4, 10**23]}), "a number that is too long"),
        (with_set(Red={"beanometer": [2, 3, 4, 999_999_999]}), "numbers from 0 to 60"),
        (with_set(Red={"name": "x\u2028y"}), "a text of one line"),
        (with_set(Red={"name": "x\ud800"}), "a text of one line"),
        ("x" * (input_limits.MAX_TEXT_LENGTH + 1), "this text is too long"),
        ("tobean record 1\n" * (input_limits.MAX_LINES + 1), "too many lines"),
        ("tobean record 1\n" + "x" * (input_limits.MAX_LINE_LENGTH + 1), "line 2: this line is too long"),
        (RECORD.replace("deal => ", "deal => any, "), "must name kinds of beans"),
        (RECORD.replace("deal => ", "deal => 400 Red, "), "too many cards in one list"),
        (RECORD[: RECORD.index("\n1 ")] + "\n1 A offer all: " + "turned Red, " * 2000 + "turned Red for Soy\n",
         "too many cards in one list"),
        (RECORD[: RECORD.index("\n1 ")] + "".join(f"\n{n} A pass" for n in range(1, 10_002)), "too many moves"),
    ],
)  # fmt: skip
def test_an_expensive_record_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(reason)):
        tobean.parse_record(text)


def test_an_error_quotes_long_input_only_in_part() -> None:
    with pytest.raises(tobean.BadNotation) as wrong:
        tobean.parse_action("A plant " + "x" * 20_000 + " 1")
    assert len(str(wrong.value)) <= MAX_MESSAGE_LENGTH
    assert str(wrong.value).startswith("unknown kind of card: 'xxx")


# --- table texts, snapshots, scenarios ---------------------------------------------------------------------------

TABLE = tobean.table_text(new_test_table("bohnanza", 3, 1))
TRADING = TABLE.replace("next: plant from hand; before turning over 2; turn over 2; ", "next: ")


def many(word: str, text: str, count: int) -> str:
    return "".join(f"{word} {number}: {text}\n" for number in range(1, count + 1)) + "ending: none"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("next: ", "next: plant or sacrifice; ", "plant or sacrifice is not a step of Bohnanza"),
        ("next: ", "next: magic; ", "magic is not a step of Bohnanza with 3 players"),
        ("next: ", "next: tax solo; ", "tax solo is not a step of Bohnanza"),
        ("next: ", "next: strike A B; ", "strike A B is not a step of Bohnanza"),
        ("next: ", "next: " + "trading; " * 60, "too many steps"),
        ("run-outs: 0", "run-outs: 4", "the game ends with run-out 3"),
        ("pile: 0", "pile: 999999999", "there is no pile 999999999"),
        ("draw bag: ", "draw bag: 390 Red, ", "too many cards in one list"),
        ("discard: nothing", "discard: 390 Red", "a game has at most 400 cards"),
        ("drawn A: 0", "drawn A: 7", "come from no draw pile"),
        ("ending: none", many("call", "A call: have Red", 100), "at most 99 calls"),
        ("ending: none", "call 1: E call: have Red\nending: none", "nobody here can have called that"),
        ("ending: none", "call 1: A call: have Mean\nending: none", "a call names beans of this game"),
        ("ending: none", many("offer", "B offer all: nothing for Red", 31), "at most 30 offers open (T7)"),
        ("ending: none", "offer 1: H offer all: nothing for Red\nending: none", "not for anybody it could be for"),
        ("ending: none", "offer 1: B offer J: nothing for Red\nending: none", "not for anybody it could be for"),
        ("ending: none", "offer 1: B offer all: nothing for 41 Red\nending: none", "asks for other cards than beans"),
        ("ending: none", "offer 1: B offer all: nothing for Mean\nending: none", "asks for other cards than beans"),
        ("ending: none", "offer 1: B offer all: nothing for Red\noffer 01: B offer all: nothing for Red\nending: none",
         "two offers have the same number"),
        ("ending: none", "offer 1: B offer all: nothing for Red\nending: none", "but there is an offer 1"),
        ("ending: none", "shown 1: A 1 nothing in 5\nending: none", "unknown kind of card: 'nothing'"),
        ("ending: none", "shown 1: A 0 Red in 5\nending: none", "not true of the hand"),
    ],
)  # fmt: skip
def test_an_impossible_table_text_is_refused(old: str, new: str, reason: str) -> None:
    assert old in TRADING
    with pytest.raises(BadTable, match=re.escape(reason)):
        tobean.parse_table(TRADING.replace(old, new, 1))


def test_offers_exist_only_in_trading_phases() -> None:
    with pytest.raises(BadTable, match="only while cards are traded"):
        tobean.parse_table(
            TABLE.replace("next: plant from hand; before turning over 2; turn over 2; trading; ", "next: ")
            .replace("aside B: nothing", "aside B: Red")
            .replace("deals: 0", "deals: 1")
            .replace("ending: none", "call 1: A call: have Red\nending: none")
        )


def test_sacrifice_cards_are_only_in_hands() -> None:
    text = tobean.table_text(new_test_table("bohnedikt", 3, 1))
    for pile in ("draw bag", "discard", "turned", "thalers A", "field A 1", "aside A"):
        with pytest.raises(BadTable, match=f"{pile}: only beans of Bohnedikt are allowed here"):
            tobean.parse_table(re.sub(rf"(?m)^{pile}: .*", f"{pile}: Green/Red", text))


@pytest.mark.parametrize(
    ("game", "old", "new", "reason"),
    [
        ("bohnedikt", "tribute: nothing", "tribute: Red", "what is missing of the thaler piles"),
        ("bohnedikt", "hoard A: nothing", "hoard A: Green/Red", "is not a thaler"),
        ("bohnedikt", "edicts used: nothing", "edicts used: U1", "U1 is not in force"),
        ("bohnedikt", "sacrifices 0: ", "sacrifices 0: Green/Red\nsacrifices 1: ", "only the present sacrifice pile"),
        ("rabohnzel", "next: ", "next: plant enchanted H; ", "does not fit this table"),
        ("rabohnzel", "next: ", "next: choose thaler H I Pluck Cape; ", "does not fit this table"),
        ("rabohnzel", "next: ", "next: counter-attack H I; ", "does not fit this table"),
        ("rabohnzel", "next: ", "next: place card F; ", "does not fit this table"),
        ("rabohnzel", "next: ", "next: activate one E; ", "does not fit this table"),
        ("rabohnzel", "next: ", "next: lay spell J 1; ", "does not fit this table"),
        ("excalibohn", "draw to the end;", "draw to the end 900;", "not a number from 0 to 9"),
        ("bohnedikt", "next: ", "next: edict swap; ", "does not fit this table"),
        ("bohnedikt", "next: ", "next: at once U1; ", "does not fit this table"),
    ],
)
def test_entries_of_a_single_game_are_checked(game: str, old: str, new: str, reason: str) -> None:
    text = tobean.table_text(new_test_table(game, 3, 1)).replace("run-outs: 0\npile: 0", "run-outs: 2\npile: 2")
    tobean.parse_table(text)
    assert old in text
    with pytest.raises(BadTable, match=re.escape(reason)):
        tobean.parse_table(text.replace(old, new, 1))


def test_kinds_marked_as_missing_must_be_missing() -> None:
    table = new_test_table("bohnedikt", 3, 1)
    held = next(card for card in table.hands[0] if card in table.kinds)
    wrong = f"lacks 1: A {tobean.name_of(held)} in {len(table.hands[0])}\nhoard A:"
    with pytest.raises(BadTable, match="not missing in the hand"):
        tobean.parse_table(tobean.table_text(table).replace("hoard A:", wrong))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"script": [0] * 401}, "at most 400"),
        ({"script": [-1]}, "numbers of cards"),
        ({"script": [10**5000]}, "numbers of cards"),
        ({"table": {"game": "bohnanza\nplayers: 3"}}, "more than one line"),
        ({"table": {"game": "x" * 30_001}}, "this line is too long"),
        ({"table": {str(number): "" for number in range(20_001)}}, "too many lines"),
    ],
)
def test_a_snapshot_out_of_bounds_is_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(BadTable, match=reason):
        tobean.restore({**tobean.snapshot(new_test_table("bohnanza", 3, 1)), **change})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("scenario: x\ngiven players: " + ", ".join(f"p{n}" for n in range(4000)), "players, not 4000"),
        ("scenario: x\ngiven players: 999999999", "players, not "),
        ("scenario: x\ngiven hand A: 999999999", "too many cards in one list"),
        ("scenario: x\ngiven pile: 999999999", "names no draw pile"),
        ("scenario: x\ngiven run-outs: 6", "the game ends with run-out"),
        ("scenario: x\ngiven turn: " + "9" * 5000, "not a number"),
        ("scenario: x\nchance " + "Red, " * 399 + "Red\nchance Red", "too many cards in one list"),
        ("scenario: x\nchance any", "must name kinds of beans"),
    ],
)
def test_a_scenario_out_of_bounds_is_refused(text: str, reason: str) -> None:
    (scenario,) = parse_scenarios(text + "\nthen phase: 1")
    (failure,) = run_scenario(scenario).failures
    assert reason in failure


@pytest.mark.parametrize(
    ("text", "reason"),
    [("scenario: x\x00", "cannot be printed"), ("scenario: x" + "x" * 30_000, "this line is too long")],
)
def test_a_file_of_scenarios_out_of_bounds_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadScenario, match=reason):
        parse_scenarios(text)


def test_every_step_at_which_a_game_stops_is_one_of_its_steps() -> None:
    for game, players in VARIANTS:
        for seed in (1, 2):
            for table in random_walk(game, players, seed):
                for step in table.agenda:
                    assert table.rules.knows_step(step, players), (game, step)
                    assert step.fits(table), (game, step)


def test_tables_in_mid_game_are_within_all_bounds() -> None:
    for game, players in VARIANTS:
        text = tobean.table_text(table_in_mid_game(game, players, 3))
        assert tobean.table_text(tobean.parse_table(text)) == text


# --- talk --------------------------------------------------------------------------------------------------------


def trading_table() -> tobean.Table:
    table = tobean.new_game("bohnanza", 3, 1)
    chance = chance_from(1)
    while not table.may_talk(table.active):
        table.apply(table.sample_action(table.awaited, chance))
    return table


def test_a_player_has_at_most_thirty_offers_open() -> None:
    table = trading_table()
    offer = tobean.MakeOffer(table.active, tobean.TABLE, (), (), (table.kinds[0],))
    for _ in range(input_limits.MAX_OPEN_OFFERS):
        table.apply(offer)
    with pytest.raises(tobean.Illegal, match="at most 30 offers open") as refused:
        table.apply(offer)
    assert refused.value.rule == "T7"
    with pytest.raises(tobean.Illegal, match="at most 30 offers open"):
        table.sample_offer(table.active, chance_from(1))
    assert table.may_talk(table.active)  # a call is still possible
    decision = table.decision
    for seed in range(20):
        assert isinstance(decision.sample_talk(table, table.active, 0, chance_from(seed)), tobean.Call)
    other = (table.active + 1) % table.players
    assert table.allows(tobean.MakeOffer(other, table.active, (), (), (table.kinds[0],)))
    assert tobean.table_text(tobean.parse_table(tobean.table_text(table))) == tobean.table_text(table)
    table.apply(tobean.Withdraw(table.active, 1))
    assert table.allows(offer)


def test_the_calls_on_a_table_and_the_talk_of_a_turn_are_bounded() -> None:
    table = trading_table()
    kinds = table.kinds
    for number in range(input_limits.MAX_TALK):
        for seat in range(table.players):
            table.apply(tobean.Call(seat, (kinds[number % len(kinds)],), ()))
    assert len(table.calls) == input_limits.MAX_CALLS
    assert table.calls[-1].has == (kinds[99 % len(kinds)],)
    assert not table.may_talk(0)
    with pytest.raises(tobean.Illegal, match="at most 100 offers and calls a turn"):
        table.apply(tobean.Call(0, (kinds[0],), ()))


def test_offers_and_calls_name_a_bounded_number_of_cards() -> None:
    table = trading_table()
    many_kinds = (table.kinds[0],) * (input_limits.MAX_CARDS_NAMED + 1)
    for action in (
        tobean.Call(0, many_kinds, ()),
        tobean.Call(0, (), many_kinds),
        tobean.MakeOffer(table.active, tobean.TABLE, (), (), many_kinds),
    ):
        with pytest.raises(tobean.Illegal, match="names at most 40 cards"):
            table.apply(action)
        with pytest.raises(tobean.Illegal, match="names at most 40 cards"):
            table.apply(tobean.parse_action(repr(action)))


def test_after_very_many_actions_trading_stops_and_the_game_ends() -> None:
    table = trading_table()
    table.ply = input_limits.LAST_TALK_PLY
    assert not table.may_talk(table.active)
    with pytest.raises(tobean.Illegal, match="After 5000 actions"):
        table.apply(tobean.Call(0, (table.kinds[0],), ()))
    chance = chance_from(3)
    while not table.over:
        table.apply(table.sample_action(table.awaited, chance))
    assert table.ply < input_limits.MAX_MOVES
