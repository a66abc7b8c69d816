"""Features of an observation: of fixed size, named, and without secrets."""

import pytest

import tobean
from tests.support.engine.tables import VARIANTS, random_walk
from tobean.kernel.base.seats import SPECTATOR
from tobean.kernel.trade.trade_history import TradeHistory
from tobean.research.tokens.features import OFFERS, POSITIONS, Layout, UnknownVersion


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_features_leak_nothing(game: str, players: int) -> None:
    """Tables that a seat cannot tell apart have the same features (I1), from the table as from the observation."""
    layout, first = Layout(game, players), Layout(game, players, version=1)
    for ply, table in enumerate(random_walk(game, players, seed=players + 2)):
        if ply % 9 == 0:
            seat = ply // 9 % players
            seen = layout.dense(tobean.observe(table, seat))
            assert len(seen) == layout.size
            assert layout.dense_at(table, seat) == seen
            assert first.dense_at(table, seat) == seen[: first.size]
            for world in range(2):
                other = tobean.determinize(tobean.observe(table, seat), world)
                assert layout.dense(tobean.observe(other, seat)) == seen


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_slices_cover_everything_once(game: str, players: int) -> None:
    layout = Layout(game, players)
    at = 0
    for part in layout.slices:
        assert part.start == at
        at = part.stop
    assert at == layout.size == len(layout.scale())
    assert 0 not in layout.scale()
    assert len({part.name for part in layout.slices}) == len(layout.slices)


def test_features_have_their_documented_meaning() -> None:
    table = tobean.new_game("bohnanza", players=3, seed=3, talk_limit=4)
    for action in ("A plant", "A pass", "A offer all: turned"):
        table.apply(
            next(found for found in [*table.legal_actions(0), some_offer(table)] if repr(found).startswith(action))
        )
    view = tobean.observe(table, 1)
    layout = Layout("bohnanza", 3, talk_limit=4)
    seen = layout.dense(view)

    def part(name: str) -> list[int]:
        return list(seen[layout[name].start : layout[name].stop])

    assert part("own numbers") == [5, 0, 3, 0, 0, 1, 0]
    assert part("seat +2 numbers") == [4, 0, 3, 1, 1, 0, 1]
    assert sum(part("seat +2 field 1")) == 2  # one card, and the field itself; it does not pay yet
    assert part("own hand") == [view.hand.count(kind) for kind in layout.kinds]
    assert part("seat +1 hand") == [0] * 8
    assert part("hand")[:8] == [int(kind == view.hand[0]) for kind in layout.kinds]
    assert part("turned") == [view.turned.count(kind) for kind in layout.kinds]
    assert part("urns")[:8] == [view.urns[0][kind] for kind in layout.kinds]
    offer = part("offer 1")
    assert offer[:8] == [1, 0, 0, 1, 1, 0, 0, 0]  # present, from the second seat to the left, to all
    assert offer[8:16] == [table.offers[0].cards.count(kind) for kind in layout.kinds]
    assert sum(part("offer 2")) == 0
    assert layout.sparse(view) == {place: number for place, number in enumerate(seen) if number}


def some_offer(table: tobean.Table) -> tobean.Action:
    return tobean.MakeOffer(0, tobean.TABLE, tuple(table.turned[:1]), (tobean.TURNED,) * len(table.turned[:1]), (0,))


def test_trade_history_is_counted_from_the_observer() -> None:
    table = tobean.new_game("bohnanza", players=3, seed=3, talk_limit=4)
    table.trade_history = TradeHistory((0, 1, 2, 3, 0, 4, 5, 6, 0), (7, 8, 300), (10, 0, 12))
    layout = Layout("bohnanza", 3)
    seen = layout.dense_at(table, 1)
    assert seen == layout.dense(tobean.observe(table, 1))
    assert list(seen[layout["own trade history"].start :]) == [0, 4, 3, 8, 0, 6, 0, 5, 255, 12, 1, 2, 0, 7, 10]
    assert Layout("al-cabohne", 1).slices[-1].name == "game"


def test_large_counts_are_clamped() -> None:
    """A long hand, and more offers than fit."""
    table = tobean.new_game("bohnanza", players=5, seed=3)
    table.apply(table.legal_actions(0)[0])
    table.apply(tobean.Pass(0))
    for _ in range(OFFERS + 3):
        table.apply(tobean.MakeOffer(0, tobean.TABLE, (), (), (0,)))
    table.hands[1].extend([0] * 300)
    table.origins[1].extend([0] * 300)
    layout = Layout("bohnanza", 5)
    seen = layout.dense(tobean.observe(table, 1))
    assert seen[layout["own numbers"].start] == 255
    assert sum(seen[layout["hand"].start : layout["hand"].stop]) == POSITIONS
    assert seen[layout[f"offer {OFFERS}"].start] == 1


def test_an_array_is_written_in_place() -> None:
    layout = Layout("al-cabohne", 1)
    table = tobean.new_game("al-cabohne", players=1, seed=1)
    out = bytearray(b"\x07" * (2 * layout.size))
    layout.write(tobean.observe(table, 0), out, layout.size)
    assert set(out[: layout.size]) == {7}
    assert out[layout.size :] == layout.dense(tobean.observe(table, 0))


def test_other_encodings_are_refused() -> None:
    with pytest.raises(UnknownVersion, match="version 99"):
        Layout("bohnanza", 4, version=99)
    with pytest.raises(tobean.BadInput, match="Bohnanza with 4 players"):
        Layout("bohnanza", 4).dense(tobean.observe(tobean.new_game("bohnanza", players=3), 0))
    with pytest.raises(tobean.BadInput, match="a bystander has none"):
        Layout("bohnanza", 3).dense(tobean.observe(tobean.new_game("bohnanza", players=3), SPECTATOR))
    with pytest.raises(tobean.BadInput, match="no seat 3"):
        Layout("bohnanza", 3).dense_at(tobean.new_game("bohnanza", players=3), 3)
    with pytest.raises(KeyError):
        Layout("bohnanza", 4)["hands"]


def test_an_encoding_within_another_one_has_its_own_writer() -> None:
    """Writers are used again, but not by two encodings at a time, as in several threads."""
    layout = Layout("bohnanza", 3)
    outer, inner = layout.zeros(), layout.zeros()
    outer[0] = 7
    assert layout.finished(inner) == bytes(layout.size)
    assert layout.finished(outer)[0] == 7
    assert layout.finished(layout.zeros()) == bytes(layout.size)
