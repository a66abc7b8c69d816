"""Every scenario passes, and so does every example in docs/scenarios.md and docs/notation.md."""

import doctest
import re
from pathlib import Path

import pytest

import tobean
from tests.support.engine.scenarios import git, new_titles
from tests.support.paths import DATA, DOCS, ROOT
from tobean.games.bohnanza.cards import BLUE, RED, SOY
from tobean.kernel.actions import ACTIONS
from tobean.kernel.agenda import STEPS
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadScenario
from tobean.kernel.notation.card_locations import TURNED
from tobean.kernel.trade.offers import Offer
from tobean.record.position_defaults import partial_table
from tobean.record.position_entries import entries
from tobean.record.scenarios.invariants import bean_counts
from tobean.record.scenarios.runner import run_scenario
from tobean.record.scenarios.scenario import EXPECTATIONS, VERBS, Scenario, parse_scenarios
from tobean.record.scenarios.step_checks import broken_invariant

IMPOSSIBLE_TABLES = DATA / "impossible_tables.md"
FILES = sorted((ROOT / "scenarios").rglob("*.scenario"))


def blocks(page: str, language: str) -> list[str]:
    """Fenced blocks of a docs page that are marked with this word."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def each_scenario() -> list[tuple[str, Scenario]]:
    """All scenarios, each with the name of its file or page."""
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
def test_the_scenario_passes(scenario: Scenario) -> None:
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
    assert [one.title for _, one in SCENARIOS if not set(EXPECTATIONS) & {step.verb for step in one.steps}] == []


# --- failures that the runner finds ------------------------------------------------------------------------

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
        ("when Timon harvest 2\nthen phase: 2", "line 6: Timon harvest 2\n    was refused: Field 2 has a single card"),
        ("refused K6: Timon harvest 2", "expected: refused by K6\n    but was refused: Field 2"),
        ("refused K7: Timon harvest 1", "expected: refused by K7\n    but it is allowed"),
        ("refused K7: Timon harvest 2 -> No.", "expected: No.\n    but was refused: Field 2 has a single card"),
        ("refused K6: Timon harvest 2 -> No.", "expected: refused by K6\n    but was refused: Field 2"),
        ("legal Timon harvest 2", "expected: legal\n    but: Field 2"),
        ("illegal Timon harvest 1", "expected: illegal\n    but it is allowed"),
        ("sees Nina hand Timon: Red, Blue", "line 6: Nina sees hand Timon\n    expected: Red, Blue\n    but is:   2 ?"),
        ("chance Red, Soy\nthen phase: 1", "line 6: chance Red, Soy\n    was never drawn"),
    ],
)
def test_a_failed_expectation_is_reported_with_both_values(steps: str, failure: str) -> None:
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
    ("text", "reason"), [("", "line 1: there is no scenario"), ("given players: 3", "line 1: a scenario begins with")]
)
def test_a_file_without_scenarios(text: str, reason: str) -> None:
    with pytest.raises(BadScenario, match=re.escape(reason)):
        parse_scenarios(text)


@pytest.mark.parametrize(
    ("steps", "reason"),
    [
        ("hopefully Timon wins", "line 6: unknown keyword 'hopefully'; known: given, when, then"),
        ("then the end", "line 6: 'then the end' is not complete"),
        ("refused: Timon pass", "line 6: 'refused: Timon pass' is not complete"),
        ("refused K99: Timon pass", "line 6: there is no rule K99"),
        ("given hand Timon: Red", "line 6: 'hand Timon' is given twice"),
        ("then phase: 1\ngiven turned: Red", "line 7: `given` comes before"),
        ("rules: K6-K9", "line 6: name each rule by its number"),
        ("rules: K6 Z9", "line 6: there is no rule Z9"),
        ("when Timon plant Red 1", "line 1: the scenario has no expectation; use one of: then, refused"),
        ("then weather: fine", "line 6: unknown entry 'weather'"),
        ("when Otto pass\nthen phase: 1", "line 6: 'Otto' is not a seat"),
        ("when Timon dance\nthen phase: 1", "line 6: unknown action 'dance'"),
        ("then hand Timon: Purple", "line 6: unknown kind of card: 'Purple'"),
        ("given weather: fine\nthen phase: 1", "line 6: weather: unknown entry 'weather'"),
        ("given hand Nina: 9 Red\nthen phase: 1", "line 6: hand Nina: there are not that many Red in the game"),
        ("given hand Nina: Purple\nthen phase: 1", "line 6: hand Nina: unknown kind of card: 'Purple'"),
        ("given phase: 7\nthen phase: 1", "line 6: phase: '7' is not a phase of Bohnanza"),
        ("given rest: gone\nthen phase: 1", "line 6: rest: 'gone' must be one of draw, discard, out"),
        ("given rest: out\nthen phase: 1", "line 6: rest: the draw pile is empty"),
        ("given active: Otto\nthen phase: 1", "line 6: active: 'Otto' is not a seat"),
        ("given game: skat\nthen phase: 1", "line 6: game: this game is not installed here: skat"),
        ("chance Purple\nthen phase: 1", "line 6: chance: unknown kind of card: 'Purple'"),
        ("then phase: 1\nchance Red, 2 Soy\nchance Blue", "line 7: chance Red, 2 Soy\n    was never drawn"),
    ],
)
def test_a_mistake_fails_its_scenario_and_names_line_and_key(steps: str, reason: str) -> None:
    broken, fine = parse_scenarios(TABLE + steps + "\nscenario: Another one\nthen phase: 1\n")
    failures = run_scenario(broken).failures
    assert failures
    assert failures[0].startswith(reason)
    assert run_scenario(fine).passed


# --- unreachable tables ------------------------------------------------------------------------------------


def impossible_tables() -> list[tuple[str, str]]:
    """Tables that are refused, with the reasons."""
    text = IMPOSSIBLE_TABLES.read_text(encoding="utf-8")
    return re.findall(r"^\| (.+?) \| `(.+)` \|$", text, flags=re.MULTILINE)


@pytest.mark.parametrize(("what", "example"), impossible_tables())
def test_impossible_scenario_tables_are_refused(what: str, example: str) -> None:
    given = [f"given {line.strip()}" for line in example.split(" ; ")]
    (scenario,) = parse_scenarios("\n".join(["scenario: A table", *given, "legal A pass"]))
    failures = run_scenario(scenario).failures
    assert len(failures) == 1
    assert re.match(r"line [2-9]: ", failures[0]), failures[0]
    assert "A pass" not in failures[0]
    (rule,) = re.findall(r"\(([A-Z]\d+)\)", what) or ["line"]
    assert rule in failures[0]


def test_every_line_of_the_file_is_an_example() -> None:
    lines = IMPOSSIBLE_TABLES.read_text(encoding="utf-8").splitlines()
    assert len(impossible_tables()) == len(lines) - 4


# --- chance and expectations -------------------------------------------------------------------------------


def outcome_of(*lines: str) -> tuple[str, ...]:
    (scenario,) = parse_scenarios("\n".join(["scenario: A try", *lines]))
    return run_scenario(scenario).failures


def test_chance_reaches_what_is_drawn_before_the_first_decision() -> None:
    lines = ("given players: Timon, Nina, Keno", "given phase: 2", "chance Garden, Red")
    assert outcome_of(*lines, "then turned: Red, Garden") == ()
    assert outcome_of(*lines, "chance Blue", "then turned: Red, Garden") == (
        "line 5: chance Blue\n    was never drawn",
    )


def test_the_cards_of_chance_are_not_filled_in_elsewhere() -> None:
    """All six Garden beans come from the pile, although thirty hand cards are filled in."""
    hands = [f"given hand {letter}: 20" for letter in "ABCD"]
    assert outcome_of(*hands, "given phase: 2", "chance 2 Garden", "then turned: 2 Garden") == ()
    draws = ("given turned: nothing", "chance 3 Garden", "when A end trading", "then hand A: 20 any, 3 Garden")
    assert outcome_of(*hands, *draws) == ()


def test_impossible_chance_names_its_line() -> None:
    (failure,) = outcome_of(
        "given phase: 2", "given rest: discard", "given draw bag: 9 Blue", "chance Red", "then turned: 2"
    )
    assert failure.startswith("line 5: chance: the chance result Red is not among the cards")


@pytest.mark.parametrize(
    ("given", "expected", "holds"),
    [
        ("hand A: Red, Blue, Soy", "hand A: Red, 2 any", True),
        ("hand A: Red, Blue, Soy", "hand A: any, Red, any", False),
        ("hand A: Red, Blue, Soy", "hand A: 3", True),
        ("hand A: Red, Blue, Soy", "hand A: 4 any", False),
        ("thalers A: Red, Blue, Soy", "thalers A: any, Soy, any", True),
        ("discard: Red, Blue", "discard: any, Blue", True),
        ("discard: Red, Blue", "discard: Blue, any", False),
        ("spells A: Attack, Move up", "spells A: 2", True),
        ("spells A: Attack, Move up", "spells A: any, Move up", True),
        ("spells A: Attack, Move up", "spells A: Move up, any", False),
        ("spells A: Attack, Move up", "spells A: any", False),
        ("spells A: nothing", "spells A: nothing", True),
        ("spell pile: Attack, Move, Hand", "spell pile: 3", True),
        ("spell pile: Attack, Move, Hand", "spell pile: Hand, 2 any", True),
        ("spell pile: Attack, Move, Hand", "spell pile: Field, 2 any", False),
        ("sacrificed: Green/Red, Blue/Red", "sacrificed: 2", True),
        ("sacrificed: Green/Red, Blue/Red", "sacrificed: any, Green/Red", True),
        ("sacrifice pile: 7", "sacrifices 0: 7", True),
        ("boss Al: 2 Blue", "boss Al: 2", True),
        ("boss Al: 2 Blue", "boss Al: Blue, any", True),
        ("mafia thalers: Blue, Fire", "mafia thalers: any, Blue", True),
    ],
)
def test_any_and_counts_in_expectations(given: str, expected: str, holds: bool) -> None:
    games = {"spell": "rabohnzel", "sacri": "bohnedikt", "boss ": "al-cabohne", "mafia": "al-cabohne"}
    game = games.get(given[:5], "bohnanza")
    assert (outcome_of(f"given game: {game}", f"given {given}", f"then {expected}") == ()) == holds


def test_expectations_of_a_seat_use_its_observation() -> None:
    lines = ("given game: rabohnzel", "given spells B: Attack, Move up", "given hand B: Cape, White")
    assert outcome_of(*lines, "sees A spells B: 2", "sees A spells B: any, Move up", "sees A hand B: 2 any") == ()


@pytest.mark.parametrize(
    "action", ["A harvest 1: discard Chili, Chili", "A offer B: Red@1 for Soy", "B call: want Red"]
)
def test_legal_takes_any_action_that_can_be_written(action: str) -> None:
    lines = ("given hand A: Red", "given field A 1: 3 Chili", "given turned: nothing")
    assert outcome_of(*lines, f"legal {action}") == ()
    assert outcome_of(*lines, f"illegal {action}") != ()


@pytest.mark.parametrize("players", [3, 4, 5])
def test_everyone_is_dealt_five_cards(players: int) -> None:
    """B2, which no scenario can show, because scenarios begin after the deal."""
    deck = [bean.kind for bean in tobean.GAMES["bohnanza"].beans for _ in range(bean.count)]
    table = tobean.new_game("bohnanza", players, deck=deck, start=1)
    assert [len(hand) for hand in table.hands] == [5] * players
    assert table.hands[1] == deck[:5]
    assert (table.active, table.awaited, table.draw_size) == (1, 1, 104 - 5 * players)


# --- after each step ---------------------------------------------------------------------------------------


def test_a_table_that_is_read_back_differently_is_reported() -> None:
    table = partial_table({"players": "3", "turned": "Red, Blue"}, chance_from(1))[0]
    beans = bean_counts(table)
    assert broken_invariant(table, beans) is None
    table.offers = (Offer(1, 0, 1, (RED,), (TURNED,), (SOY, BLUE), 0, 0),)
    table.offer_count = 1
    assert str(broken_invariant(table, beans)) == (
        "offer 1: saved as A offer B: turned Red for Soy, Blue, but read back as A offer B: turned Red for Blue, Soy"
    )


def test_scenarios_that_are_not_committed_in_these_words_are_new(tmp_path: Path) -> None:
    """These are walked by tests/games/test_scenario_walks.py."""
    assert new_titles(tmp_path) == set()

    def write(name: str, *titles: str) -> None:
        text = "".join(f"scenario: {title}\ngiven phase: 1\n\n" for title in titles)
        (tmp_path / "scenarios" / f"{name}.scenario").write_text(text, encoding="utf-8")

    (tmp_path / "scenarios").mkdir()
    write("kept", "One", "Two")
    write("deleted", "Three")
    identity = ("-c", "user.name=Nina", "-c", "user.email=nina@example.org")
    for command in (("init", "-q"), ("add", "."), (*identity, "commit", "-q", "-m", "Scenarios")):
        git(tmp_path, *command).check_returncode()
    assert new_titles(tmp_path) == set()
    write("kept", "Zero", "Two", "One")
    write("added ä", "Four")
    (tmp_path / "scenarios" / "deleted.scenario").unlink()
    assert new_titles(tmp_path) == {"Zero", "Four"}
    write("kept", "One and", "Two")
    git(tmp_path, "add", ".").check_returncode()
    assert new_titles(tmp_path) == {"One and", "Four"}


# --- docs/scenarios.md and docs/notation.md ----------------------------------------------------------------


def quoted(page: str) -> set[str]:
    """Inline code on a page outside of its blocks; of `hand Nina` or `offer 1` the first word."""
    text = re.sub(r"^```.*?^```$", "", (DOCS / page).read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return {key_word(words) for words in re.findall(r"`([^`]+)`", text)}


def key_word(key: str) -> str:
    return re.sub(r"( [A-Z][a-z]*)?( \d+)?$", "", key)


def test_the_pages_name_every_verb_and_every_entry() -> None:
    page = (DOCS / "scenarios.md").read_text(encoding="utf-8")
    verbs = ("scenario", "rules", *VERBS)
    assert [verb for verb in verbs if not re.search(rf"^- `{verb}\b", page, flags=re.MULTILINE)] == []
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


ACTION_EXAMPLES = re.findall(
    r"^- `([A-J] [a-z][^`]*)`", (DOCS / "notation.md").read_text(encoding="utf-8"), re.MULTILINE
)


@pytest.mark.parametrize("line", ACTION_EXAMPLES)
def test_actions_of_the_page(line: str) -> None:
    assert repr(tobean.parse_action(line)) == line


@pytest.mark.parametrize("line", "".join(blocks("notation.md", "cards")).splitlines())
def test_cards_of_the_page(line: str) -> None:
    assert tobean.cards_text(tobean.parse_cards(line)) == line


def test_the_page_shows_every_action() -> None:
    assert {line.split()[1] for line in ACTION_EXAMPLES} == set(ACTIONS)


def test_the_page_has_a_table_a_record_and_cards() -> None:
    assert all(blocks("notation.md", language) for language in ("table", "record", "cards"))


def test_python_on_the_page() -> None:
    failures, _ = doctest.testfile(str(DOCS / "notation.md"), module_relative=False, encoding="utf-8")
    assert failures == 0
