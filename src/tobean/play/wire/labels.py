"""The legal actions of a seat with their labels; a label is made once for a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from tobean.play.session.told import ENCODER
from tobean.play.wire.actions import action_data

if TYPE_CHECKING:
    from tobean.play.session.session import Session

MOST_LABELS = 500


def labelled(session: Session, seat: int, language: str) -> list[msgspec.Raw]:
    """What this seat can do now, open-ended talk apart."""
    kept = session.labels
    if len(kept) > MOST_LABELS:
        kept.clear()
    found: list[msgspec.Raw] = []
    for action in session.table.legal_actions(seat):
        key = (repr(action), language)
        raw = kept.get(key)
        if raw is None:
            raw = kept[key] = msgspec.Raw(
                ENCODER.encode(action_data(action, session.rules, session.spoken_names, language))
            )
        found.append(raw)
    return found
