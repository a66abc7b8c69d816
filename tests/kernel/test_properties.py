"""Property-based tests of parsers, chance, payouts and records."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tobean
from tests.support.engine.tables import new_test_table
from tobean.kernel.cards import Bean, cards_text
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import GameNotInstalled
from tobean.kernel.trade.tradeable_cards import payments
from tobean.record.notation import parse_cards
from tobean.record.record import check_name
from tobean.record.scenarios.scenario import parse_scenarios

KINDS = [bean.kind for bean in tobean.GAMES["bohnanza"].beans]
cards = st.lists(st.sampled_from([*KINDS, tobean.HIDDEN]), max_size=12)


@given(cards)
def test_cards_round_trip(pile: list[int]) -> None:
    assert parse_cards(cards_text(pile)) == pile


@given(st.text(max_size=60))
def test_any_text_is_parsed_or_refused(text: str) -> None:
    try:
        action = tobean.parse_action(text)
    except tobean.BadNotation as error:
        assert "\n" not in str(error).replace(text, "")
    else:
        assert tobean.parse_action(repr(action)) == action


ACTION_WORDS = st.sampled_from(
    ["A", "B", "offer", "counter", "accept", "plant", "call:", "have", "want", "for", "to", "1:", "B:", "all:", "Red",
     "Red@1", "turned", "aside", "nothing", "2", "0", ",", ";", "end", "trading", "go", "on", "harvest", "?", "Soy,"]
)  # fmt: skip


@given(st.lists(ACTION_WORDS, max_size=9).map(" ".join))
@settings(max_examples=400)
def test_any_sequence_of_words_is_parsed_or_refused(text: str) -> None:
    try:
        action = tobean.parse_action(text)
    except tobean.BadNotation:
        return
    assert tobean.parse_action(repr(action)) == action


@given(st.text(max_size=200))
def test_any_text_is_refused_as_record_table_and_scenario(text: str) -> None:
    for parse in (tobean.parse_record, tobean.parse_table, parse_scenarios):
        try:
            parse(text)
        except (tobean.BadRecord, tobean.BadTable, tobean.BadScenario) as error:
            assert str(error)


@pytest.fixture(scope="module")
def record_text() -> str:
    game = tobean.Game("bohnanza", 3, seed=9, talk_limit=2)
    chance = chance_from(9)
    for _ in range(60):
        game.play(game.table.sample_action(game.table.awaited, chance))
    return game.record.text()


@given(data=st.data())
@settings(max_examples=60)
def test_a_damaged_record_is_refused_or_valid(record_text: str, data: st.DataObject) -> None:
    """A changed line gives an error with a line number, a game that is not installed, or a record that replays."""
    lines = record_text.splitlines()
    number = data.draw(st.integers(1, len(lines) - 1))
    what = data.draw(st.sampled_from(["drop", "double", "swap", "cut", "letter"]))
    if what == "drop":
        del lines[number]
    elif what == "double":
        lines.insert(number, lines[number])
    elif what == "swap":
        lines[number - 1], lines[number] = lines[number], lines[number - 1]
    elif what == "cut":
        lines[number] = lines[number][: len(lines[number]) // 2]
    elif lines[number]:
        spot = data.draw(st.integers(0, len(lines[number]) - 1))
        lines[number] = lines[number][:spot] + data.draw(st.characters()) + lines[number][spot + 1 :]
    try:
        for _ in tobean.parse_record("\n".join(lines)).replay():
            pass
    except tobean.BadRecord as error:
        assert str(error).startswith("line ")
    except GameNotInstalled as error:
        assert error.game not in tobean.GAMES


@given(st.integers(1, 40), st.integers(0, 2**40))
def test_chance_stays_in_range_and_repeats(limit: int, seed: int) -> None:
    one, two = chance_from(seed), chance_from(seed)
    drawn = [one.randbelow(limit) for _ in range(50)]
    assert drawn == [two.randbelow(limit) for _ in range(50)]
    assert all(0 <= number < limit for number in drawn)


def test_chance_is_even() -> None:
    """Chi-square tests of single draws (8 bins) and of consecutive pairs (16 bins), 80,000 draws each.

    Only a broken generator exceeds the limits.
    """
    chance = chance_from("even")
    boxes = [0] * 8
    for _ in range(80_000):
        boxes[chance.randbelow(8)] += 1
    assert sum((count - 10_000) ** 2 / 10_000 for count in boxes) < 40
    pairs: dict[tuple[int, int], int] = {}
    last = chance.randbelow(4)
    for _ in range(80_000):
        now = chance.randbelow(4)
        pairs[last, now] = pairs.get((last, now), 0) + 1
        last = now
    assert sum((pairs[pair] - 5_000) ** 2 / 5_000 for pair in pairs) < 60


@given(st.lists(st.integers(0, 15), min_size=4, max_size=4), st.integers(0, 30))
def test_a_beanometer_pays_the_highest_step_reached(steps: list[int], count: int) -> None:
    bean = Bean(0, 20, tuple(steps), "test")
    reached = [thalers for thalers, needed in enumerate(steps, start=1) if needed and count >= needed]
    assert bean.pays(count) == max(reached, default=0)


@given(st.lists(st.sampled_from(KINDS[:3]), min_size=1, max_size=7), st.lists(st.sampled_from(KINDS[:3]), max_size=3))
def test_all_ways_to_give(hand: list[int], wants: list[int]) -> None:
    """Every choice of positions that meets the request is found exactly once."""
    from itertools import combinations

    table = new_test_table("bohnanza", 3, 1)
    seat = (table.active + 1) % 3
    table.hands[seat] = hand
    found = payments(table, seat, tuple(sorted(wants)))
    expected = {
        places
        for places in combinations(range(len(hand)), len(wants))
        if sorted(hand[p] for p in places) == sorted(wants)
    }
    assert {places for _, places in found} == expected
    assert len(found) == len(expected)


# Names of players and cards as untrusted input: hardly any character is left out.
ODD = st.text(st.characters() | st.sampled_from("\x00\x1b\x85\u2028\u2029\ud800\n\r\t\x0b\x1c ,:;=@#"), max_size=44)
OWN_BEAN = st.fixed_dictionaries(
    {},
    optional={
        "count": st.integers(0, 70),
        "beanometer": st.lists(st.integers(0, 70), min_size=4, max_size=4, unique=True).map(sorted),
        "name": ODD,
        "german": ODD,
        "text": ODD,
        "provenance": ODD,
    },
)
OWN_SET = st.fixed_dictionaries(
    {"game": st.just("bohnanza")},
    optional={"name": ODD, "beans": st.dictionaries(st.sampled_from(["Red", "Soy", "Blue"]), OWN_BEAN)},
)


@given(st.lists(ODD, min_size=3, max_size=3), OWN_SET | st.none(), st.integers(0, 99), st.integers(0, 30))
@settings(max_examples=300)
def test_a_record_round_trips(names: list[str], own: dict[str, object] | None, seed: int, length: int) -> None:
    try:
        game = tobean.Game("bohnanza", names, seed, cards=own)
    except tobean.BadInput as error:
        str(error).encode()
        return
    chance = chance_from(seed)
    for _ in range(length):
        game.play(game.table.sample_action(game.table.awaited, chance))
    text = game.record.text()
    back = tobean.parse_record(text.encode().decode())
    assert back.text() == text
    assert (back.players, back.cards) == (game.record.players, game.record.cards)
    assert tobean.table_text(back.final()) == tobean.table_text(game.table)


@given(st.text("Abc, \x00\x1f\x85\u2028\ud800é🫘", min_size=1, max_size=8))
def test_an_accepted_name_is_a_single_line(name: str) -> None:
    try:
        check_name(name)
    except tobean.BadInput:
        return
    assert name.splitlines() == [name]
    assert "\x00" not in name
    name.encode()
