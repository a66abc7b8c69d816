"""A table written down as named entries: the vocabulary that table texts, snapshots and scenarios share.

`entries` describes a table, or what one seat sees of it, as an ordered dictionary of key and text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.kernel.cards import cards_text, name_of
from tobean.kernel.hands import known_to, pile_of, seen_by_all
from tobean.kernel.seats import BYSTANDER, seat_name
from tobean.view.observation import Observation

if TYPE_CHECKING:
    from tobean.kernel.hands import Shown
    from tobean.kernel.table import Table


def option_text(value: int | bool | None) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def options_text(options: dict[str, int | bool | None]) -> str:
    return ", ".join(f"{name}={option_text(value)}" for name, value in options.items())


def shown_text(fact: Shown) -> str:
    """`A 2 Red in 5`: among A's first five cards are at least two Red."""
    return f"{seat_name(fact.seat)} {fact.count} {name_of(fact.card)} in {fact.reach}"


def origin_text(origin: int) -> str:
    """The draw pile of a hand card, and the letters of the seats that have seen its face: `0`, `1AC`, `0*`: all."""
    if origin == seen_by_all(origin):
        return f"{pile_of(origin)}*"
    return f"{pile_of(origin)}{''.join(seat_name(seat) for seat in range(BYSTANDER) if known_to(origin, seat))}"


def piles_text(origins: list[int]) -> str:
    return " ".join(origin_text(origin) for origin in origins) or "nothing"


def entries(view: Table | Observation) -> dict[str, str]:
    """Everything about a table, or about what a seat sees of it."""
    found = {
        "game": view.rules.name,
        **({"cards": view.rules.card_set} if view.rules.card_set else {}),
        "players": str(view.players),
        "options": options_text(view.options),
        "start": seat_name(view.start),
        "active": seat_name(view.active),
        "turn": str(view.turn),
        "ply": str(view.ply),
        "run-outs": str(view.run_outs),
        "pile": str(view.pile),
    }
    for seat in range(view.players):
        letter = seat_name(seat)
        found[f"hand {letter}"] = cards_text(view.hands[seat])
        found[f"drawn {letter}"] = piles_text(view.origins[seat])
        for field, row in enumerate(view.fields[seat]):
            found[f"field {letter} {field + 1}"] = cards_text(row)
        found[f"thalers {letter}"] = cards_text(view.thalers[seat])
        found[f"aside {letter}"] = cards_text(view.aside[seat])
    if isinstance(view, Observation):
        found["draw"] = str(view.draw_size)
        for pile, counts in enumerate(view.urns):
            found[f"unseen {pile}"] = counts_text(counts)
    else:
        found["draw top"] = cards_text(list(reversed(view.stack)))
        found["draw bag"] = counts_text(view.bag)
    found["discard"] = cards_text(view.discard)
    found["turned"] = cards_text(view.turned)
    found["deals"] = str(view.deals)
    found["talk"] = " ".join(str(count) for count in view.talk)
    found["offers made"] = str(view.offer_count)
    for offer in view.offers:
        found[f"offer {offer.number}"] = str(offer)
    for number, call in enumerate(view.calls, start=1):
        found[f"call {number}"] = repr(call)
    for number, fact in enumerate(view.shown, start=1):
        found[f"shown {number}"] = shown_text(fact)
    found["next"] = "; ".join(repr(step) for step in reversed(view.agenda)) or "nothing"
    found["ending"] = view.ending or "none"
    if view.component is not None:
        found.update(view.component.entries())
    return found


def counts_text(counts: list[int]) -> str:
    """A bag of cards, sorted by kind."""
    cards: list[int] = []
    for card, count in enumerate(counts):
        cards.extend([card] * count)
    return cards_text(cards)
