"""Values in a console: short, useful, and never an error."""

import pytest

import tobean
from tests.support.engine.tables import VARIANTS, random_walk
from tests.tools.golden_games import played_record
from tobean.kernel.base.seats import SPECTATOR


@pytest.fixture
def table() -> tobean.Table:
    """Seat A trades and has made an offer that B has declined."""
    table = tobean.new_game("bohnanza", players=4, seed=7)
    for text in ("A plant Blue 1", "A pass", "A offer all: turned Red for Soy", "B decline 1"):
        table.apply(tobean.parse_action(text))
    return table


def test_the_repr_of_a_table_states_the_turn_and_phase(table: tobean.Table) -> None:
    assert repr(table) == "<Table bohnanza, 4 players, turn 1, ply 4: C decides, trading>"
    assert (
        repr(tobean.observe(table, 1)) == "<Observation of B: bohnanza, 4 players, turn 1, ply 4: C decides, trading>"
    )
    assert repr(tobean.observe(table, SPECTATOR)).startswith("<Observation of a spectator: bohnanza")


def test_the_repr_of_an_offer_names_its_cards(table: tobean.Table) -> None:
    assert repr(table.offers[0]) == "<Offer 1: A offer all: turned Red for Soy (declined by B)>"
    assert str(table.offers[0]) == "A offer all: turned Red for Soy (declined by B)"


def test_the_str_of_a_table_is_its_table_text(table: tobean.Table) -> None:
    assert str(table) == tobean.table_text(table)
    assert str(tobean.parse_table(str(table))) == str(table)


def test_the_str_of_an_observation_reveals_no_secrets(table: tobean.Table) -> None:
    lines = str(tobean.observe(table, 1)).splitlines()
    assert "hand A: 4 ?" in lines
    assert f"hand B: {tobean.cards_text(table.hands[1])}" in lines
    assert not any(line.startswith("draw bag") for line in lines)


def test_rules_beans_and_steps() -> None:
    rules = tobean.GAMES["bohnanza"]
    assert repr(rules) == f"<Rules of Bohnanza: {rules.edition}>"
    beans = {bean.name: repr(bean) for bean in rules.beans}
    assert beans["Blue"] == "<Bean Blue: 20 cards, pays at 4 6 8 10>"
    assert beans["Garden"] == "<Bean Garden: 6 cards, pays at - 2 3 ->"
    assert [repr(step) for step in rules.turn][:2] == ["plant from hand", "before turning over 2"]


def test_a_game_its_record_and_its_result() -> None:
    record = played_record("bohnanza", 3)
    assert repr(record) == f"<Record of bohnanza: Timon, Nina, Keno; {len(record.moves)} moves; {record.result}>"
    assert str(record) == record.text()
    final = record.final()
    assert repr(final.result()) == f"<Result {record.result}>"
    assert repr(final).endswith(": over>")
    begun = tobean.Game("bohnanza", ["Ada", "Ben", "Cid"], seed=1)
    assert repr(begun).startswith("<Game of Ada, Ben, Cid: bohnanza, 3 players, turn 1, ply 0: A decides")
    assert repr(begun.record) == "<Record of bohnanza: Ada, Ben, Cid; 0 moves; not over>"


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_every_event_has_a_repr(game: str, players: int) -> None:
    record = played_record(game, players)
    for table, _, events in record.replay():
        assert "\n" not in repr(table)
        for event in events:
            for seen in (event, event.seen_by(0), event.seen_by(SPECTATOR)):
                assert repr(seen).startswith(f"<Event {event.name}")
                assert len(repr(seen)) < 1000


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_every_table_can_be_printed(game: str, players: int) -> None:
    for table in random_walk(game, players, seed=3):
        if table.ply % 25 == 0:
            assert str(table) == tobean.table_text(table)
            assert str(tobean.observe(table, 0)).startswith(f"game: {game}\n")


def test_a_written_offer_is_put_in_canonical_order() -> None:
    """Turned-over cards first, then the hand from front to back: deals and masks rely on it (T7)."""
    table = tobean.new_game("bohnanza", players=3, seed=3)
    table.apply(table.legal_actions(0)[0])
    table.apply(tobean.Pass(0))
    hand, turned = table.hands[0], table.turned[0]
    table.apply(tobean.MakeOffer(0, tobean.TABLE, (turned, hand[1], hand[2]), (tobean.TURNED, 1, 2), (0, 1)))
    given, wanted = str(table.offers[0]).split(": ")[1].split(" for ")
    text = str(table).replace(f"{given} for {wanted}", f"{', '.join(reversed(given.split(', ')))} for Chili, Blue")
    assert text != str(table)
    assert tobean.parse_table(text).offers == table.offers
