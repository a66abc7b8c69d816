"""Running scenarios: every mistake and every expectation that does not hold is told with its line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tobean.i18n.catalogues import SOURCE
from tobean.i18n.error_messages import told
from tobean.kernel.cards import cards_text
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, BadScenario, Illegal, Phrase, TobeanError
from tobean.kernel.notation.input_limits import MAX_CARDS
from tobean.kernel.state.seats import seat_name
from tobean.record.notation import parse_action, parse_faces, parse_seat
from tobean.record.position_defaults import partial_table
from tobean.record.position_entries import entries
from tobean.record.scenarios.expectations import compare, expectation_entries
from tobean.view.observation import observe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.table import Table
    from tobean.record.scenarios.scenario import Line, Scenario

SAYING: Final = "->"
"""Separates an action that is refused from the sentence that says why."""


@dataclass(frozen=True)
class ScenarioResult:
    """How a scenario went: there are no problems when it holds."""

    scenario: Scenario
    problems: tuple[Phrase | TobeanError, ...]

    @property
    def passed(self) -> bool:
        return not self.problems

    @property
    def failures(self) -> tuple[str, ...]:
        """The problems in English."""
        return tuple(str(problem) for problem in self.problems)


def run_scenario(scenario: Scenario) -> ScenarioResult:
    """Play a scenario; every expectation that does not hold is reported, with both sides."""
    if scenario.mistakes:
        return ScenarioResult(scenario, tuple(scenario.mistakes))
    try:
        table, names, steps = first_table(scenario)
    except BadScenario as error:
        return ScenarioResult(scenario, (error,))
    problems: list[Phrase | TobeanError] = []
    for line in steps:
        try:
            problem = RUNNERS[line.verb](table, names, line)
        except TobeanError as error:
            problems.append(at_line(line.number, error))
            break
        if problem is not None:
            problems.append(at_line(line.number, problem))
            if line.verb == "when":
                break
    else:
        problems.extend(undrawn_chance_cards(scenario, len(table.chance.script or ())))
    return ScenarioResult(scenario, tuple(problems))


def at_line(number: int, problem: Phrase | TobeanError) -> Phrase:
    return Phrase("line {line}: {reason}", line=number, reason=problem)


def first_table(scenario: Scenario) -> tuple[Table, tuple[str, ...], list[Line]]:
    """The table with which it begins, the names of its players, and the lines that are still to be run."""
    first = leading_chance_lines(scenario)
    try:
        table, names = build_start_table(scenario, scenario.given, first)
    except TobeanError as error:
        raise BadScenario("{reason}", reason=find_impossible_line(scenario, error, first)) from error
    return table, names, scenario.steps[len(first) :]


def leading_chance_lines(scenario: Scenario) -> list[Line]:
    """The lines of chance that stand before everything else: they reach what is drawn before the first decision."""
    found: list[Line] = []
    for line in scenario.steps:
        if line.verb != "chance":
            break
        found.append(line)
    return found


def build_start_table(
    scenario: Scenario, given: dict[str, str], first: Sequence[Line]
) -> tuple[Table, tuple[str, ...]]:
    """The table with which the scenario begins. The cards that chance will bring are kept from being filled in."""
    chance = chance_from("scenario")
    chance.script = script([card for line in first for card in parse_faces(line.value)])
    scripted_cards = [
        card for line in scenario.steps if line.verb == "chance" for card in parse_chance_cards(line.value)
    ]
    return partial_table(given, chance, scripted_cards)


def parse_chance_cards(text: str) -> tuple[int, ...]:
    """The cards of a line of chance; nothing if it cannot be read, which is told when its turn comes."""
    try:
        return parse_faces(text)
    except BadInput:
        return ()


def script(cards: Sequence[int]) -> list[int]:
    """As chance takes it: the next card last."""
    if len(cards) > MAX_CARDS:
        raise BadInput("these are too many cards for one list: there may be {most}", most=MAX_CARDS)
    return list(reversed(cards))


def find_impossible_line(scenario: Scenario, error: TobeanError, first: Sequence[Line]) -> Phrase:
    """The line that makes the table impossible: the first one with which the error is this one."""
    if first and not reason(scenario, scenario.given, []):
        return at_line(first[0].number, Phrase("{key}: {reason}", key="chance", reason=error))
    said: dict[str, str] = {}
    for key, value in scenario.given.items():
        said[key] = value
        if reason(scenario, said, first) == str(error) and reason(scenario, entries_without(said, key), first) != str(
            error
        ):
            named = str(error).startswith(f"{key}:")
            problem = error if named else Phrase("{key}: {reason}", key=key, reason=error)
            return at_line(scenario.given_lines[key], problem)
    return at_line(scenario.line, Phrase("{key}: {reason}", key=scenario.title, reason=error))


def entries_without(said: dict[str, str], key: str) -> dict[str, str]:
    return {other: value for other, value in said.items() if other != key}


def reason(scenario: Scenario, given: dict[str, str], first: Sequence[Line]) -> str:
    """Why this table is impossible; "" if it is not."""
    try:
        build_start_table(scenario, given, first)
    except TobeanError as error:
        return str(error)
    return ""


def undrawn_chance_cards(scenario: Scenario, left: int) -> list[Phrase]:
    """So many of the last cards of chance were never drawn: to which lines they belong."""
    found: list[Phrase] = []
    for line in reversed(scenario.steps):
        if line.verb == "chance" and left:
            cards = parse_faces(line.value)
            unused = cards[max(0, len(cards) - left) :]
            left -= len(unused)
            problem = Phrase("{what}\n    was never drawn", what=f"chance {cards_text(unused)}")
            found.append(at_line(line.number, problem))
    return list(reversed(found))


def when(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    action = parse_action(line.value, names)
    try:
        table.apply(action)
    except Illegal as error:
        return Phrase("{action}\n    was refused: {reason}", action=line.value, reason=error)
    return None


def chance(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    """What chance will bring next, before anything random, and after what earlier lines have brought."""
    table.chance.script = script([*reversed(table.chance.script or []), *parse_faces(line.value)])
    return None


def refused(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    """`refused K7: Timon harvest 1`, or with its sentence: `refused K7: Timon harvest 1 -> Field 1 has ...`."""
    written, arrow, sentence = (part.strip() for part in line.value.partition(SAYING))
    action = parse_action(written, names)
    before = entries(table)
    try:
        table.check(action)
    except Illegal as error:
        if error.rule != line.key:
            return Phrase(
                "{action}\n    expected: refused by {rule}\n    but was refused: {reason}",
                action=written,
                rule=line.key,
                reason=error,
            )
        said = told(error, names, SOURCE, table.rules.name).removesuffix(f" ({error.rule})")
        if arrow and said != sentence:
            return Phrase(
                "{action}\n    expected: {sentence}\n    but was refused: {reason}",
                action=written,
                sentence=sentence,
                reason=said,
            )
    else:
        return Phrase("{action}\n    expected: refused by {rule}\n    but it is allowed", action=written, rule=line.key)
    try:
        table.apply(action)
    except Illegal:
        pass
    if entries(table) == before:
        return None
    return Phrase("{action}\n    was refused, but it changed the table", action=written)


def legal(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    action = parse_action(line.value, names)
    try:
        table.check(action)
    except Illegal as error:
        return Phrase("{action}\n    expected: legal\n    but: {reason}", action=line.value, reason=error)
    return None


def illegal(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    action = parse_action(line.value, names)
    try:
        table.check(action)
    except Illegal:
        return None
    return Phrase("{action}\n    expected: illegal\n    but it is allowed", action=line.value)


def then(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    known = {**entries(table), **expectation_entries(table)}
    return compare(known, table.component, names, line.key, line.value)


def sees(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    """`sees Nina hand Timon: 3 ?`: an entry as one seat sees it."""
    who, _, key = line.key.partition(" ")
    seat = parse_seat(who, names)
    view = observe(table, seat)
    known = {**entries(view), "phase": str(view.phase), "over": "yes" if view.over else "no"}
    known["awaited"] = "nobody" if view.over else seat_name(view.awaited)
    return compare(known, view.component, names, key, line.value, who)


RUNNERS: Final = {
    "when": when,
    "then": then,
    "refused": refused,
    "legal": legal,
    "illegal": illegal,
    "sees": sees,
    "chance": chance,
}
