"""F4 and F5: a gift that the neighbour cannot refuse (D5)."""

from typing import Final

from tobean.games.bohnedikt.edicts.edict import IN_TRADING, Edict
from tobean.games.bohnedikt.edicts.trade_rules import cannot_trade, edict_against_partner, raise_error
from tobean.games.bohnedikt.edicts.trading import check_own_card, count_own_cards, own_cards
from tobean.games.bohnedikt.edicts.use import Invoke, mark_used
from tobean.games.bohnedikt.events import GAVE
from tobean.kernel.actions import Action
from tobean.kernel.phases.trading import move_to_aside
from tobean.kernel.state.hands import lapse_broken_offers
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table


class Gift(Edict):
    """Edict F4 or F5."""

    def __init__(self, step: int, code: str, name: str, text: str) -> None:
        super().__init__(
            code,
            name,
            text,
            "It cannot be the sacrifice card. The card is set aside before your neighbour and counts as a deal.",
            IN_TRADING,
            "By edict: give {other} {card@place}; nobody can refuse",
        )
        self.is_deal = True
        self.step = step
        """-1 for the right neighbour, 1 for the left."""

    def receiver(self, position: Position) -> int:
        return (position.active + self.step) % position.players

    def preview_args(self, position: Position) -> dict[str, object] | None:
        return {"other": self.receiver(position)}

    def list_uses(self, table: Table) -> list[Action]:
        if cannot_trade(table, self.receiver(table)):
            return []
        return [Invoke(table.active, self.kind, card, place) for card, place in own_cards(table)]

    def count_uses(self, table: Table) -> int:
        return 0 if cannot_trade(table, self.receiver(table)) else count_own_cards(table)

    def use_at(self, table: Table, index: int) -> Action:
        card, place = own_cards(table)[index]
        return Invoke(table.active, self.kind, card, place)

    def check_use(self, table: Table, action: Action) -> None:
        assert isinstance(action, Invoke)
        raise_error(table, edict_against_partner(table, self.receiver(table)))
        check_own_card(table, action.card, action.place)

    def use(self, table: Table, action: Action) -> None:
        assert isinstance(action, Invoke)
        to = self.receiver(table)
        before = table.offers
        mark_used(table, self.kind)
        move_to_aside(table, action.seat, to, (action.card,), (action.place,))
        table.deals += 1
        table.rules.trade_rules.after_deal(table, action.seat, to)
        if table.events is not None:
            table.events.append(GAVE.of(seat=action.seat, partner=to, cards=(action.card,), places=(action.place,)))
        lapse_broken_offers(table, before)


GIFT_TO_THE_RIGHT: Final = Gift(
    -1,
    "F4",
    "Edict “Gift to the right”",
    "Once in this phase you may give your right neighbour one hand card or turned-over card; they cannot refuse",
)
GIFT_TO_THE_LEFT: Final = Gift(
    1,
    "F5",
    "Edict “Gift to the left”",
    "Once in this phase you may give your left neighbour one hand card or turned-over card; they cannot refuse",
)
