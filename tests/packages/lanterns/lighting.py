"""Lanterns on the table: lit while trading, they count at the end, and their kind is not traded."""

from typing import Final

from tobean.kernel.actions import Action, register_action
from tobean.kernel.agenda import Step, register_step
from tobean.kernel.cards import KIND_OF, cards_text, distinct_kinds
from tobean.kernel.component import Component, Options
from tobean.kernel.errors import BadInput, BadTable, Illegal
from tobean.kernel.events import CARDS, SEAT, EventKind
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_parser import parse_cards
from tobean.kernel.notation.input_limits import is_number
from tobean.kernel.notation.parameters import FlagParameter, KindParameter
from tobean.kernel.notation.syntax import ActionSyntax
from tobean.kernel.phases.scoring import rank_players
from tobean.kernel.rules import AnytimeRule, Result
from tobean.kernel.state.component_layout import LaidOutCards
from tobean.kernel.state.hands import lapse_broken_offers, remove_card
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.trade_rules import TradeRules

LIT: Final = EventKind("lit", SEAT, CARDS)
BUSY: Final = FlagParameter("busy")


def number(text: str) -> int:
    if not is_number(text):
        raise BadInput("{text!r} is not a number", text=text)
    return int(text)


class Lanterns(Component):
    """The unlit lanterns, those lit by each seat, the cards beneath them, and whether one was lit in this turn."""

    ATTRIBUTES = ("left", "lit", "burning", "busy")

    def __init__(self, left: int, lit: tuple[int, ...], burning: tuple[int, ...] = (), busy: bool = False) -> None:
        self.left = left
        self.lit = lit
        self.burning = burning
        self.busy = busy

    def copy(self) -> Component:
        return Lanterns(self.left, self.lit, self.burning, self.busy)

    def entries(self) -> dict[str, str]:
        return {
            "lanterns": str(self.left),
            "lit": " ".join([str(count) for count in self.lit]),
            "burning": cards_text(self.burning),
            "busy": BUSY.text(self.busy),
        }

    def read(self, found: dict[str, str]) -> None:
        for key in self.entries():
            if key not in found:
                raise BadInput("the entry {key!r} is missing", key=key)
        self.left = number(found.pop("lanterns"))
        self.lit = tuple([number(count) for count in found.pop("lit").split()])
        self.burning = tuple(parse_cards(found.pop("burning")))
        self.busy = BUSY.read(found.pop("busy"))

    def check(self, table: Table) -> None:
        if len(self.lit) != table.players or sum(self.lit) != len(self.burning):
            raise BadTable("lit: there must be a number for each player, and a card for each lantern")
        if self.left + sum(self.lit) != (table.options["lanterns"] or 0):
            raise BadTable("lanterns: there are {count} of them", count=table.options["lanterns"])

    def piles(self) -> tuple[str, ...]:
        return ("burning",)

    def cards(self) -> list[int]:
        return list(self.burning)

    def card_layout(self, options: Options) -> list[LaidOutCards]:
        return [LaidOutCards(self.burning, label=f"{self.left}/{options['lanterns']}", picture="sign-lantern")]


def new_lanterns(players: int, options: Options) -> Component:
    return Lanterns(options["lanterns"] or 0, (0,) * players)


def lanterns_of(table: Table) -> Lanterns:
    assert isinstance(table.component, Lanterns)
    return table.component


class Dusk(Step):
    """Step at the start of a turn: its player may light a lantern again (L2)."""

    NAME = "dusk"

    def run(self, table: Table) -> None:
        lanterns_of(table).busy = False


register_step(Dusk)


class Light(Action):
    """Put a turned-over card beneath a lantern (L2)."""

    VERB = "light"
    EXAMPLES = ("light Red",)
    PARAMETERS = (KindParameter("card"),)
    SYNTAX = (ActionSyntax("light {card}"),)

    def __init__(self, seat: int, card: int) -> None:
        self.seat = seat
        self.card = card


register_action(Light)


class Lighting(AnytimeRule):
    """Lighting a lantern, once in each of one's own trading phases (L2)."""

    def handles(self, action: Action) -> bool:
        return isinstance(action, Light)

    def check(self, table: Table, action: Action) -> None:
        assert isinstance(action, Light)
        if action.seat != table.active or not table.decision.is_trading:
            raise Illegal("L2", "Only {active} lights lanterns, in the trading.", active=SeatArg(table.active))
        if lanterns_of(table).busy or not lanterns_of(table).left:
            raise Illegal("L2", "There is no lantern to light.")
        if action.card not in table.turned:
            raise Illegal("L2", "{card} does not lie turned over.", card=KindArg(action.card))

    def take(self, table: Table, action: Action) -> None:
        assert isinstance(action, Light)
        own = lanterns_of(table)
        own.left -= 1
        own.lit = tuple([count + (seat == action.seat) for seat, count in enumerate(own.lit)])
        own.busy = True
        before = table.offers
        remove_card(table.turned, action.card)
        own.burning = (*own.burning, action.card)
        if table.events is not None:
            table.events.append(LIT.of(seat=action.seat, cards=(action.card,)))
        lapse_broken_offers(table, before)

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        own = lanterns_of(table)
        if seat != table.active or own.busy or not own.left or not table.decision.is_trading:
            return []
        return [Light(seat, card) for card in distinct_kinds(table.turned)]


class LanternTradeRules(TradeRules):
    """The kind lit last is not traded (L3); no offer is accepted with the front card of a hand (L5)."""

    def forbidden_kinds(self, table: Table) -> dict[int, str]:
        return {KIND_OF[card]: "L3" for card in lanterns_of(table).burning[-1:]}

    def allows_deal(
        self, table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]
    ) -> bool:
        return 0 not in places

    def check_deal(
        self, table: Table, offer: Offer, seat: int, cards: tuple[int, ...], places: tuple[int, ...]
    ) -> None:
        if 0 in places:
            raise Illegal("L5", "The front card stays in the hand.")


def thalers_and_lanterns(table: Table) -> Result:
    """A lantern counts as a thaler (L4)."""
    parts = tuple([(len(pile), lit) for pile, lit in zip(table.thalers, lanterns_of(table).lit, strict=True)])
    keys = [(sum(part), (seat - table.start) % table.players) for seat, part in enumerate(parts)]
    return rank_players(table, keys, parts)
