"""Everything people read is in the German catalogue: nothing missing, nothing left over, blanks alike."""

from __future__ import annotations

import re

import strings
from tobean.server.people.language import catalogue, chosen_language

BLANK = re.compile(r"\{\w+\}|%\(\w+\)s")


def test_the_catalogue_is_complete_and_has_nothing_left_over() -> None:
    assert strings.problems(strings.found(), strings.written()) == []


def test_strings_are_found_in_all_three_languages_of_programming() -> None:
    used = {strings.key_of(message.id) for message in strings.found()}
    for text in ("Plant. Haggle. Harvest.", "You sit at this table already.", "just now", "Replay"):
        assert text in used


def test_problems_are_noticed() -> None:
    used, there = strings.found(), strings.written()
    used.add("brand new")
    there.add("left over", "übrig")
    there.add("You", "")
    assert "not in the catalogue: 'brand new'" in strings.problems(used, there)
    assert "not used any more: 'left over'" in strings.problems(used, there)


def test_blanks_are_the_same_in_both_languages() -> None:
    for english, german in catalogue("de").strings.items():
        assert sorted(BLANK.findall(english)) == sorted(BLANK.findall(german)), english
    for english, forms in catalogue("de").plurals.items():
        assert all(forms), english


def test_the_language_is_chosen_by_cookie_then_browser() -> None:
    assert chosen_language({"language": "de"}, "en") == "de"
    assert chosen_language({"language": "xx"}, "de-AT,en;q=0.5") == "de"
    assert chosen_language({}, "fr, en;q=0.3, de;q=0.7") == "de"
    assert chosen_language({}, ";;;q=,,,=") == "en"
    assert catalogue("en").gettext("Lobby") == "Lobby"
    assert catalogue("de").ngettext("a day ago", "{count} days ago", 3) == "vor {count} Tagen"
