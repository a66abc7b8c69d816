"""Every rule of the rule pages is cited by code and by a scenario or test, and every cited rule exists.

A citation is a number such as those on the rules pages, in a comment, a docstring or another text. Of a range only the
two ends count, because a search finds no rule in between. In tests, a number from 90 on stands for a rule that does not
exist.
"""

import io
import re
import tokenize
from collections import defaultdict
from functools import cache
from pathlib import Path

from tests.support.paths import ROOT
from tobean.record.scenarios.scenario import parse_scenarios

CITATION = re.compile(r"\b[KTIOBREAD]\d{1,2}\b")
TEXTS = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}

Citations = dict[str, set[str]]
"""The places that cite each rule."""


def defined() -> dict[str, str]:
    """The rules of all pages, with the page they are on."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "src").rglob("rulebook/en.md")):
        for rule in re.findall(r"^- \*\*([A-Z]\d+)\*\* ", path.read_text(encoding="utf-8"), flags=re.MULTILINE):
            assert rule not in found, f"{rule} stands on {found[rule]} and on {path.parts[-3]}"
            found[rule] = path.parts[-3]
    return found


@cache
def python_citations(folder: Path) -> Citations:
    """Citations in comments, docstrings and other texts; a name in the code is not a citation."""
    found: Citations = defaultdict(set)
    for path in sorted(folder.rglob("*.py")):
        if path == Path(__file__):
            continue
        source = path.read_text(encoding="utf-8")
        if not CITATION.search(source):
            continue  # parsing takes a hundred times longer
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type in TEXTS:
                for rule in CITATION.findall(token.string):
                    found[rule].add(f"{path.relative_to(ROOT).as_posix()}:{token.start[0]}")
    return found


def scenario_citations() -> Citations:
    """Citations in the `rules` line of a scenario; rules named by an error only have to exist."""
    found: Citations = defaultdict(set)
    for path in sorted((ROOT / "scenarios").rglob("*.scenario")):
        for scenario in parse_scenarios(path.read_text(encoding="utf-8")):
            for rule in scenario.rules:
                found[rule].add(f"{path.relative_to(ROOT).as_posix()}:{scenario.line}")
    return found


def refusals() -> Citations:
    found: Citations = defaultdict(set)
    for path in sorted((ROOT / "scenarios").rglob("*.scenario")):
        for scenario in parse_scenarios(path.read_text(encoding="utf-8")):
            for step in scenario.steps:
                if step.verb == "refused":
                    found[step.key].add(f"{path.relative_to(ROOT).as_posix()}:{step.number}")
    return found


def page_citations() -> Citations:
    """Citations in the docs, including the rules pages, and in the README."""
    found: Citations = defaultdict(set)
    for path in [*sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "src").rglob("*.md")), *ROOT.glob("*.md")]:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            for rule in CITATION.findall(line):
                found[rule].add(f"{path.relative_to(ROOT).as_posix()}:{number}")
    return found


def listed(rules: list[str]) -> str:
    known = defined()
    return "\n".join(f"{rule} of {known[rule]}" for rule in rules)


def test_citations_are_recognized() -> None:
    assert CITATION.findall("All of it (K6-K9, T1\N{EN DASH}T8). B10: no.") == ["K6", "K9", "T1", "T8", "B10"]
    assert CITATION.findall("A 12, K999, B1b, `Red@2`, v5, D100, AB12") == []


def test_rules_are_found() -> None:
    assert {"K1", "K13", "T8", "I3", "O1", "B10"} <= set(defined())


def test_every_rule_is_cited_by_code() -> None:
    cited = python_citations(ROOT / "src")
    missing = [rule for rule in defined() if rule not in cited]
    assert not missing, f"no code cites:\n{listed(missing)}"


def test_every_rule_is_cited_by_a_scenario_or_test() -> None:
    cited = scenario_citations().keys() | python_citations(ROOT / "tests").keys()
    missing = [rule for rule in defined() if rule not in cited]
    assert not missing, f"no scenario and no test cites:\n{listed(missing)}"


def test_every_cited_rule_exists() -> None:
    known = defined()
    # Numbers from 90 on are wrong on purpose.
    in_tests = {rule: places for rule, places in python_citations(ROOT / "tests").items() if int(rule[1:]) < 90}
    unknown: list[str] = []
    for citations in (python_citations(ROOT / "src"), in_tests, scenario_citations(), refusals(), page_citations()):
        for rule in citations:
            if rule not in known:
                unknown.append(f"{rule} in {', '.join(sorted(citations[rule]))}")
    assert not unknown, "there are no such rules:\n" + "\n".join(unknown)
