"""The buttons of a seat: what it can do, with what a client needs to hang it on things: cards, fields, offers, people.

A button is made once and kept as long as it says the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from mypy_extensions import mypyc_attr

from tobean.play.session.told import ENCODER

if TYPE_CHECKING:
    from tobean.kernel.actions import Action
    from tobean.kernel.position import Position
    from tobean.play.session.session import Session
    from tobean.speech.teller import Teller
    from tobean.speech.words import Foretold

MOST_LABELS: Final = 200
MOST_SPELLINGS: Final = 8192


@final
@mypyc_attr(acyclic=True)
class Label:
    """A button, and what it foretells."""

    def __init__(self, foretold: Foretold | None, text: bytes) -> None:
        self.foretold = foretold
        self.text = text


@final
@mypyc_attr(acyclic=True)
class Spelling:
    """What of a button is the same in every language and at every table."""

    def __init__(self, action: Action) -> None:
        self.do = repr(action)
        """What a client sends back."""
        self.head: bytes = ENCODER.encode({"do": self.do})[:-1] + b',"label":'
        self.tail: bytes = b"," + ENCODER.encode(action.parts())[1:]


_SPELLINGS: Final[dict[Action, Spelling]] = {}


def spelling_of(action: Action) -> Spelling:
    """It is made once for all tables: there are few actions, and a button of each is made again and again."""
    found = _SPELLINGS.get(action)
    if found is None:
        if len(_SPELLINGS) >= MOST_SPELLINGS:
            _SPELLINGS.clear()
        found = _SPELLINGS[action] = Spelling(action)
    return found


class Labels:
    """Those of one seat in one language."""

    def __init__(self, teller: Teller, names: tuple[str, ...]) -> None:
        self.teller = teller
        self.names = names
        self.kept: dict[Action, Label] = {}
        self.last: list[Action] = []
        self.shown: list[Label] = []
        """What was told last, in order: most of it is there again, and need not be looked for."""

    def told(self, legal: list[Action], seen: Position, session: Session) -> list[bytes]:
        """What the seat can do now, open-ended talk apart; `seen` is the table through its eyes (I3)."""
        if not legal:
            return []
        teller, kept = self.teller, self.kept
        spelled = session.spelled[legal[0].seat]
        if len(kept) > MOST_LABELS:
            kept.clear()
            spelled.clear()
            self.last = []
        asked = teller.question_at(seen)
        last, before = self.last, self.shown
        shown: list[Label] = []
        found: list[bytes] = []
        for place, action in enumerate(legal):
            foretold = teller.foretold(action, seen, asked)
            label = before[place] if place < len(last) and last[place] is action else kept.get(action)
            if label is None or label.foretold != foretold:
                spelling = spelling_of(action)
                spelled[spelling.do] = action
                label = kept[action] = Label(foretold, self.made(action, spelling, foretold))
            shown.append(label)
            found.append(label.text)
        self.last, self.shown = legal, shown
        return found

    def made(self, action: Action, spelling: Spelling, foretold: Foretold | None) -> bytes:
        """An action as a client shows it."""
        teller, names = self.teller, self.names
        label = teller.name_action(action, names) if foretold is None else teller.name_outcome(action, foretold, names)
        return spelling.head + ENCODER.encode(label) + spelling.tail
