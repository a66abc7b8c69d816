"""The legal actions of a seat with their labels; a label is made once for a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tobean.play.session.told import ENCODER
from tobean.play.wire.actions import action_data
from tobean.speech.teller import teller_of

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.position import Position
    from tobean.play.session.session import Session

MOST_LABELS = 500


def labelled(session: Session, legal: list[Action], language: str, seen: Position) -> list[bytes]:
    """What a seat can do now, open-ended talk apart; `seen` is the table through its eyes (I3)."""
    if not legal:
        return []
    kept = session.labels
    teller = teller_of(session.rules, language)
    if len(kept) > MOST_LABELS:
        kept.clear()
    asked = teller.question_at(seen)
    found: list[bytes] = []
    for action in legal:
        foretold = teller.foretold(action, seen, asked)
        # What an action will do is a text and what fills its blanks.
        key = (action, language, () if foretold is None else (foretold[0], *foretold[1].values()))
        text = kept.get(key)
        if text is None:
            data = action_data(action, session.rules, session.spoken_names, language, seen)
            text = kept[key] = ENCODER.encode(data)
        found.append(text)
    return found
