"""Buttons of a seat: its legal actions with the cards, fields, offers or players to which a client attaches them.

A button is encoded once and cached as long as it stays the same.
"""

from typing import Final, final

from mypy_extensions import mypyc_attr

from tobean.i18n.game_messages import ActionPreview
from tobean.i18n.narrator import Narrator
from tobean.kernel.actions import Action
from tobean.kernel.state.position import Position
from tobean.session.log.event_feed import ENCODER
from tobean.session.session import Session

MAX_LABELS: Final = 200
MAX_ACTION_TEXTS: Final = 8192


@final
@mypyc_attr(acyclic=True)
class ActionButton:
    """A button, and the preview of its action."""

    def __init__(self, preview: ActionPreview | None, text: bytes) -> None:
        self.preview = preview
        self.text = text


@final
@mypyc_attr(acyclic=True)
class ActionText:
    """The parts of a button that are the same in every language and at every table."""

    def __init__(self, action: Action) -> None:
        self.do = repr(action)
        """Action in notation, as the client sends it back."""
        self.head: bytes = ENCODER.encode({"do": self.do})[:-1] + b',"label":'
        self.tail: bytes = b"," + ENCODER.encode(action.parts())[1:]


_ACTION_TEXTS: Final[dict[Action, ActionText]] = {}


def action_text_of(action: Action) -> ActionText:
    """Return the shared text of an action, cached for all tables: there are few actions, and their buttons recur."""
    found = _ACTION_TEXTS.get(action)
    if found is None:
        if len(_ACTION_TEXTS) >= MAX_ACTION_TEXTS:
            _ACTION_TEXTS.clear()
        found = _ACTION_TEXTS[action] = ActionText(action)
    return found


class ActionButtons:
    """The buttons of one seat in one language."""

    def __init__(self, narrator: Narrator, names: tuple[str, ...]) -> None:
        self.narrator = narrator
        self.names = names
        self.kept: dict[Action, ActionButton] = {}
        self.last: list[Action] = []
        self.shown: list[ActionButton] = []
        """Buttons encoded last, in order; most of them recur at the same index, which saves a lookup."""

    def encode_all(self, legal: list[Action], seen: Position, session: Session) -> list[bytes]:
        """Encode the legal actions of the seat, except offers and calls; `seen` is its observation (I3)."""
        if not legal:
            return []
        narrator, kept = self.narrator, self.kept
        known_actions = session.known_actions[legal[0].seat]
        if len(kept) > MAX_LABELS:
            kept.clear()
            known_actions.clear()
            self.last = []
        prompt_key = narrator.prompt_key_at(seen)
        last, before = self.last, self.shown
        shown: list[ActionButton] = []
        found: list[bytes] = []
        for index, action in enumerate(legal):
            preview = narrator.preview(action, seen, prompt_key)
            label = before[index] if index < len(last) and last[index] is action else kept.get(action)
            if label is None or label.preview != preview:
                action_text = action_text_of(action)
                known_actions[action_text.do] = action
                label = kept[action] = ActionButton(preview, self.encode_action(action, action_text, preview))
            shown.append(label)
            found.append(label.text)
        self.last, self.shown = legal, shown
        return found

    def encode_action(self, action: Action, action_text: ActionText, preview: ActionPreview | None) -> bytes:
        narrator, names = self.narrator, self.names
        label = (
            narrator.action_text(action, names) if preview is None else narrator.preview_text(action, preview, names)
        )
        return action_text.head + ENCODER.encode(label) + action_text.tail
