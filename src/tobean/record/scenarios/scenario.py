"""Scenarios: given a table, when actions are taken, then expectations hold (docs/scenarios.md).

scenario: Keno harvests three Chili
rules: K6
given players: Timon, Nina, Keno, Eiko
given field Keno 1: 3 Chili
when Keno harvest 1
then thalers Keno: Chili
then discard: 2 Chili
refused K6: Keno harvest 1
"""

import re
from dataclasses import dataclass, field
from typing import Final

from tobean.games import game_named
from tobean.games.registry import default_game
from tobean.i18n.rulebook import rules
from tobean.kernel.errors import BadScenario, GameNotInstalled, UnknownGame
from tobean.kernel.notation.input_limits import lines_of


@dataclass(frozen=True)
class Line:
    """One line of a scenario: in `refused K7: Timon harvest 1` the verb is `refused` and the key `K7`."""

    number: int
    verb: str
    key: str
    value: str


@dataclass
class Scenario:
    """A table (`given`), and the actions and expectations that follow (`steps`)."""

    title: str
    line: int
    rules: tuple[str, ...] = ()
    given: dict[str, str] = field(default_factory=dict)
    given_lines: dict[str, int] = field(default_factory=dict)
    """The line of each key of `given`."""
    steps: list[Line] = field(default_factory=list)
    mistakes: list[BadScenario] = field(default_factory=list)
    """Errors in its lines. With any, the scenario fails; the others of its file still run."""


VERBS: Final = {
    "given": r"given ([^:]+):\s*(.*)",
    "when": r"when() (.+)",
    "then": r"then ([^:]+):\s*(.*)",
    "refused": r"refused ([A-Z]+\d+):\s*(.+)",
    "legal": r"legal():? (.+)",
    "illegal": r"illegal():? (.+)",
    "sees": r"sees ([^:]+):\s*(.*)",
    "chance": r"chance():? (.+)",
}


class NoExpectations(BadScenario):
    """A scenario without expectations: a table to look at, but nothing to run."""


EXPECTATIONS: Final = ("then", "refused", "legal", "illegal", "sees")
"""The verbs of lines that can fail; a scenario needs at least one."""


def parse_scenarios(text: str) -> list[Scenario]:
    """Parse all scenarios of a file. A line that cannot be parsed is a mistake of its scenario."""
    scenarios: list[Scenario] = []
    for number, raw in enumerate(lines_of(text, BadScenario), start=1):
        line = raw.split("#", 1)[0].strip()
        if not line:
            continue
        word = line.split(maxsplit=1)[0].rstrip(":")
        if word == "scenario":
            scenarios.append(Scenario(line.partition(":")[2].strip(), number))
        elif not scenarios:
            raise BadScenario("line {line}: a scenario begins with `scenario: its name`", line=number)
        else:
            try:
                add_line(scenarios[-1], word, line, number)
            except BadScenario as mistake:
                scenarios[-1].mistakes.append(mistake)
    if not scenarios:
        raise BadScenario("line 1: there is no scenario in this file")
    for scenario in scenarios:
        if scenario.mistakes:
            report_only_missing_game(scenario)
        elif not any(step.verb in EXPECTATIONS for step in scenario.steps):
            scenario.mistakes.append(
                NoExpectations(
                    "line {line}: the scenario has no expectation; use one of: {known}",
                    line=scenario.line,
                    known=", ".join(EXPECTATIONS),
                )
            )
    return scenarios


def report_only_missing_game(scenario: Scenario) -> None:
    """If the game is not installed, replace all mistakes with one about that: the others follow from it."""
    try:
        game_named(scenario.given.get("game", default_game()))
    except UnknownGame:
        missing = GameNotInstalled(scenario.given["game"])
        line = scenario.given_lines["game"]
        scenario.mistakes = [BadScenario("line {line}: game: {reason}", line=line, reason=missing)]


def add_line(scenario: Scenario, word: str, line: str, number: int) -> None:
    """Add a line to a scenario; raises `BadScenario` if it is invalid."""
    if word == "rules":
        numbers = re.split(r"[\s,]+", line.partition(":")[2].strip())
        if not all(re.fullmatch(r"[A-Z]+\d+", rule) for rule in numbers):
            raise BadScenario("line {line}: name each rule by its number: `rules: K6 K7`", line=number)
        for rule in numbers:
            check_rule(rule, number)
        scenario.rules = tuple(numbers)
        return
    pattern = VERBS.get(word)
    if pattern is None:
        raise BadScenario(
            "line {line}: unknown keyword {word!r}; known: {known}", line=number, word=word, known=", ".join(VERBS)
        )
    match = re.fullmatch(pattern, line)
    if not match:
        raise BadScenario("line {line}: {text!r} is not complete; see docs/scenarios.md", line=number, text=line)
    key, value = match[1].strip(), match[2].strip()
    if word != "given":
        if word == "refused":
            check_rule(key, number)
        scenario.steps.append(Line(number, word, key, value))
        return
    if scenario.steps:
        raise BadScenario("line {line}: `given` comes before everything else", line=number)
    if key in scenario.given:
        raise BadScenario("line {line}: {key!r} is given twice", line=number, key=key)
    scenario.given[key] = value
    scenario.given_lines[key] = number


def check_rule(rule: str, line: int) -> None:
    if rule not in rules():
        raise BadScenario("line {line}: there is no rule {rule}", line=line, rule=rule)
