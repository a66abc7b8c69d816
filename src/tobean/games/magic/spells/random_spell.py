"""The random spell (R27): the top card of the spell pile, borrowed for one turn."""

from tobean.games.magic.actions import Cast
from tobean.games.magic.component import Magic
from tobean.games.magic.events import BORROWED_SPELL
from tobean.games.magic.spell_card import SpellCard
from tobean.games.magic.spells.anytime_spell import AnytimeSpell
from tobean.kernel.base.seats import ALL_SEATS
from tobean.kernel.errors import Illegal
from tobean.kernel.table import Table


class RandomSpell(AnytimeSpell):
    """Makes the top spell of the pile active until the end of the turn (R27)."""

    def __init__(self) -> None:
        super().__init__(
            "Random",
            10,
            "R27",
            "At any time in your turn: borrow the top card of the spell pile. It is active in this turn; at the end it "
            "is shuffled back into the pile, used or not. If it was the Swap spell and you used it, the card you got "
            "goes back instead. A borrowed card does not count in a tie.",
            previews={"cast, random": "Use the {spell}: borrow the top spell of the pile for this turn"},
        )

    def is_possible(self, table: Table, magic: Magic, seat: int) -> bool:
        return len(magic.pile) > 0

    def check(self, table: Table, magic: Magic, action: Cast) -> None:
        if not self.is_possible(table, magic, action.seat):
            raise Illegal("R27", "The spell pile is empty.")

    def cast(self, table: Table, magic: Magic, action: Cast) -> None:
        seat = action.seat
        spell = magic.draw_spell(table.chance)
        magic.spells[seat] = (*magic.spells[seat], SpellCard(spell, True, ALL_SEATS, True))
        if table.events is not None:
            table.events.append(BORROWED_SPELL.of(seat=seat, cards=(spell,)))
