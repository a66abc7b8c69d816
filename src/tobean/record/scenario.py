"""Scenarios: given this table, when these actions, then this (docs/scenarios.md).

scenario: Keno harvests three Chili
rules: K6
given players: Timon, Nina, Keno, Eiko
given field Keno 1: 3 Chili
when Keno harvest 1
then thalers Keno: Chili
then discard: 2 Chili
refused K6: Keno harvest 1
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import Call, MakeOffer
from tobean.kernel.bounds import MOST_CARDS, lines_of
from tobean.kernel.cards import cards_text, is_number
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, BadNotation, BadScenario, Illegal, TobeanError
from tobean.kernel.seats import SEAT_LETTERS, seat_name
from tobean.record.entries import entries
from tobean.record.notation import parse_action, parse_cards, parse_faces, parse_seat
from tobean.record.partial import letters_for, partial_table, with_letters
from tobean.view.observation import observe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.component import Component
    from tobean.kernel.table import Table

CARD_KEYS: Final = (
    "hand", "field", "thalers", "aside", "discard", "turned", "draw top", "draw bag", "unseen",
)  # fmt: skip
SORTED_KEYS: Final = ("thalers", "aside", "turned", "draw bag", "unseen")
"""Piles whose order means nothing to a player. Those that only one game has its component knows."""


@dataclass(frozen=True)
class Line:
    """One line of a scenario after its head."""

    number: int
    verb: str
    key: str
    value: str


@dataclass
class Scenario:
    """A scenario as it was written."""

    title: str
    line: int
    rules: tuple[str, ...] = ()
    given: dict[str, str] = field(default_factory=dict)
    steps: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Outcome:
    """How a scenario went: `failures` is empty when it holds."""

    scenario: Scenario
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        return not self.failures


VERBS: Final = {
    "given": r"given ([^:]+):\s*(.*)",
    "when": r"when() (.+)",
    "then": r"then ([^:]+):\s*(.*)",
    "refused": r"refused ([A-Z]\d+):\s*(.+)",
    "legal": r"legal():? (.+)",
    "illegal": r"illegal():? (.+)",
    "sees": r"sees ([^:]+):\s*(.*)",
    "chance": r"chance():? (.+)",
}


def parse_scenarios(text: str) -> list[Scenario]:
    """All scenarios of a file."""
    found: list[Scenario] = []
    for number, raw in enumerate(lines_of(text, BadScenario), start=1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        word = line.split(maxsplit=1)[0].rstrip(":")
        if word == "scenario":
            found.append(Scenario(line.partition(":")[2].strip(), number))
            continue
        if not found:
            raise BadScenario("line {line}: a scenario begins with `scenario: its name`", line=number)
        if word == "rules":
            numbers = re.split(r"[\s,]+", line.partition(":")[2].strip())
            if not all(re.fullmatch(r"[A-Z]\d+", rule) for rule in numbers):
                raise BadScenario("line {line}: name each rule by its number: `rules: K6 K7`", line=number)
            found[-1].rules = tuple(numbers)
            continue
        pattern = VERBS.get(word)
        if pattern is None:
            raise BadScenario(
                "line {line}: {word!r} begins no line; there are: {known}",
                line=number,
                word=word,
                known=", ".join(VERBS),
            )
        match = re.fullmatch(pattern, line)
        if not match:
            raise BadScenario("line {line}: {text!r} is not complete; see docs/scenarios.md", line=number, text=line)
        if word == "given":
            if found[-1].steps:
                raise BadScenario("line {line}: `given` comes before everything else", line=number)
            if match[1].strip() in found[-1].given:
                raise BadScenario("line {line}: {key!r} is given twice", line=number, key=match[1].strip())
            found[-1].given[match[1].strip()] = match[2].strip()
        else:
            found[-1].steps.append(Line(number, word, match[1].strip(), match[2].strip()))
    if not found:
        raise BadScenario("line 1: there is no scenario in this file")
    return found


def run_scenario(scenario: Scenario) -> Outcome:
    """Play a scenario; every expectation that does not hold is reported, with both sides."""
    try:
        table, names = partial_table(scenario.given, chance_from("scenario"))
    except TobeanError as error:
        raise BadScenario(
            "line {line}: {title}: {reason}", line=scenario.line, title=scenario.title, reason=error
        ) from error
    failures: list[str] = []
    for line in scenario.steps:
        try:
            failure = RUNNERS[line.verb](table, names, line)
        except TobeanError as error:
            raise BadScenario("line {line}: {reason}", line=line.number, reason=error) from error
        if failure:
            failures.append(f"line {line.number}: {failure}")
            if line.verb == "when":
                break
    else:
        if table.chance.script:
            unused = cards_text(list(reversed(table.chance.script)))
            failures.append(f"line {scenario.line}: chance {unused}\n    was never drawn")
    return Outcome(scenario, tuple(failures))


def when(table: Table, names: Sequence[str], line: Line) -> str:
    action = parse_action(line.value, names)
    try:
        table.apply(action)
    except Illegal as error:
        return f"{line.value}\n    was refused: {error}"
    return ""


def chance(table: Table, names: Sequence[str], line: Line) -> str:
    """What chance will bring next, before anything random."""
    script = list(reversed(parse_faces(line.value))) + (table.chance.script or [])
    if len(script) > MOST_CARDS:
        raise BadInput("these are too many cards for one list: there may be {most}", most=MOST_CARDS)
    table.chance.script = script
    return ""


def refused(table: Table, names: Sequence[str], line: Line) -> str:
    action = parse_action(line.value, names)
    before = entries(table)
    try:
        table.check(action)
    except Illegal as error:
        if error.rule != line.key:
            return f"{line.value}\n    expected: refused by {line.key}\n    but was refused: {error}"
    else:
        return f"{line.value}\n    expected: refused by {line.key}\n    but it is allowed"
    try:
        table.apply(action)
    except Illegal:
        pass
    return "" if entries(table) == before else f"{line.value}\n    was refused, but it changed the table"


def legal(table: Table, names: Sequence[str], line: Line) -> str:
    action = parse_action(line.value, names)
    try:
        table.check(action)
    except Illegal as error:
        return f"{line.value}\n    expected: legal\n    but: {error}"
    listed = isinstance(action, (MakeOffer, Call)) or action in table.legal_actions(action.seat)
    return "" if listed else f"{line.value}\n    is allowed but not among the legal actions"


def illegal(table: Table, names: Sequence[str], line: Line) -> str:
    action = parse_action(line.value, names)
    try:
        table.check(action)
    except Illegal:
        return ""
    return f"{line.value}\n    expected: illegal\n    but it is allowed"


def then(table: Table, names: Sequence[str], line: Line) -> str:
    known = {**entries(table), **answers(table)}
    return compare(known, table.component, names, line.key, line.value)


def sees(table: Table, names: Sequence[str], line: Line) -> str:
    """`sees Nina hand Timon: 3 ?`: an entry as one seat sees it."""
    who, _, key = line.key.partition(" ")
    seat = parse_seat(who, names)
    view = observe(table, seat)
    known = {**entries(view), "phase": str(view.phase), "over": "yes" if view.over else "no"}
    known["awaited"] = "nobody" if view.over else seat_name(view.awaited)
    return compare(known, table.component, names, key, line.value, f"{who} sees ")


def answers(table: Table) -> dict[str, str]:
    """Entries that only expectations know."""
    return {
        "draw": str(table.draw_size),
        "phase": str(table.phase),
        "awaited": "nobody" if table.over else seat_name(table.awaited),
        "over": "yes" if table.over else "no",
        "result": str(table.result()) if table.over else "none",
        "winner": table.result().winner_text() if table.over else "none",
        "offers": ", ".join(str(offer.number) for offer in table.offers) or "nothing",
    }


def compare(
    known: dict[str, str], own: Component | None, names: Sequence[str], key: str, expected: str, prefix: str = ""
) -> str:
    """What is wrong with an expectation, or ""; `own` is what only this game has on the table."""
    letter_key = with_letters(key, names)
    if letter_key.startswith("fields "):
        letter = letter_key.split()[1]
        rows = [value for name, value in known.items() if name.startswith(f"field {letter} ")]
        actual = " / ".join(normal("field", row, own, names) for row in rows)
        wanted = " / ".join(normal("field", row, own, names) for row in expected.split("/"))
    elif letter_key not in known and re.fullmatch(
        rf"(offer|call|shown|lacks) \d+|field [{SEAT_LETTERS}] \d+", letter_key
    ):
        actual = "no such field" if letter_key.startswith("field") else "nothing"
        wanted = expected.strip()
    elif letter_key not in known:
        raise BadInput("nobody knows {key!r}; there are: {known}", key=key, known=", ".join(known))
    else:
        actual = normal(letter_key, known[letter_key], own, names)
        if "not=" not in expected:
            actual = re.sub(r" not=[^\s,]+", "", actual)  # what a card is known not to be is compared when asked for
        wanted = normal(letter_key, expected, own, names)
        if is_number(expected.strip()) and is_cards(letter_key, own):
            actual, wanted = str(len(parse_cards(actual))), expected.strip()
    if actual == wanted:
        return ""
    return f"{prefix}{key}\n    expected: {wanted}\n    but is:   {actual}"


def is_cards(key: str, own: Component | None) -> bool:
    return key.startswith(CARD_KEYS) or (own is not None and key in own.piles())


def normal(key: str, text: str, own: Component | None, names: Sequence[str]) -> str:
    """A value in the form in which `entries` prints it, so that ways of writing do not matter."""
    if is_cards(key, own) and not is_number(text.strip()):
        cards = parse_cards(text)
        if key.startswith(SORTED_KEYS) or (own is not None and key in own.unordered()):
            cards.sort()
        return cards_text(cards)
    if key in ("awaited", "active", "start", "winner"):
        try:
            return ", ".join(SEAT_LETTERS[parse_seat(part, names)] for part in text.split(","))
        except BadNotation:
            return text.strip()  # nobody, or a rival
    if re.fullmatch(r"(offer|call) \d+", key) and text != "nothing":
        head, declined, rest = letters_for(text, names).partition(" (declined")
        return f"{parse_action(head)!r}{declined}{rest}" if "?" not in head else head + declined + rest
    if key == "result" or key.startswith(("shown ", "lacks ")):
        return letters_for(text, names).strip()
    return text.strip()


RUNNERS: Final = {
    "when": when,
    "then": then,
    "refused": refused,
    "legal": legal,
    "illegal": illegal,
    "sees": sees,
    "chance": chance,
}
