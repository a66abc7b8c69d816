"""The fields of Bohnedikt: edicts are jokers in the monastery garden (D3, D4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.bots.valuing import EMPTY, MARK, Judge, kind_of, row_of, size_of
from tobean.games.bohnedikt import MONASTERY_GARDEN
from tobean.games.bohnedikt_cards import EDICT, is_edict

if TYPE_CHECKING:
    from tobean.bots.temper import Temper
    from tobean.view.observation import Observation


class BohnediktJudge(Judge):
    """Marks a row in the monastery garden whose top card is an edict: harvested now, it pays nothing."""

    def __init__(self, view: Observation, temper: Temper) -> None:
        super().__init__(view, temper)
        self.alike = False
        self.steady = True

    def rows(self, seat: int) -> list[int]:
        found: list[int] = []
        for field, cards in enumerate(self.view.fields[seat]):
            row = EMPTY
            for card in cards:
                row = self.grown(field, row, card)
            found.append(row)
        return found

    def fits(self, field: int, row: int, card: int) -> bool:
        if is_edict(card):
            return field == MONASTERY_GARDEN
        return row == EMPTY or kind_of(row) == card or kind_of(row) == EDICT

    def grown(self, field: int, row: int, card: int) -> int:
        size = size_of(row) + 1
        if is_edict(card):
            return row_of(kind_of(row) if row != EMPTY else EDICT, size) | MARK
        return row_of(card, size)

    def pay(self, field: int, row: int) -> float:
        return 0.0 if row & MARK else super().pay(field, row)

    def worth(self, field: int, row: int) -> float:
        if row == EMPTY or kind_of(row) != EDICT:
            return super().worth(field, row)
        return self.temper.room + 0.4 * size_of(row)  # the first bean turns all of them into its kind
