"""The goods of the market: cards that are not beans (M1)."""

from typing import Final

from tobean.kernel.cards import Extra, register_kind

BASKET: Final = register_kind("Basket")
SCALES: Final = register_kind("Scales")
AWNING: Final = register_kind("Awning")

GOODS: Final = (
    Extra(BASKET, 4, "our invention"),
    Extra(SCALES, 4, "our invention"),
    Extra(AWNING, 4, "our invention"),
)
KINDS: Final = [good.kind for good in GOODS]
PRICES: Final = {BASKET: 2, SCALES: 4, AWNING: 6}
VALUES: Final = {BASKET: 3, SCALES: 6, AWNING: 9}
