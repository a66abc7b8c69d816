"""Every action has a name and every decision a question, in both languages, in all games."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tobean.games import GAMES, new_game
from tobean.kernel.chance import chance_from
from tobean.record.notation import parse_action
from tobean.speech import LANGUAGES
from tobean.speech.asking import asked
from tobean.speech.deed_texts import ENGLISH, GERMAN
from tobean.speech.deeds import deed, label
from tobean.speech.question_texts import ENGLISH as ENGLISH_QUESTIONS
from tobean.speech.question_texts import GERMAN as GERMAN_QUESTIONS
from tobean.view.observation import observe

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eva")


@pytest.mark.parametrize(("game", "players"), [(game, count) for game in GAMES for count in GAMES[game].players])
def test_walk_is_named_and_asked(game: str, players: int) -> None:
    chance = chance_from(f"asking {game} {players}")
    table = new_game(game, players, seed=3, talk_limit=4)
    while not table.over:
        for seat in range(players):
            labels = [label(action, NAMES) for action in table.legal_actions(seat)]
            assert len(set(labels)) == len(labels), labels
            for action in table.legal_actions(seat):
                assert deed(action).name in ENGLISH
                assert label(action, NAMES, "de")
        name = table.agenda[-1].question(table)
        assert name in ENGLISH_QUESTIONS
        for viewer in range(players):
            view = observe(table, viewer)
            for language in LANGUAGES:
                said = asked(view, viewer, NAMES, language)
                assert said == asked(table, viewer, NAMES, language)  # public facts only
                assert said.text
                assert said.rule
        assert asked(table, -1, NAMES).text
        table.apply(table.sample_action(table.awaited, chance))
    assert asked(table, 0, NAMES).seat == -1


def test_languages_have_the_same_texts() -> None:
    assert ENGLISH.keys() == GERMAN.keys()
    assert ENGLISH_QUESTIONS.keys() == GERMAN_QUESTIONS.keys()
    for name, question in ENGLISH_QUESTIONS.items():
        assert question.rule == GERMAN_QUESTIONS[name].rule


@pytest.mark.parametrize(
    ("notation", "english", "german"),
    [
        ("A plant Red 1", "Plant Red on field 1", "Rote Bohne auf Feld 1 anbauen"),
        ("A offer all: turned Soy for 2 Red", "Offer the table Soy for 2 Red", None),
        ("A offer B: nothing for Red", "Ask Ben for Red as a gift", None),
        ("B accept 1: Red@2", "Accept offer 1 and give Red (hand card 2)", None),
        ("A use 1 on B with Attack", "Use the ability of field 1 on Ben, with the attack spell", None),
        ("A use 2: Move, Hand", "Use the ability of field 2 and activate: Move spell and Hand spell", None),
        ("A cast Swap B 1", "Use the Swap spell: swap with Ben for face-down spell 1", None),
        ("A cast Move 3 1", "Use the Move spell: move hand card 3 to position 1", None),
        ("A cast Trade without", "Use the Trade spell without a third card", None),
        ("A feed Al Fire@3", "Give Al Cabohne Fire (hand card 3)", None),
        (
            "B sacrifice Red@2, aside Green",
            "Play the sacrifice card with Red (hand card 2) and Green (set aside)",
            None,
        ),
        ("A invoke F1", "Use edict F1", "Ediktbohne F1 nutzen"),
        ("A invoke F8 on B: turned Blue for Soy", "Use edict F8: swap Blue (turned over) with Ben for Soy", None),
    ],
)
def test_labels(notation: str, english: str, german: str | None) -> None:
    action = parse_action(notation)
    assert label(action, NAMES) == english
    if german:
        assert label(action, NAMES, "de") == german
    assert label(action, NAMES, "de") != english


def test_answering_is_asked_of_everybody_who_can() -> None:
    table = new_game("bohnanza", 3, seed=1)
    while not table.may_talk(0):
        table.apply(table.legal_actions(0)[0])
    said = [asked(table, 0, NAMES).text]
    table.apply(parse_action("A offer all: nothing for Red"))
    assert [asked(table, viewer, NAMES).rule for viewer in range(3)] == ["T8", "T4", "T4"]
    assert asked(table, 2, NAMES).seat == 2
    said.append(asked(table, 0, NAMES).text)
    table.apply(parse_action("B decline 1"))
    said.append(asked(table, 0, NAMES).text)
    assert all(first != second for first, second in pairwise(said))
