"""Points that the rulebooks leave open are marked as rulings on the rule pages."""

import re

import pytest

from tobean.i18n import LANGUAGES
from tobean.i18n.rulebook import rules

MARKS = {language: re.findall(r"\*\w+", rules(language)["K11"].text)[0] for language in LANGUAGES}
"""The word that marks a ruling in each language; K11 is one."""


def test_every_language_marks_the_same_rulings() -> None:
    found = {
        language: {number: rule.text.count(MARKS[language]) for number, rule in rules(language).items()}
        for language in LANGUAGES
    }
    assert sum(found["en"].values()) > 50
    for language, counts in found.items():
        assert counts == found["en"], language


@pytest.mark.parametrize(
    ("rule", "language", "words"),
    [
        ("R18", "en", "one of the cards planted in phase 3"),
        ("R18", "de", "die in Phase 3 anzubauen sind"),
        ("R18", "fr", "une des cartes à planter en phase 3"),
        ("R23", "en", "one of your own"),
        ("R23", "de", "ein eigenes Feld"),
        ("R23", "fr", "l’un des tiens"),
        ("R14", "en", "only a player who has thalers"),
        ("R14", "de", "nur, wer Taler hat"),
        ("R14", "fr", "qu’un joueur qui a des thalers"),
        ("R21", "en", "no ability that may be used now"),
        ("R21", "de", "keine Fähigkeit, die er jetzt nutzen darf"),
        ("R21", "fr", "aucun pouvoir utilisable à ce moment"),
        ("A12", "en", "“zwei oder drei Bohnenfelder mit"),
        ("A12", "de", "„zwei oder drei Bohnenfelder mit jeweils einer Bohnenkarte“"),
        ("A12", "fr", "zwei oder drei Bohnenfelder mit jeweils einer Bohnenkarte"),
        ("E1", "en", "“einzeln”"),
        ("E1", "de", "„verteilt an jeden Spieler einzeln fünf Handkarten“"),
        ("E1", "fr", "einzeln"),
        ("E7", "en", "“Aktiviere eine eigene Zauberkarte”"),
        ("E7", "de", "„Aktiviere eine eigene Zauberkarte“"),
        ("E7", "fr", "Aktiviere eine eigene Zauberkarte"),
    ],
)
def test_a_ruling_follows_its_mark(rule: str, language: str, words: str) -> None:
    text = rules(language)[rule].text
    said, mark, ours = text.partition(MARKS[language])
    assert mark
    assert words not in said
    assert words in ours


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "The attacker draws one of the target's thalers"),
        ("de", "Der Angreifer zieht zufällig einen Taler"),
        ("fr", "L’attaquant tire au hasard un thaler"),
    ],
)
def test_the_attack_rule_does_not_contain_a_ruling(language: str, words: str) -> None:
    text = rules(language)["R14"].text
    assert words in text.partition(MARKS[language])[0]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "inside an attack, a card flow"), ("de", "inmitten eines Angriffs"), ("fr", "au cours d’une attaque")],
)
def test_the_limits_of_the_option_of_the_field_spell_are_a_ruling_of_their_own(language: str, words: str) -> None:
    text = rules(language)["E9"].text
    assert words in text.rpartition(MARKS[language])[2]
    assert "field_spell_in_magic_phase" not in text.rpartition(MARKS[language])[2]
