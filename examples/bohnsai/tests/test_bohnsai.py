"""Tests specific to Bohnsai; tobean's own tests check that it is a valid game (README.md)."""

import re
from importlib.resources import files
from pathlib import Path

import tobean
from tobean.bots import bot_named
from tobean.i18n.narrator import narrator_of
from tobean.kernel.observation.observation import observe
from tobean.record.scenarios.runner import run_scenario
from tobean.record.scenarios.scenario import parse_scenarios
from tobean_bohnsai import Prune
from tobean_bohnsai.cards import BONSAI
from tobean_bohnsai.garden import garden_of

SCENARIOS = Path(__file__).parents[1] / "scenarios"


def test_the_scenarios_hold_and_cite_every_rule() -> None:
    cited: set[str] = set()
    for path in sorted(SCENARIOS.glob("*.scenario")):
        for scenario in parse_scenarios(path.read_text(encoding="utf-8")):
            assert run_scenario(scenario).failures == (), scenario.title
            cited |= set(scenario.rules)
    for language in ("en", "de"):
        page = (files("tobean_bohnsai") / "rulebook" / f"{language}.md").read_text(encoding="utf-8")
        assert set(re.findall(r"\*\*(S\d+)\*\*", page)) == {rule for rule in cited if rule.startswith("S")}


def grown(row: tuple[int, ...]) -> tobean.Table:
    """A table at which the active player has these cards on the first field."""
    table = tobean.new_game("bohnsai", 3, 1)
    table.fields[table.active][0] = row
    return table


def test_the_bonsai_has_its_text_in_both_languages() -> None:
    rules = tobean.GAMES["bohnsai"]
    (bonsai,) = [bean for bean in rules.beans if bean.kind == BONSAI]
    english, german = (narrator_of(rules, language).about(bonsai) for language in ("en", "de"))
    assert english.rule == german.rule == "S2"
    assert "seeds" in english.text
    assert "Samen" in german.text


def test_a_table_text_remembers_the_shears() -> None:
    table = grown((BONSAI,) * 3)
    table.apply(Prune(table.active, 0))
    text = tobean.table_text(table)
    assert "pruned: yes" in text
    assert garden_of(tobean.parse_table(text)).pruned


def test_refusals_speak_german() -> None:
    table = grown((BONSAI,))
    other = (table.active + 1) % 3
    said = []
    for action in (Prune(table.active, 0), Prune(other, 0)):
        try:
            table.apply(action)
        except tobean.Illegal as error:
            said.append(tobean.error_text(error, ("Timon", "Nina", "Keno"), "de", "bohnsai"))
    assert said == [
        "Feld 1 hat weniger als zwei Karten. (S3)",
        "Nur Timon kann beschneiden, denn Timon ist an der Reihe. (S3)",
    ]


def test_bots_prune_what_pays_nothing() -> None:
    table = grown((BONSAI,) * 7)
    view = observe(table, table.active)
    for name in ("sprout", "merchant"):
        choice = bot_named(name).choose(view, table.legal_actions(table.active), tobean.chance_from(1))
        assert choice == Prune(table.active, 0), name


def test_bots_keep_a_row_that_grows() -> None:
    table = grown((BONSAI,) * 2)
    view = observe(table, table.active)
    for name in ("sprout", "merchant"):
        choice = bot_named(name).choose(view, table.legal_actions(table.active), tobean.chance_from(1))
        assert not isinstance(choice, Prune), name
