"""Previews of the engine's own actions: longer button labels that say what an action will do at this table."""

from typing import Any, Final, Protocol, cast

from tobean.i18n.game_messages import ActionPreview
from tobean.kernel.actions import Accept, Decline, DiscardTurned, EndTrading, Harvest, Plant
from tobean.kernel.phases.planting import names_place
from tobean.kernel.state.position import Position, Row
from tobean.kernel.trade.offers import Offer


class HasPayouts(Protocol):
    """A table or an observation: both know the payouts of beans."""

    @property
    def pays(self) -> list[list[int]]: ...


def pays(seen: Position, row: Row) -> int:
    """Return the thalers that a harvest of this row would pay (K6)."""
    steps = cast("HasPayouts", seen).pays[row[-1]]
    return steps[min(len(row), len(steps) - 1)]


def plant(action: Plant, seen: Position) -> ActionPreview:
    """Say how many cards the field will have, or that it is empty now."""
    rows = seen.fields[action.seat]
    row = rows[action.field] if action.field < len(rows) else ()
    which = "plant due" if names_place(action, seen) else "plant"
    return (f"{which}, more", {"count": len(row) + 1}) if row else (f"{which}, empty", {})


def discard(action: DiscardTurned, seen: Position) -> ActionPreview | None:
    """Say which of two equal cards it is: only the one turned over may be discarded."""
    return ("discard, turned over", {}) if action.card in seen.aside[action.seat] else None


def harvest(action: Harvest, seen: Position) -> ActionPreview:
    """Name the harvested cards and the thalers; also the discards, where their order is the owner's choice (K12)."""
    row = seen.fields[action.seat][action.field]
    which = ("harvest, paid", "harvest, discarding one", "harvest, discarding")[min(len(action.discards), 2)]
    return which, {"row": row, "thalers": pays(seen, row)}


def end_trading(action: EndTrading, seen: Position) -> ActionPreview | None:
    """Say how many cards have to be planted then (B5); all open offers lapse."""
    count = len(seen.turned) + len(seen.aside[action.seat])
    return ("end trading, planting", {"count": count}) if count else None


def offers_of_maker(seen: Position, number: int) -> tuple[Offer | None, list[Offer]]:
    """Return the offer with this number and the other open offers of its maker."""
    offer = next((offer for offer in seen.offers if offer.number == number), None)
    return offer, [
        other for other in seen.offers if offer is not None and other.seat == offer.seat and other is not offer
    ]


def accept(action: Accept, seen: Position) -> ActionPreview | None:
    """Name the maker and the cards of the offer if they identify it, because players do not know offer numbers."""
    offer, others = offers_of_maker(seen, action.number)
    if offer is None or any(offer.cards == other.cards for other in others):
        return None
    which = (
        "accept, a gift to me" if not action.cards else "accept, a deal" if offer.cards else "accept, a gift of mine"
    )
    return which, {"other": offer.seat, "row": offer.cards}


def decline(action: Decline, seen: Position) -> ActionPreview | None:
    """Name the maker of the offer, if it is the maker's only one."""
    offer, others = offers_of_maker(seen, action.number)
    return None if offer is None or others else ("decline, whose", {"other": offer.seat})


PREVIEW_BUILDERS: Final[dict[str, Any]] = {
    "accept": accept,
    "decline": decline,
    "plant": plant,
    "discard": discard,
    "harvest": harvest,
    "end trading": end_trading,
}

PREVIEW_TEXTS: Final = {
    "accept, a deal": "Accept the offer of {other}: get {row:label}, give {cards@places}",
    "accept, a gift to me": "Accept a gift of {other}: {row:label}",
    "accept, a gift of mine": "Give {other} {cards@places} for nothing",
    "decline, whose": "Decline the offer of {other}",
    "plant, empty": "Plant {card} on the empty field {field}",
    "plant, more": "Plant {card} on field {field} (then {count})",
    "plant due, empty": "Plant {card@place} on the empty field {field}",
    "plant due, more": "Plant {card@place} on field {field} (then {count})",
    "discard, turned over": "Discard {card} (turned over)",
    "harvest, paid": "Harvest field {field}: {row:label} for {thalers:thalers}",
    "harvest, discarding one": (
        "Harvest field {field}: {row:label} for {thalers:thalers}; {discards:label} is discarded"
    ),
    "harvest, discarding": (
        "Harvest field {field}: {row:label} for {thalers:thalers}; discarded in this order: {discards:label}"
    ),
    "end trading, planting": "End the trading and plant {count:cards}",
    "pass: plant from hand, second": "Plant no second card",
    "go on: last chance": "Go on without a harvest",
}
