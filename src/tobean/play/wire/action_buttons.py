"""The buttons of a seat: what it can do, with what a client needs to hang it on things: cards, fields, offers, people.

A button is made once and kept as long as it says the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from tobean.play.session.event_feed import ENCODER

if TYPE_CHECKING:
    from tobean.i18n.game_messages import ActionPreview
    from tobean.i18n.narrator import Narrator
    from tobean.kernel.actions import Action
    from tobean.kernel.state.position import Position
    from tobean.play.session.session import Session

MOST_LABELS: Final = 200
MOST_ACTION_TEXTS: Final = 8192


@final
@mypyc_attr(acyclic=True)
class ActionButton:
    """A button, and what it foretells."""

    def __init__(self, preview: ActionPreview | None, text: bytes) -> None:
        self.preview = preview
        self.text = text


@final
@mypyc_attr(acyclic=True)
class ActionText:
    """What of a button is the same in every language and at every table."""

    def __init__(self, action: Action) -> None:
        self.do = repr(action)
        """What a client sends back."""
        self.head: bytes = ENCODER.encode({"do": self.do})[:-1] + b',"label":'
        self.tail: bytes = b"," + ENCODER.encode(action.parts())[1:]


_ACTION_TEXTS: Final[dict[Action, ActionText]] = {}


def action_text_of(action: Action) -> ActionText:
    """It is made once for all tables: there are few actions, and a button of each is made again and again."""
    found = _ACTION_TEXTS.get(action)
    if found is None:
        if len(_ACTION_TEXTS) >= MOST_ACTION_TEXTS:
            _ACTION_TEXTS.clear()
        found = _ACTION_TEXTS[action] = ActionText(action)
    return found


class ActionButtons:
    """Those of one seat in one language."""

    def __init__(self, narrator: Narrator, names: tuple[str, ...]) -> None:
        self.narrator = narrator
        self.names = names
        self.kept: dict[Action, ActionButton] = {}
        self.last: list[Action] = []
        self.shown: list[ActionButton] = []
        """What was told last, in order: most of it is there again, and need not be looked for."""

    def encode_all(self, legal: list[Action], seen: Position, session: Session) -> list[bytes]:
        """What the seat can do now, open-ended talk apart; `seen` is the table through its eyes (I3)."""
        if not legal:
            return []
        narrator, kept = self.narrator, self.kept
        spelled = session.known_actions[legal[0].seat]
        if len(kept) > MOST_LABELS:
            kept.clear()
            spelled.clear()
            self.last = []
        asked = narrator.prompt_key_at(seen)
        last, before = self.last, self.shown
        shown: list[ActionButton] = []
        found: list[bytes] = []
        for place, action in enumerate(legal):
            preview = narrator.foretold(action, seen, asked)
            label = before[place] if place < len(last) and last[place] is action else kept.get(action)
            if label is None or label.preview != preview:
                spelling = action_text_of(action)
                spelled[spelling.do] = action
                label = kept[action] = ActionButton(preview, self.encode_action(action, spelling, preview))
            shown.append(label)
            found.append(label.text)
        self.last, self.shown = legal, shown
        return found

    def encode_action(self, action: Action, spelling: ActionText, preview: ActionPreview | None) -> bytes:
        """An action as a client shows it."""
        narrator, names = self.narrator, self.names
        label = (
            narrator.action_text(action, names) if preview is None else narrator.preview_text(action, preview, names)
        )
        return spelling.head + ENCODER.encode(label) + spelling.tail
