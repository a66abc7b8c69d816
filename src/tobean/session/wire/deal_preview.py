"""Effect of a deal on the viewer's fields: cards due are planted where they fit, and some find no field (B5)."""

from collections import Counter
from collections.abc import Sequence

from tobean.kernel.cards import KIND_OF
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.observation.observation import Observation
from tobean.kernel.phases.planting import fields_for
from tobean.kernel.state.harvest import row_payout
from tobean.kernel.state.position import Row
from tobean.kernel.table import Table
from tobean.kernel.trade.offers import Offer

Stake = tuple[int, int]
"""A card and its place."""


def due_after(view: Observation, gives: Sequence[Stake], gets: Sequence[int]) -> list[int]:
    """List the cards the viewing seat would have to plant after a deal.

    For the active player that includes the rest of the cards turned over.
    """
    due = [*view.aside[view.seat], *gets]
    if view.seat == view.active:
        turned = list(view.turned)
        for card, place in gives:
            if place == TURNED and card in turned:
                turned.remove(card)
        due += turned
    return due


def planted(table: Table, seat: int, due: Sequence[int]) -> tuple[list[Row], list[int], list[int]]:
    """Plant these cards where they fit; return the rows, the cards that open a field, and those that find none."""
    if not due:
        return table.fields[seat], [], []
    trial = table.clone()
    rows = trial.fields[seat]
    opening: list[int] = []
    no_room: list[int] = []
    for card in due:
        fits = fields_for(trial, seat, card)
        field = next((planted_field for planted_field in fits if rows[planted_field]), fits[0] if fits else -1)
        if field < 0:
            no_room.append(card)
            continue
        if not rows[field]:
            opening.append(card)
        rows[field] = (*rows[field], card)
    return rows, opening, no_room


def stake_for(view: Observation, wants: Sequence[int]) -> list[Stake] | None:
    """Choose own cards for the wanted kinds, those turned over first; None if some are missing."""
    free = [(card, TURNED) for card in view.turned] if view.seat == view.active else []
    free += [(card, place) for place, card in enumerate(view.hand)]
    stake: list[Stake] = []
    for kind in wants:
        found = next((stake_card for stake_card in free if KIND_OF[stake_card[0]] == kind), None)
        if found is None:
            return None
        free.remove(found)
        stake.append(found)
    return stake


def offer_preview(offer: Offer, view: Observation, table: Table) -> dict[str, object] | None:
    """Return the effect of accepting an offer on the viewer's fields, compared with what is due anyway.

    `thalers`: more or fewer thalers of a harvest then; `opens`: kinds that need an empty field; `no_room`: kinds that
    need a harvest first; `frees`: kinds that would have needed one otherwise. None if the offer is not for the viewer
    or cannot be paid.
    """
    if view.seat >= view.players or not offer.is_for(view.seat):
        return None
    gives = stake_for(view, offer.wants)
    if gives is None:
        return None
    before, _, stuck = planted(table, view.seat, due_after(view, (), ()))
    after, opening, no_room = planted(table, view.seat, due_after(view, gives, offer.cards))
    paid = [sum(row_payout(table, row) for row in rows if row) for rows in (before, after)]
    got = dict.fromkeys(offer.cards)
    return {
        "thalers": paid[1] - paid[0],
        "opens": [kind for kind in got if kind in opening],
        "no_room": [kind for kind in got if kind in no_room],
        "frees": sorted((Counter(stuck) - Counter(no_room)).keys()) if stuck else [],
    }
