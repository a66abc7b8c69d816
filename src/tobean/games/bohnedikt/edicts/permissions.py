"""Favourable edicts other than gifts and swaps: F1-F3, F6 and F7."""

from typing import Final

from tobean.games.bohnedikt.edicts.edict import AT_ONCE, IN_PLANTING, Edict
from tobean.games.bohnedikt.edicts.use import Invoke, mark_used
from tobean.games.bohnedikt.events import TOOK_ASIDE
from tobean.kernel.actions import Action, DiscardTurned
from tobean.kernel.cards import distinct_kinds
from tobean.kernel.errors import Illegal
from tobean.kernel.events import DISCARDED, TOOK_FROM_DISCARD
from tobean.kernel.message_args import KindArg
from tobean.kernel.notation.card_locations import ASIDE
from tobean.kernel.state.hands import add_to_hand_back, marked_seen_by_all, tuple_without
from tobean.kernel.state.piles import TurnOver
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table


class OneMoreCard(Edict):
    """Edict F1."""

    def __init__(self) -> None:
        super().__init__(
            "F1",
            "Edict “One more card”",
            "You may at once turn over one more card, if there is one",
            "It belongs to your turned-over cards. If it is an edict, it is not in force.",
            AT_ONCE,
            "By edict: turn over one more card",
        )
        self.turned_cards = 1

    def list_uses(self, table: Table) -> list[Action]:
        return [] if table.no_pile else [Invoke(table.active, self.kind)]

    def use(self, table: Table, action: Action) -> None:
        mark_used(table, self.kind)
        table.agenda.append(TurnOver(1))


class FromDiscardPile(Edict):
    """Edict F2."""

    def __init__(self) -> None:
        super().__init__(
            "F2",
            "Edict “From the discard pile”",
            "You may at once add the top card of the discard pile to the turned-over cards, if there is one",
            "If it is an edict, it is not in force.",
            AT_ONCE,
            "By edict: take {kind} from the discard pile to the cards turned over",
        )
        self.turned_cards = 1

    def list_uses(self, table: Table) -> list[Action]:
        return [Invoke(table.active, self.kind)] if table.discard else []

    def use(self, table: Table, action: Action) -> None:
        mark_used(table, self.kind)
        card = table.discard.pop()
        table.turned.append(card)
        if table.events is not None:
            table.events.append(TOOK_FROM_DISCARD.of(seat=action.seat, cards=(card,)))

    def gained_cards(self, position: Position) -> tuple[int, ...]:
        return (position.discard[-1],) if position.discard else ()

    def preview_args(self, position: Position) -> dict[str, object] | None:
        return {"kind": position.discard[-1]} if position.discard else None


class DiscardInstead(Edict):
    """Edict F3."""

    def __init__(self) -> None:
        super().__init__(
            "F3",
            "Edict “Discard instead”",
            "In phase 3 you may discard any of your turned-over cards that are left, in any order, instead of planting "
            "them",
            "Cards that another edict has added count as turned over.",
            IN_PLANTING,
        )
        self.verb = DiscardTurned.VERB

    def list_uses(self, table: Table) -> list[Action]:
        return [DiscardTurned(table.active, card) for card in distinct_kinds(table.turned)]

    def check_use(self, table: Table, action: Action) -> None:
        assert isinstance(action, DiscardTurned)
        if action.card not in table.turned:
            raise Illegal("D5", "There is no turned-over {card} to discard.", card=KindArg(action.card))

    def use(self, table: Table, action: Action) -> None:
        assert isinstance(action, DiscardTurned)
        table.turned.remove(action.card)
        table.discard.append(action.card)
        if table.events is not None:
            table.events.append(DISCARDED.of(seat=action.seat, cards=(action.card,)))


class BackToHand(Edict):
    """Edict F6."""

    def __init__(self) -> None:
        super().__init__(
            "F6",
            "Edict “Back to the hand”",
            "In phase 3 you may put any cards set aside before you at the back of your hand, in any order, instead of "
            "planting them",
            "Cards that you leave there are planted as usual.",
            IN_PLANTING,
            "By edict: put {card@place} at the back of your hand",
        )

    def list_uses(self, table: Table) -> list[Action]:
        seat = table.active
        return [Invoke(seat, self.kind, card, ASIDE) for card in distinct_kinds(table.aside[seat])]

    def check_use(self, table: Table, action: Action) -> None:
        assert isinstance(action, Invoke)
        if action.place != ASIDE or action.card not in table.aside[action.seat]:
            raise Illegal("D5", "Only a card set aside goes back to the hand.")

    def use(self, table: Table, action: Action) -> None:
        assert isinstance(action, Invoke)
        table.aside[action.seat] = tuple_without(table.aside[action.seat], action.card)
        add_to_hand_back(table, action.seat, action.card, marked_seen_by_all(table.pile))
        if table.events is not None:
            table.events.append(TOOK_ASIDE.of(seat=action.seat, cards=(action.card,)))


class TradeOn(Edict):
    """Edict F7."""

    def __init__(self) -> None:
        super().__init__(
            "F7",
            "Edict “Trade on”",
            "Cards set aside before you may be staked in later deals of this phase",
            "So you can pass on at once a card you have just got. For an edict that bars hand cards or turned-over "
            "cards, these are neither.",
        )
        self.allows_cards_aside = True


ONE_MORE_CARD: Final = OneMoreCard()
FROM_DISCARD_PILE: Final = FromDiscardPile()
DISCARD_INSTEAD: Final = DiscardInstead()
BACK_TO_HAND: Final = BackToHand()
TRADE_ON: Final = TradeOn()
