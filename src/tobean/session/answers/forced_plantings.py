"""Plantings that leave no choice, of cards turned over or set aside.

A card fits if one field is left for it and nothing is lost there: the only field on which its kind grows or, if it has
to be planted, the only field that takes it. The choice stays with the player if another waiting kind could go to the
same field, if another legal action uses the card (a sacrifice, a spell, a boss), or if the field would pay less with
it.
"""

from collections.abc import Sequence

from tobean.kernel.actions import Action, DiscardTurned, GoOn, Harvest, Pass, Plant
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.state.harvest import row_payout
from tobean.kernel.table import Table


def forced_plantings(table: Table, seat: int, legal: Sequence[Action], forced: bool = False) -> list[Plant]:
    """List the legal plantings that leave no choice; equal cards from the same place share one.

    `forced` leaves out cards that may be discarded instead.
    """
    waiting = [action for action in legal if isinstance(action, Plant) and action.place < 0]
    if not waiting:
        return []
    rows = table.fields[seat]
    fields_by_card: dict[int, set[int]] = {}
    for action in waiting:
        fields_by_card.setdefault(action.card, set()).add(action.field)
    fitting_fields = {
        card: {field for field in fields_by_card[card] if card in rows[field]} or fields_by_card[card]
        for card in fields_by_card
    }
    optional = any(isinstance(action, (GoOn, Pass)) for action in legal)
    discardable = {(action.card, TURNED) for action in legal if isinstance(action, DiscardTurned)}
    used = {card for action in legal if not isinstance(action, (Plant, Harvest)) for card in named_cards(action)}
    found: list[Plant] = []
    for action in waiting:
        card, row = action.card, rows[action.field]
        located_card = (card, action.place)
        if (
            fitting_fields[card] == {action.field}
            and not any(action.field in fields for other, fields in fitting_fields.items() if other != card)
            and located_card not in used
            and not (located_card in discardable and (forced or card not in row))
            and not (optional and card not in row)
            and (not row or row_payout(table, (*row, card)) >= row_payout(table, row))
        ):
            found.append(action)
    return found


def named_cards(action: Action) -> list[tuple[int, int]]:
    """List the cards that an action names, with their places; none for a discard, whose cards have only one place."""
    places = getattr(action, "places", None)
    if places is not None:
        return list(zip(action.cards, places, strict=True))  # type: ignore[attr-defined]
    place = getattr(action, "place", None)
    card = getattr(action, "card", None)
    return [] if place is None or card is None else [(card, place)]
