"""The market: its goods, the decision to buy them, and the end of the game by the third (M1-M4)."""

from typing import Final

from tobean.kernel.actions import Action, GoOn, register_action
from tobean.kernel.agenda import Decision, Step, register_step
from tobean.kernel.cards import cards_text
from tobean.kernel.component import Component, Options, pop_entry
from tobean.kernel.errors import BadTable, Illegal
from tobean.kernel.events import CARDS, SEAT, EventKind
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_parser import parse_cards
from tobean.kernel.notation.parameters import KindParameter
from tobean.kernel.notation.syntax import ActionSyntax
from tobean.kernel.phases.scoring import rank_players
from tobean.kernel.rules import Result
from tobean.kernel.state.component_layout import LaidOutCards
from tobean.kernel.state.harvest import row_payout
from tobean.kernel.table import Table
from tobean_bohnmarkt.cards import GOODS, KINDS, PRICES, VALUES

STOCKED: Final = EventKind("stocked", CARDS)
BOUGHT_GOOD: Final = EventKind("bought good", SEAT, CARDS)
STALLS: Final = 2
"""Number of goods at the market at the start of a turn."""
GOODS_TO_END: Final = 3
"""Number of goods of one player that end the game."""


class Market(Component):
    """The goods at the market, and those of each seat. All may know them."""

    ATTRIBUTES = ("stalls", "goods")

    def __init__(self, stalls: tuple[int, ...], goods: tuple[tuple[int, ...], ...]) -> None:
        self.stalls = stalls
        self.goods = goods

    def copy(self) -> Component:
        return Market(self.stalls, self.goods)

    def entries(self) -> dict[str, str]:
        return {"market": cards_text(self.stalls), "goods": " / ".join([cards_text(cards) for cards in self.goods])}

    def read(self, found: dict[str, str]) -> None:
        self.stalls = tuple(parse_cards(pop_entry(found, "market")))
        self.goods = tuple([tuple(parse_cards(cards)) for cards in pop_entry(found, "goods").split("/")])

    def check(self, table: Table) -> None:
        if len(self.goods) != table.players or max(len(cards) for cards in self.goods) > GOODS_TO_END:
            raise BadTable("goods: there must be up to {most} for each player", most=GOODS_TO_END)
        if len(self.stalls) > STALLS or any(kind not in KINDS for kind in [*self.stalls, *sum(self.goods, ())]):
            raise BadTable("market: there are up to {most} goods", most=STALLS)
        if min(self.left()) < 0:
            raise BadTable("market: there are not that many goods of a kind")

    def left(self) -> list[int]:
        """Return the number of goods in the pile, by kind: all know it, but not their order."""
        counts = [0] * (max(KINDS) + 1)
        for good in GOODS:
            counts[good.kind] = good.count
        for kind in [*self.stalls, *sum(self.goods, ())]:
            counts[kind] -= 1
        return counts

    def card_layout(self, options: Options) -> list[LaidOutCards]:
        return [LaidOutCards(self.stalls), *[LaidOutCards(cards, seat) for seat, cards in enumerate(self.goods)]]


def new_market(players: int, options: Options) -> Component:
    return Market((), ((),) * players)


def market_of(table: Table) -> Market:
    assert isinstance(table.component, Market)
    return table.component


class Restock(Step):
    """Fills the market at the start of a turn (M1)."""

    NAME = "restock"

    def run(self, table: Table) -> None:
        market = market_of(table)
        new: list[int] = []
        while len(market.stalls) < STALLS and any(market.left()):
            counts = market.left()
            new.append(table.chance.pick_among(counts, sum(counts), KINDS))
            market.stalls = (*market.stalls, new[-1])
        if new and table.events is not None:
            table.events.append(STOCKED.of(cards=tuple(new)))


class PayFor(Action):
    """Buy a good of the market (M2)."""

    VERB = "pay for"
    EXAMPLES = ("pay for Basket",)
    PARAMETERS = (KindParameter("card"),)
    SYNTAX = (ActionSyntax("pay for {card}"),)

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card


register_action(PayFor)


class Shopping(Decision):
    """Before drawing, the active player may buy goods (M2)."""

    NAME = "shopping"

    def __init__(self) -> None:
        super().__init__(phase=4)

    def done(self, table: Table) -> bool:
        """Whether the active player could not even pay after harvesting everything."""
        purse = len(table.thalers[table.active])
        purse += sum([row_payout(table, row) for row in table.fields[table.active] if row])
        return all(PRICES[kind] > purse for kind in market_of(table).stalls)

    def check(self, table: Table, action: Action) -> None:
        if action.seat != table.active:
            raise Illegal("M2", "Only {active} buys at the market now.", active=SeatArg(table.active))
        if isinstance(action, GoOn):
            return
        if not isinstance(action, PayFor):
            raise Illegal("M2", "Buy at the market, or go on.")
        if action.card not in market_of(table).stalls:
            raise Illegal("M2", "{card} is not for sale now.", card=KindArg(action.card))
        if PRICES[action.card] > len(table.thalers[action.seat]):
            raise Illegal("M2", "{card} costs {price} thalers.", card=KindArg(action.card), price=PRICES[action.card])

    def take(self, table: Table, action: Action) -> None:
        if not isinstance(action, PayFor):
            table.agenda.pop()
            return
        market = market_of(table)
        thalers, rest = table.thalers[action.seat], len(table.thalers[action.seat]) - PRICES[action.card]
        table.thalers[action.seat] = thalers[:rest]
        table.discard.extend(thalers[rest:])
        stalls = list(market.stalls)
        stalls.remove(action.card)
        market.stalls = tuple(stalls)
        market.goods = tuple(
            [(*cards, action.card) if seat == action.seat else cards for seat, cards in enumerate(market.goods)]
        )
        if table.events is not None:
            table.events.append(BOUGHT_GOOD.of(seat=action.seat, cards=(action.card,)))
        if len(market.goods[action.seat]) == GOODS_TO_END:  # M4
            table.finish()

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != table.active:
            return []
        affordable = [kind for kind in KINDS if PRICES[kind] <= len(table.thalers[seat])]
        return [GoOn(seat), *[PayFor(seat, kind) for kind in affordable if kind in market_of(table).stalls]]


register_step(Restock, Shopping)


def thalers_and_goods(table: Table) -> Result:
    """Goods count as thalers at the end (M3); ties as in Bohnanza (B9)."""
    goods = [sum([VALUES[kind] for kind in cards]) for cards in market_of(table).goods]
    parts = tuple([(len(pile), worth) for pile, worth in zip(table.thalers, goods, strict=True)])
    keys = [(sum(part), (seat - table.start) % table.players) for seat, part in enumerate(parts)]
    return rank_players(table, keys, parts)
