"""What a viewer can do, with what a client needs to hang it on things: cards, places, fields, offers, people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tobean.kernel.actions import Action
from tobean.speech.deeds import label


def action_data(action: Action, names: Sequence[str], language: str, called: Mapping[int, str]) -> dict[str, object]:
    """An action as a client shows it: `do` is what it sends back."""
    return {"do": repr(action), "label": label(action, names, language, called), **action.parts()}
