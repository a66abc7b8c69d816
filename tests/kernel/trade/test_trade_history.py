"""Public history of the players: favours between seats, and calls that were honoured or not."""

import pickle

import tobean
from tobean.kernel.actions import Accept, Call, Decline, EndTrading, MakeOffer
from tobean.kernel.cards import kind_named
from tobean.kernel.chance import chance_from
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.table import Table
from tobean.kernel.trade.trade_history import NO_HISTORY, TradeHistory
from tobean.record.position_defaults import partial_table

RED, SOY, STINK, BLUE, GREEN = (kind_named(name) for name in ("Red", "Soy", "Stink", "Blue", "Green"))


def market() -> Table:
    """Timon trades. Soy grows for Nina, Red for him."""
    said = {
        "players": "Timon, Nina, Keno",
        "hand A": "Blue, Soy, Stink",
        "hand B": "Red, Red, Green",
        "hand C": "Stink, Green, Red",
        "field A 1": "2 Red",
        "field A 2": "2 Green",
        "field B 1": "2 Soy",
        "field B 2": "2 Blue",
        "field C 1": "2 Stink",
        "turned": "Soy, Stink",
    }
    return partial_table(said, chance_from("market"))[0]


def favour(table: Table, giver: int, receiver: int) -> int:
    return table.trade_history.favours[giver * table.players + receiver]


def test_a_favour_is_a_useful_card_given_for_nothing() -> None:
    table = market()
    assert table.trade_history is NO_HISTORY[3]
    table.apply(MakeOffer(0, 1, (SOY,), (1,), (RED,)))
    table.apply(Accept(1, 1, (RED,), (0,)))
    assert table.trade_history == NO_HISTORY[3]  # both received a kind that they grow
    table.apply(MakeOffer(0, 1, (BLUE,), (0,), ()))
    table.apply(Accept(1, 2, (), ()))
    assert (favour(table, 0, 1), favour(table, 1, 0)) == (2, 0)  # the receiver grows it, and gave nothing in return
    table.apply(MakeOffer(0, 1, (SOY,), (TURNED,), ()))
    table.apply(Accept(1, 3, (), ()))
    assert favour(table, 0, 1) == 3  # the receiver had to plant it
    table.apply(MakeOffer(2, 0, (GREEN, RED), (1, 2), (STINK,)))
    table.apply(Accept(0, 4, (STINK,), (0,)))
    assert (favour(table, 2, 0), favour(table, 0, 2)) == (1, 0)  # two matching cards for one
    assert sum(table.trade_history.favours) == 4


def test_calls_are_kept_by_giving_and_doubted_by_declining() -> None:
    table = market()
    table.apply(Call(1, (RED, GREEN), ()))
    table.apply(MakeOffer(0, 1, (SOY,), (1,), (RED,)))
    table.apply(Accept(1, 1, (RED,), (0,)))
    assert table.trade_history.honoured_calls == (0, 1, 0)
    table.apply(Call(2, (RED,), ()))
    for cards, places, wants in (((), (), (RED,)), ((BLUE,), (0,), (RED, GREEN)), ((BLUE,), (0,), (GREEN,))):
        table.apply(MakeOffer(0, 2, cards, places, wants))  # for nothing, or for more than the call promised
        table.apply(Decline(2, table.offer_count))
    assert table.trade_history.refused_calls == (0, 0, 0)
    for _ in range(3):  # asking repeatedly proves no more than asking once
        table.apply(MakeOffer(0, 2, (BLUE,), (0,), (RED,)))
        table.apply(Decline(2, table.offer_count))
    table.apply(EndTrading(0))
    assert table.trade_history.refused_calls == (0, 0, 1)
    assert table.trade_history.honoured_calls == (0, 1, 0)


def test_trade_history_is_copied_but_not_part_of_the_state() -> None:
    table = market()
    table.trade_history = TradeHistory((0, 3, 0, 0, 0, 0, 0, 1, 0), (0, 2, 0), (1, 0, 0))
    other = table.clone()
    assert other.trade_history is table.trade_history
    other.apply(MakeOffer(0, 1, (BLUE,), (0,), ()))
    other.apply(Accept(1, 1, (), ()))
    assert (favour(other, 0, 1), favour(table, 0, 1)) == (5, 3)
    view = tobean.observe(table, 2)
    assert view.trade_history == table.trade_history
    assert pickle.loads(pickle.dumps(table)).trade_history == table.trade_history
    assert pickle.loads(pickle.dumps(view)).trade_history == table.trade_history
    assert tobean.determinize(view, 1).trade_history == table.trade_history
    assert table == market()
    assert str(table) == str(market())
