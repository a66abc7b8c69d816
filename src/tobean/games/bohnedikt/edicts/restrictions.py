"""Unfavourable edicts, U1-U8: restrictions on the active player's deals."""

from typing import Final

from tobean.games.bohnedikt.component import NO_PARTNER, bohnedikt_component
from tobean.games.bohnedikt.edicts.edict import RECONSTRUCTED, Edict
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import SeatArg
from tobean.kernel.table import Table


class NeighbourBarred(Edict):
    """Edict U1 or U2."""

    def __init__(self, step: int, code: str, name: str, text: str, provenance: str) -> None:
        super().__init__(
            code, name, text, "A gift is a deal, too. You may deal with all the others.", provenance=provenance
        )
        self.step = step
        """-1 for the right neighbour, 1 for the left."""

    def forbids_partner(self, table: Table, seat: int) -> bool:
        return seat == (table.active + self.step) % table.players

    def error(self, table: Table) -> Illegal:
        if self.step < 0:
            return Illegal("D5", "An edict allows no deals with the right neighbour.")
        return Illegal("D5", "An edict allows no deals with the left neighbour.")


class OnePartner(Edict):
    """Edict U3."""

    def __init__(self) -> None:
        super().__init__(
            "U3",
            "Edict “One partner”",
            "Deals with one player only: your first deal decides which",
            "A gift is a deal, too, and decides it as well.",
        )
        self.error_rank = 1

    def forbids_partner(self, table: Table, seat: int) -> bool:
        return bohnedikt_component(table).partner not in (NO_PARTNER, seat)

    def error(self, table: Table) -> Illegal:
        partner = bohnedikt_component(table).partner
        return Illegal("D5", "An edict allows deals with {seat} only, as in the first deal.", seat=SeatArg(partner))


class OneDeal(Edict):
    """Edict U4."""

    def __init__(self) -> None:
        super().__init__("U4", "Edict “One deal”", "One deal at the most", "A gift is a deal, too.")
        self.error_rank = -1

    def forbids_partner(self, table: Table, seat: int) -> bool:
        return table.deals > 0

    def forbade_partner(self, table: Table, seat: int) -> bool:
        return table.deals > 1

    def error(self, table: Table) -> Illegal:
        return Illegal("D5", "An edict allows one deal at the most, and it has been made.")


class NoHandCards(Edict):
    """Edict U5."""

    def __init__(self) -> None:
        super().__init__(
            "U5",
            "Edict “No hand cards”",
            "You may stake no hand cards",
            "You may still deal with turned-over cards and be given something. The others stake hand cards as usual.",
        )
        self.forbids_hand_cards = True

    def error(self, table: Table) -> Illegal:
        return Illegal("D5", "An edict allows no hand cards in deals.")


class NoTurnedCards(Edict):
    """Edict U6."""

    def __init__(self) -> None:
        super().__init__(
            "U6",
            "Edict “No turned-over cards”",
            "You may stake no turned-over cards",
            "You may still deal with hand cards and be given something.",
        )
        self.forbids_turned_cards = True

    def error(self, table: Table) -> Illegal:
        return Illegal("D5", "An edict allows no turned-over cards in deals.")


class GiveMore(Edict):
    """Edict U7."""

    def __init__(self) -> None:
        super().__init__(
            "U7",
            "Edict “Give more”",
            "In every deal you must give more cards than you get",
            "So nobody can give you anything for nothing; you can still make gifts.",
        )

    def forbids_sizes(self, table: Table, gives: int, gets: int) -> bool:
        return gives <= gets

    def error(self, table: Table) -> Illegal:
        return Illegal(
            "D5", "An edict demands that {active} gives more cards than they get.", active=SeatArg(table.active)
        )


class NoOffers(Edict):
    """Edict U8."""

    def __init__(self) -> None:
        super().__init__(
            "U8",
            "Edict “No offers”",
            "You may make no offers; you may accept",
            "Giving or demanding a card by another edict is no offer, so you may do that.",
        )
        self.forbids_offers = True

    def error(self, table: Table) -> Illegal:
        return Illegal("D5", "An edict allows {active} no offers.", active=SeatArg(table.active))


ONE_DEAL: Final = OneDeal()
# Only the text of U1 is in the rulebook; the others are reconstructed.
UNFAVOURABLE: Final[tuple[Edict, ...]] = (
    NeighbourBarred(-1, "U1", "Edict “Right neighbour barred”", "No deals with your right neighbour", "rulebook"),
    NeighbourBarred(1, "U2", "Edict “Left neighbour barred”", "No deals with your left neighbour", RECONSTRUCTED),
    OnePartner(),
    ONE_DEAL,
    NoHandCards(),
    NoTurnedCards(),
    GiveMore(),
    NoOffers(),
)
