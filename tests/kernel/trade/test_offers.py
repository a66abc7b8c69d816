"""Offers: which cards they need, and the order of the cards that a seat can give."""

import pytest

from tobean.games.bohnanza.cards import BLUE, RED
from tobean.games.bohnedikt.cards import EDICT
from tobean.kernel.cards import kind_named
from tobean.kernel.chance import chance_from
from tobean.kernel.notation.card_locations import ASIDE, TURNED
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.trade.offers import Offer
from tobean.kernel.trade.tradeable_cards import payments, tradeable_slots
from tobean.record.position_defaults import partial_table


@pytest.mark.parametrize(
    ("places", "turned", "aside", "covered"),
    [
        ((ASIDE, TURNED), [RED], (RED,), True),  # each pile gives one
        ((ASIDE, TURNED), [RED, RED], (), False),
        ((ASIDE, TURNED), [], (RED, RED), False),
        ((TURNED, TURNED), [RED], (RED,), False),
        ((TURNED, TURNED), [RED, BLUE, RED], (), True),
        ((ASIDE, ASIDE), [RED], (RED,), False),
        ((TURNED, 0), [RED], (), True),
        ((TURNED, 0), [BLUE], (), False),
        ((0, 1), [], (), True),  # hand cards are somewhere else
    ],
)
def test_an_offer_needs_its_cards_in_each_pile(
    places: tuple[int, ...], turned: list[int], aside: tuple[int, ...], covered: bool
) -> None:
    """T7: what lies in one pile does not stand in for what is offered from another."""
    offer = Offer(1, 0, TABLE, (RED, RED), places, (), 0, 0)
    assert offer.still_covered(turned, aside) is covered


def test_cards_to_give_are_in_the_usual_order() -> None:
    """Cards set aside, then turned-over ones, each by kind, then the hand from front to back."""
    given = {"game": "bohnedikt", "players": "4", "turned": "F7, U3", "hand A": "U8, Red, U1"}
    table = partial_table(given, chance_from("table"))[0]
    table.aside[0] = (kind_named("U5"), BLUE, kind_named("U4"))
    expected = [(ASIDE, "U4"), (ASIDE, "U5"), (TURNED, "U3"), (TURNED, "F7"), (0, "U8"), (2, "U1")]
    slots = [(place, kind_named(name)) for place, name in expected]
    assert tradeable_slots(table, 0, EDICT) == slots
    assert payments(table, 0, (EDICT,)) == [((card,), (place,)) for place, card in slots]
