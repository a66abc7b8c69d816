"""What a viewer can do, with what a client needs to hang it on things: cards, places, fields, offers, people."""

from __future__ import annotations

from collections.abc import Sequence

from tobean.kernel.actions import Action
from tobean.kernel.position import Position
from tobean.kernel.rules import Rules
from tobean.speech import label


def action_data(
    action: Action, rules: Rules, names: Sequence[str], language: str, seen: Position | None = None
) -> dict[str, object]:
    """An action as a client shows it, with what its player sees: `do` is what it sends back."""
    return {"do": repr(action), "label": label(action, rules, names, language, seen), **action.parts()}
