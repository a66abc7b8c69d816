"""Points that the rulebooks leave open are marked as rulings on the rule pages."""

import pytest

from tobean.i18n.rulebook import rules

MARKS = {"en": "*Ruling", "de": "*Regelentscheid"}


@pytest.mark.parametrize(
    ("rule", "language", "words"),
    [
        ("R18", "en", "one of the cards planted in phase 3"),
        ("R18", "de", "die in Phase 3 anzubauen sind"),
        ("R23", "en", "one of your own"),
        ("R23", "de", "ein eigenes Feld"),
        ("R14", "en", "only a player who has thalers"),
        ("R14", "de", "nur, wer Taler hat"),
        ("R21", "en", "no ability that may be used now"),
        ("R21", "de", "keine Fähigkeit, die er jetzt nutzen darf"),
    ],
)
def test_ours_stands_behind_the_mark(rule: str, language: str, words: str) -> None:
    text = rules(language)[rule].text
    said, mark, ours = text.partition(MARKS[language])
    assert mark
    assert words not in said
    assert words in ours


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "The attacker draws one of the target's thalers"), ("de", "Der Angreifer zieht zufällig einen Taler")],
)
def test_the_rule_of_an_attack_does_not_run_on_from_a_ruling(language: str, words: str) -> None:
    text = rules(language)["R14"].text
    assert words in text.partition(MARKS[language])[0]


@pytest.mark.parametrize(
    ("language", "words"), [("en", "inside an attack, a card flow"), ("de", "inmitten eines Angriffs")]
)
def test_the_limits_of_the_option_of_the_field_spell_are_a_ruling_of_their_own(language: str, words: str) -> None:
    text = rules(language)["E9"].text
    assert words in text.rpartition(MARKS[language])[2]
    assert "field_spell_in_magic_phase" not in text.rpartition(MARKS[language])[2]
