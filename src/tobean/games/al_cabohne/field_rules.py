"""Field rules of Al Cabohne: one field per kind (A2), harvests in one's own turn (A12), and the third field (A13)."""

from mypy_extensions import i64

from tobean.games.al_cabohne.events import LAID_ASIDE
from tobean.games.al_cabohne.mafia import MAX_FIELDS, PRICE, is_solo, mafia_of
from tobean.kernel.actions import Action, BuyField
from tobean.kernel.agenda import Step
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.rules import AnytimeRule
from tobean.kernel.state.field_rules import FieldRules
from tobean.kernel.table import Table


class AlCabohneFieldRules(FieldRules):
    """One field per kind, and harvests by the active player only."""

    def accepting_fields(self, table: Table, seat: int, card: int) -> int:
        """Return the field with this kind, else the empty fields (A2, A6, K5)."""
        empty: i64 = 0
        bit: i64 = 1
        for row in table.fields[seat]:
            if not row:
                empty |= bit
            elif row[0] == card:
                return bit
            bit <<= 1
        return empty

    def raise_planting_error(self, table: Table, seat: int, card: int, field: int) -> None:
        if not table.fields[seat][field]:
            raise Illegal(
                "A2", "{card} is already growing on another field and must be planted there.", card=KindArg(card)
            )

    def harvest_forbidden_by(self, table: Table, decision: Step, seat: int) -> str:
        """Forbid harvests out of turn. The reveal and the draw have no decisions, so nothing is harvested then
        (A12)."""
        return "" if seat == table.active else "A12"

    def raise_harvest_error(self, table: Table, decision: Step, seat: int, rule: str) -> None:
        raise Illegal(
            rule,
            "{seat} may harvest only on their own turn; now it is the turn of {active}.",
            seat=SeatArg(seat),
            active=SeatArg(table.active),
        )


class BuyFieldInTurn(AnytimeRule):
    """Buying a third field: once a game, in one's own turn, for four thalers, which are laid aside (A13)."""

    def handles(self, action: Action) -> bool:
        return isinstance(action, BuyField)

    def check(self, table: Table, action: Action) -> None:
        seat = action.seat
        if is_solo(table):
            raise Illegal("A16", "The solo player has three fields from the start and buys none.")
        if seat != table.active:
            raise Illegal("A13", "You can buy a field only in your own turn.")
        if len(table.fields[seat]) >= MAX_FIELDS:
            raise Illegal("A13", "{seat} has three fields already.", seat=SeatArg(seat))
        if len(table.thalers[seat]) < PRICE:
            raise Illegal("A13", "A third field costs {price} thalers.", price=PRICE)

    def take(self, table: Table, action: Action) -> None:
        """Lay aside the thalers earned last, until the next draw pile is made (A13)."""
        seat = action.seat
        thalers = table.thalers[seat]
        paid = thalers[len(thalers) - PRICE :]
        table.thalers[seat] = thalers[: len(thalers) - PRICE]
        mafia = mafia_of(table)
        mafia.laid_aside = mafia.laid_aside + paid
        table.fields[seat].append(())
        if table.events is not None:
            table.events.append(LAID_ASIDE.of(seat=seat, price=PRICE, cards=paid))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != table.active or len(table.fields[seat]) >= MAX_FIELDS or len(table.thalers[seat]) < PRICE:
            return []
        return [BuyField(seat)]
