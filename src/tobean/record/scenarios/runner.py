"""Running scenarios: reports every mistake and every failed expectation with its line."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tobean.i18n.catalogues import SOURCE
from tobean.i18n.error_messages import error_sentence
from tobean.kernel.base.seats import seat_name
from tobean.kernel.cards import cards_text
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, BadScenario, Illegal, Phrase, TobeanError
from tobean.kernel.notation.input_limits import MAX_CARDS
from tobean.kernel.observation.observation import observe
from tobean.kernel.table import Table
from tobean.record.notation import parse_action, parse_known_cards, parse_seat
from tobean.record.position_defaults import partial_table
from tobean.record.position_entries import entries
from tobean.record.scenarios.expectations import compare, expectation_entries
from tobean.record.scenarios.invariants import bean_counts
from tobean.record.scenarios.scenario import Line, Scenario
from tobean.record.scenarios.step_checks import broken_invariant

MESSAGE_ARROW: Final = "->"
"""Separates a refused action from the expected message."""


@dataclass(frozen=True)
class ScenarioResult:
    """The result of a scenario; it passes if there are no problems."""

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
    """Play a scenario and report every expectation that fails, with expected and actual values."""
    if scenario.mistakes:
        return ScenarioResult(scenario, tuple(scenario.mistakes))
    try:
        table, names, steps = start_of_scenario(scenario)
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


def start_of_scenario(scenario: Scenario) -> tuple[Table, tuple[str, ...], list[Line]]:
    """Return the table with which the scenario begins, the names of its players, and the remaining lines."""
    leading_lines = leading_chance_lines(scenario)
    try:
        table, names = build_start_table(scenario, scenario.given, leading_lines)
    except TobeanError as error:
        raise BadScenario("{reason}", reason=find_impossible_line(scenario, error, leading_lines)) from error
    return table, names, scenario.steps[len(leading_lines) :]


def leading_chance_lines(scenario: Scenario) -> list[Line]:
    """Return the chance lines before all others; they determine what is drawn before the first decision."""
    lines: list[Line] = []
    for line in scenario.steps:
        if line.verb != "chance":
            break
        lines.append(line)
    return lines


def build_start_table(
    scenario: Scenario, given: dict[str, str], leading_lines: Sequence[Line]
) -> tuple[Table, tuple[str, ...]]:
    """Return the table with which the scenario begins. Scripted cards are not used to fill other places."""
    chance = chance_from("scenario")
    chance.script = as_chance_script([card for line in leading_lines for card in parse_known_cards(line.value)])
    scripted_cards = [
        card for line in scenario.steps if line.verb == "chance" for card in parse_chance_cards(line.value)
    ]
    return partial_table(given, chance, scripted_cards)


def parse_chance_cards(text: str) -> tuple[int, ...]:
    """Return the cards of a chance line; empty if it is invalid, which is reported when the line is run."""
    try:
        return parse_known_cards(text)
    except BadInput:
        return ()


def as_chance_script(cards: Sequence[int]) -> list[int]:
    """Put cards into the order of `Chance.script`, the next card last."""
    if len(cards) > MAX_CARDS:
        raise BadInput("too many cards in one list; the maximum is {most}", most=MAX_CARDS)
    return list(reversed(cards))


def find_impossible_line(scenario: Scenario, error: TobeanError, leading_lines: Sequence[Line]) -> Phrase:
    """Find the line that makes the table impossible: the first one that causes this error."""
    if leading_lines and not impossibility_reason(scenario, scenario.given, []):
        return at_line(leading_lines[0].number, Phrase("{key}: {reason}", key="chance", reason=error))
    given: dict[str, str] = {}
    for key, value in scenario.given.items():
        given[key] = value
        fails_with = impossibility_reason(scenario, given, leading_lines) == str(error)
        fails_without = impossibility_reason(scenario, entries_without(given, key), leading_lines) == str(error)
        if fails_with and not fails_without:
            named = str(error).startswith(f"{key}:")
            problem = error if named else Phrase("{key}: {reason}", key=key, reason=error)
            return at_line(scenario.given_lines[key], problem)
    return at_line(scenario.line, Phrase("{key}: {reason}", key=scenario.title, reason=error))


def entries_without(given: dict[str, str], key: str) -> dict[str, str]:
    return {other: value for other, value in given.items() if other != key}


def impossibility_reason(scenario: Scenario, given: dict[str, str], leading_lines: Sequence[Line]) -> str:
    """Return the reason why this table is impossible, or ""."""
    try:
        build_start_table(scenario, given, leading_lines)
    except TobeanError as error:
        return str(error)
    return ""


def undrawn_chance_cards(scenario: Scenario, left: int) -> list[Phrase]:
    """Return the problems for the chance lines whose cards, the last `left` ones, were never drawn."""
    problems: list[Phrase] = []
    for line in reversed(scenario.steps):
        if line.verb == "chance" and left:
            cards = parse_known_cards(line.value)
            unused = cards[max(0, len(cards) - left) :]
            left -= len(unused)
            problem = Phrase("{what}\n    was never drawn", what=f"chance {cards_text(unused)}")
            problems.append(at_line(line.number, problem))
    return list(reversed(problems))


def run_when(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    action = parse_action(line.value, names)
    beans = bean_counts(table)
    try:
        table.apply(action)
    except Illegal as error:
        return Phrase("{action}\n    was refused: {reason}", action=line.value, reason=error)
    broken = broken_invariant(table, beans)
    if broken is None:
        return None
    return Phrase("{action}\n    leaves a table that cannot be: {reason}", action=line.value, reason=broken)


def extend_chance_script(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    """Append cards to the chance script, after those of earlier lines."""
    table.chance.script = as_chance_script([*reversed(table.chance.script or []), *parse_known_cards(line.value)])
    return None


def check_refused(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    """Check `refused K7: Timon harvest 1`, or with the message: `refused K7: Timon harvest 1 -> Field 1 has ...`."""
    notation, arrow, sentence = (part.strip() for part in line.value.partition(MESSAGE_ARROW))
    action = parse_action(notation, names)
    before = entries(table)
    try:
        table.check(action)
    except Illegal as error:
        if error.rule != line.key:
            return Phrase(
                "{action}\n    expected: refused by {rule}\n    but was refused: {reason}",
                action=notation,
                rule=line.key,
                reason=error,
            )
        message = error_sentence(error, names, SOURCE, table.rules.name)
        if arrow and message != sentence:
            return Phrase(
                "{action}\n    expected: {sentence}\n    but was refused: {reason}",
                action=notation,
                sentence=sentence,
                reason=message,
            )
    else:
        return Phrase(
            "{action}\n    expected: refused by {rule}\n    but it is allowed", action=notation, rule=line.key
        )
    try:
        table.apply(action)
    except Illegal:
        pass
    if entries(table) == before:
        return None
    return Phrase("{action}\n    was refused, but it changed the table", action=notation)


def check_legal(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    action = parse_action(line.value, names)
    try:
        table.check(action)
    except Illegal as error:
        return Phrase("{action}\n    expected: legal\n    but: {reason}", action=line.value, reason=error)
    return None


def check_illegal(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    action = parse_action(line.value, names)
    try:
        table.check(action)
    except Illegal:
        return None
    return Phrase("{action}\n    expected: illegal\n    but it is allowed", action=line.value)


def check_then(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    actual = {**entries(table), **expectation_entries(table)}
    return compare(actual, table.component, names, line.key, line.value)


def check_sees(table: Table, names: Sequence[str], line: Line) -> Phrase | None:
    """Check an entry as one seat sees it: `sees Nina hand Timon: 3 ?`."""
    viewer, _, key = line.key.partition(" ")
    seat = parse_seat(viewer, names)
    view = observe(table, seat)
    actual = {**entries(view), "phase": str(view.phase), "over": "yes" if view.over else "no"}
    actual["awaited"] = "nobody" if view.over else seat_name(view.awaited)
    return compare(actual, view.component, names, key, line.value, viewer)


RUNNERS: Final = {
    "when": run_when,
    "then": check_then,
    "refused": check_refused,
    "legal": check_legal,
    "illegal": check_illegal,
    "sees": check_sees,
    "chance": extend_chance_script,
}
