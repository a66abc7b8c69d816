"""Every scenario holds, and so does every example of docs/scenarios.md and docs/notation.md."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import tobean
from tobean.kernel.actions import ACTIONS
from tobean.kernel.errors import BadScenario
from tobean.kernel.steps import STEPS
from tobean.record.entries import entries
from tobean.record.scenario import VERBS, Scenario, parse_scenarios, run_scenario

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
FILES = sorted((ROOT / "scenarios").rglob("*.scenario"))
EXPECTATIONS = {"then", "refused", "legal", "illegal", "sees"}


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a page of the docs that are marked with this word."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def each_scenario() -> list[tuple[str, Scenario]]:
    """All scenarios with the name of the file or page they are from."""
    found = [
        (path.relative_to(ROOT / "scenarios").with_suffix("").as_posix(), scenario)
        for path in FILES
        for scenario in parse_scenarios(path.read_text(encoding="utf-8"))
    ]
    for block in blocks("scenarios.md", "scenario"):
        found.extend(("docs/scenarios.md", scenario) for scenario in parse_scenarios(block))
    return found


SCENARIOS = each_scenario()


@pytest.mark.parametrize("scenario", [pytest.param(one, id=f"{place}: {one.title}") for place, one in SCENARIOS])
def test_the_scenario_holds(scenario: Scenario) -> None:
    outcome = run_scenario(scenario)
    if not outcome.passed:
        pytest.fail("\n".join([f"{scenario.title} ({', '.join(scenario.rules)})", *outcome.failures]), pytrace=False)


def test_there_are_scenarios() -> None:
    assert FILES
    assert blocks("scenarios.md", "scenario")


def test_scenarios_have_titles_of_their_own_and_expect_something() -> None:
    titles = [scenario.title for _, scenario in SCENARIOS]
    assert [title for title in titles if titles.count(title) > 1] == []
    assert [one.title for _, one in SCENARIOS if not one.rules] == []
    assert [one.title for _, one in SCENARIOS if not EXPECTATIONS & {step.verb for step in one.steps}] == []


# --- the runner sees what is wrong -------------------------------------------------------------------------

TABLE = """\
scenario: A harvest
given players: Timon, Nina, Keno
given hand Timon: Red, Blue
given field Timon 1: 3 Chili
given field Timon 2: Soy
"""


@pytest.mark.parametrize(
    ("steps", "failure"),
    [
        ("then hand Timon: Blue, Red", "line 6: hand Timon\n    expected: Blue, Red\n    but is:   Red, Blue"),
        ("then hand Timon: 3", "line 6: hand Timon\n    expected: 3\n    but is:   2"),
        ("then field Timon 4: nothing", "line 6: field Timon 4\n    expected: nothing\n    but is:   no such field"),
        ("then fields Timon: 3 Chili / Soy", "expected: 3 Chili / Soy\n    but is:   3 Chili / Soy / nothing"),
        ("then awaited: Nina", "line 6: awaited\n    expected: B\n    but is:   A"),
        ("when Timon harvest 2", "line 6: Timon harvest 2\n    was refused: Field 2 has a single card"),
        ("refused K6: Timon harvest 2", "expected: refused by K6\n    but was refused: Field 2"),
        ("refused K7: Timon harvest 1", "expected: refused by K7\n    but it is allowed"),
        ("legal Timon harvest 2", "expected: legal\n    but: Field 2"),
        ("illegal Timon harvest 1", "expected: illegal\n    but it is allowed"),
        ("sees Nina hand Timon: Red, Blue", "line 6: Nina sees hand Timon\n    expected: Red, Blue\n    but is:   2 ?"),
        ("chance Red, Soy", "chance Red, Soy\n    was never drawn"),
    ],
)
def test_what_does_not_hold_is_told_with_both_sides(steps: str, failure: str) -> None:
    (scenario,) = parse_scenarios(TABLE + steps)
    outcome = run_scenario(scenario)
    assert not outcome.passed
    assert len(outcome.failures) == 1
    assert failure in outcome.failures[0]


def test_a_refused_action_ends_the_scenario_and_other_failures_do_not() -> None:
    steps = "then phase: 2\nthen turn: 9\nwhen Timon harvest 2\nthen phase: 3\n"
    (scenario,) = parse_scenarios(TABLE + steps)
    assert [failure.split(":")[0] for failure in run_scenario(scenario).failures] == ["line 6", "line 7", "line 8"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1: there is no scenario"),
        ("given players: 3", "line 1: a scenario begins with"),
        (TABLE + "hopefully Timon wins", "line 6: 'hopefully' begins no line; there are: given, when, then"),
        (TABLE + "then the end", "line 6: 'then the end' is not complete"),
        (TABLE + "refused: Timon pass", "line 6: 'refused: Timon pass' is not complete"),
        (TABLE + "given hand Timon: Red", "line 6: 'hand Timon' is given twice"),
        (TABLE + "then phase: 1\ngiven turned: Red", "line 7: `given` comes before"),
        (TABLE + "rules: K6-K9", "line 6: name each rule by its number"),
        (TABLE + "then weather: fine", "line 6: nobody knows 'weather'"),
        (TABLE + "when Otto pass", "line 6: 'Otto' is no seat"),
        (TABLE + "when Timon dance", "line 6: 'dance' is nothing one can do"),
        (TABLE + "then hand Timon: Purple", "line 6: there is no bean called 'Purple'"),
        (TABLE + "given weather: fine", "line 1: A harvest: nobody knows the entry 'weather'"),
        (TABLE + "given hand Nina: 9 Red", "not so many Red in the game"),
        (TABLE + "given phase: 7", "'7' is no phase of Bohnanza"),
        (TABLE + "given rest: gone", "must be one of draw, discard, out"),
        (TABLE + "given rest: out", "the draw pile is empty"),
        ("scenario: A crowd\ngiven players: 9", "is for 3, 4, 5 players, not 9"),
        ("scenario: Twins\ngiven players: Timon, Timon, Keno", "different names of one word"),
    ],
)
def test_a_scenario_that_cannot_be_read(text: str, reason: str) -> None:
    with pytest.raises(BadScenario, match=re.escape(reason)):
        _ = [run_scenario(scenario) for scenario in parse_scenarios(text)]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everyone_is_dealt_five_cards(players: int) -> None:
    """B2, which no scenario can show from the deal on."""
    deck = [bean.kind for bean in tobean.GAMES["bohnanza"].beans for _ in range(bean.count)]
    table = tobean.new_game("bohnanza", players, deck=deck, start=1)
    assert [len(hand) for hand in table.hands] == [5] * players
    assert table.hands[1] == deck[:5]
    assert (table.active, table.awaited, table.draw_size) == (1, 1, 104 - 5 * players)


# --- docs/scenarios.md and docs/notation.md ----------------------------------------------------------------


def quoted(page: str) -> set[str]:
    """What a page quotes outside its blocks; of `hand Nina` or `offer 1` the first word."""
    text = re.sub(r"^```.*?^```$", "", (DOCS / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {key_word(words) for words in re.findall(r"`([^`]+)`", text)}


def key_word(key: str) -> str:
    return re.sub(r"( [A-Z][a-z]*)?( \d+)?$", "", key)


def test_the_pages_name_every_verb_and_every_entry() -> None:
    page = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    verbs = ("scenario", "rules", *VERBS)
    assert [verb for verb in verbs if not re.search(rf"^\| `{verb}\b", page, flags=re.MULTILINE)] == []
    keys = [key_word(key) for block in blocks("notation.md", "table") for key in entries(tobean.parse_table(block))]
    assert {"hand", "offer", "shown", "draw bag"} <= set(keys)
    assert [key for key in keys if key not in quoted("notation.md")] == []
    assert [key for key in keys if key not in quoted("scenarios.md")] == []
    assert [step for step in STEPS if step not in quoted("notation.md")] == []


@pytest.mark.parametrize("text", blocks("notation.md", "table"))
def test_table_texts_of_the_page(text: str) -> None:
    assert tobean.table_text(tobean.parse_table(text)) == text


@pytest.mark.parametrize("text", blocks("notation.md", "record"))
def test_records_of_the_page(text: str) -> None:
    record = tobean.parse_record(text)
    assert record.text() == text
    assert record.final().over == bool(record.result)


@pytest.mark.parametrize("line", "".join(blocks("notation.md", "actions")).splitlines())
def test_actions_of_the_page(line: str) -> None:
    assert repr(tobean.parse_action(line)) == line


@pytest.mark.parametrize("line", "".join(blocks("notation.md", "cards")).splitlines())
def test_cards_of_the_page(line: str) -> None:
    assert tobean.cards_text(tobean.parse_cards(line)) == line


def test_the_page_shows_every_action_twice() -> None:
    """Once in the table that explains it, once in the block that is read and printed."""
    listed = "".join(blocks("notation.md", "actions")).splitlines()
    told = re.findall(r"^\| `([A-J] [a-z][^`]*)`", (DOCS / "notation.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {line.split()[1] for line in listed} == set(ACTIONS)
    assert [line for line in told if line not in listed] == []
    assert {line.split()[1] for line in told} == set(ACTIONS)


def test_the_page_has_a_table_a_record_and_actions() -> None:
    assert all(blocks("notation.md", language) for language in ("table", "record", "actions", "cards"))


@pytest.mark.parametrize("page", ["notation.md", "scenarios.md"])
def test_python_on_the_pages(page: str) -> None:
    failures, _ = doctest.testfile(str(DOCS / page), module_relative=False, encoding="utf-8")
    assert failures == 0
