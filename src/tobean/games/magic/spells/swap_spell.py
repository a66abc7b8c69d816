"""The spell swap (R19, E11): one spell for another, inspected in secret before it is laid down."""

from collections.abc import Mapping

from tobean.games.magic.abilities import activate
from tobean.games.magic.actions import Activate, Cast, Keep
from tobean.games.magic.component import Magic, magic_of
from tobean.games.magic.events import KEPT_SPELL, SWAPPED_SPELLS
from tobean.games.magic.spell_card import SpellCard
from tobean.games.magic.spells.anytime_spell import AnytimeSpell
from tobean.games.magic.spells.registry import SPELL_NUMBER
from tobean.kernel.actions import Action
from tobean.kernel.agenda import Decision, register_step
from tobean.kernel.base.seats import ALL_SEATS
from tobean.kernel.errors import Illegal
from tobean.kernel.message_args import SeatArg
from tobean.kernel.notation.parameters import SeatParameter
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table


class SwapSpell(AnytimeSpell):
    """Swaps itself for a face-down spell of another player (R19)."""

    def __init__(self) -> None:
        super().__init__(
            "Swap",
            2,
            "R19",
            "At any time in your turn: give this card to another player, who lays it face down, and take one of their "
            "face-down spells. Look at it in secret, then lay it before you, active or face down.",
            labels={"cast swap": "Use the {spell}: give it to {target} for face-down spell {number}"},
            previews={
                "cast, swap for a known one": "Use the {spell}: give it to {target} for the {kind}",
                "cast, swap for the only one": "Use the {spell}: give it to {target} for the only face-down spell",
            },
        )
        self.turned_down_first = False  # the card leaves its owner
        self.add_syntax("cast Swap {target:other} {number}")

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        target = action.target
        if not 0 <= target < table.players or target == action.seat:
            raise Illegal("R19", "Spells are swapped with another player.")
        if not 0 <= action.number < len(magic.face_down(target)):
            raise Illegal("R19", "{seat} has no such face-down spell.", seat=SeatArg(target))

    def add_casts(self, table: Table, magic: Magic, seat: int, actions: list[Action]) -> None:
        for target in range(table.players):
            if target != seat:
                for number in range(len(magic.face_down(target))):
                    actions.append(Cast(seat, self.kind, target, number))

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        """Give the swap spell away face down and take the chosen face-down spell, which stays borrowed if the swap
        spell was (R27)."""
        seat, target = action.seat, action.target
        chosen = magic.face_down(target)[action.number]
        borrowed = any(card.spell == self.kind and card.borrowed for card in magic.spells[seat])
        taken = next(card for card in magic.spells[target] if card.spell == chosen)
        given = SpellCard(self.kind, False, ALL_SEATS, False)
        magic.spells[target] = (*[card for card in magic.spells[target] if card.spell != chosen], given)
        received = SpellCard(chosen, False, taken.seen | 1 << seat, borrowed, taken.excluded)
        magic.spells[seat] = (*[card for card in magic.spells[seat] if card.spell != self.kind], received)
        if table.events is not None:
            informed_seats = taken.seen | 1 << seat
            table.events.append(SWAPPED_SPELLS.of(seat=seat, partner=target, cards=(chosen,), cards_for=informed_seats))
        table.agenda.append(LaySpell(seat, len(magic.spells[seat])))

    def preview(self, action: Cast, seen: Position) -> tuple[str, Mapping[str, object]] | None:
        """Name the spell taken, if the caster has seen it."""
        magic = seen.component
        assert isinstance(magic, Magic)
        face_down = [card for card in magic.spells[action.target] if not card.up and not card.borrowed]
        card = face_down[action.number]
        if card.seen >> action.seat & 1:
            return "cast, swap for a known one", {"kind": card.spell}
        return ("cast, swap for the only one", {}) if len(face_down) == 1 else None


class LaySpell(Decision):
    """The decision to lay down the received spell active or face down (R19, E11).

    `number` is its place among the seat's spells, from 1: a harvest of Capes meanwhile puts another one behind it (R9).
    The place is public, the name of the spell is not.
    """

    NAME = "lay spell"
    PARAMETERS = (SeatParameter("seat"), SPELL_NUMBER)

    def __init__(self, seat: int, number: int) -> None:
        super().__init__()
        self.seat = seat
        self.number = number

    def fits(self, table: Table) -> bool:
        if not super().fits(table):
            return False
        cards = magic_of(table).spells[self.seat]
        return 1 <= self.number <= len(cards) and not cards[self.number - 1].up

    def received(self, table: Table) -> int:
        return magic_of(table).spells[self.seat][self.number - 1].spell

    def awaited(self, table: Table) -> int:
        return self.seat

    def check(self, table: Table, action: Action) -> None:
        if action.seat != self.seat:
            raise Illegal("R19", "{seat} is looking at a spell.", seat=SeatArg(self.seat))
        if isinstance(action, Activate):
            if action.spell != self.received(table):
                raise Illegal("R19", "Only the spell just received can be activated now.")
        elif not isinstance(action, Keep):
            raise Illegal("R19", "The spell just received is activated or kept face down.")

    def take(self, table: Table, action: Action) -> None:
        table.agenda.pop()
        if isinstance(action, Activate):
            activate(table, action.seat, action.spell)
        elif table.events is not None:
            table.events.append(KEPT_SPELL.of(seat=action.seat))

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        if seat != self.seat:
            return []
        return [Keep(seat), Activate(seat, self.received(table))]


register_step(LaySpell)
