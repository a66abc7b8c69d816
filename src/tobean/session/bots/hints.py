"""Hints of the coach to a player at the table.

The coach runs in a worker, like a bot, on a determinized table without secrets (I3).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from tobean.bots.coach.coach import hint, reason_sentence
from tobean.bots.coach.waiting import waiting_reasons
from tobean.i18n import label
from tobean.i18n.card_names import renamed_kinds_of
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput
from tobean.kernel.observation.observation import observe
from tobean.record.table_text import restore
from tobean.session.bots.bot_requests import determinized_table
from tobean.session.errors import Refused, Stale

if TYPE_CHECKING:
    from tobean.session.session import Session
    from tobean.session.viewer import Viewer
    from tobean.session.wire.messages import Message


def build_request(session: Session, seat: int, version: int, language: str) -> dict[str, object]:
    """Build the JSON request with which a worker runs the coach. The same position gets the same hint."""
    if not session.may_hint(seat):
        raise Refused("There are hints where all others are bots, or where the table allows them.")
    if version != session.version:
        raise Stale("The table has moved on: have another look.")
    seed = f"hint {version}"
    return {
        "hint": language,
        "seat": seat,
        "seed": seed,
        "names": session.names_in(language),
        "twin": determinized_table(session.table, seat, seed),
    }


def run_request(request: Mapping[str, object]) -> dict[str, object]:
    """Run the coach on a request, in a worker.

    `do` is the action in notation; null if there is nothing to do: then `text` says what the player can do meanwhile.
    """
    seat, seed, names = request["seat"], request["seed"], request["names"]
    if not isinstance(seat, int) or not isinstance(seed, str) or not isinstance(names, (list, tuple)):
        raise BadInput("a question to the coach has a seat, a seed and names")
    table = restore(request["twin"])
    view = observe(table, seat)
    found = hint(view, table.legal_actions(seat), chance_from(seed))
    language = str(request["hint"])
    reasons = waiting_reasons(view) if found is None else [found.reason]
    seat_names = [str(name) for name in cast("list[object]", names)]
    kind_names = renamed_kinds_of(table.rules, language)
    sentences = [reason_sentence(reason, table.rules.name, seat_names, language, kind_names) for reason in reasons]
    return {"do": None if found is None else repr(found.action), "text": " ".join(sentences)}


def hint_message(session: Session, viewer: Viewer, version: int, hint: Mapping[str, object]) -> Message:
    """Return the hint as a message: the action with the label of its button, and the reason."""
    do = hint["do"]
    button_label = ""
    if viewer.seat is not None and isinstance(do, str):
        seen = observe(session.table, viewer.seat) if version == session.version else None
        button_label = label(
            session.read(viewer.seat, do), session.rules, session.names_in(viewer.language), viewer.language, seen
        )
    return {"type": "hint", "version": version, "do": do, "label": button_label, "text": hint["text"]}
