"""Every action has a name and every decision a question, in both languages, in all games."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tobean.games import GAMES, new_game
from tobean.kernel.actions import GoOn
from tobean.kernel.chance import chance_from
from tobean.record.notation import parse_action
from tobean.speech import LANGUAGES, label, words_of
from tobean.speech.asking import asked
from tobean.view.observation import observe

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eva")


@pytest.mark.parametrize(("game", "players"), [(game, count) for game in GAMES for count in GAMES[game].players])
def test_walk_is_named_and_asked(game: str, players: int) -> None:
    chance = chance_from(f"asking {game} {players}")
    table = new_game(game, players, seed=3, talk_limit=4)
    words = words_of(table.rules)
    while not table.over:
        for seat in range(players):
            labels = [label(action, table.rules, NAMES) for action in table.legal_actions(seat)]
            assert len(set(labels)) == len(labels), labels
            for action in table.legal_actions(seat):
                assert words.action_key(action) in words.actions
                assert label(action, table.rules, NAMES, "de")
        assert table.agenda[-1].question(table) in words.questions
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


@pytest.mark.parametrize(
    ("game", "notation", "english", "german"),
    [
        ("bohnanza", "A plant Red 1", "Plant Red on field 1", "Rote Bohne auf Feld 1 anbauen"),
        ("bohnanza", "A offer all: turned Soy for 2 Red", "Offer the table Soy for 2 Red", None),
        ("bohnanza", "A offer B: nothing for Red", "Ask Ben for Red as a gift", None),
        ("bohnanza", "B accept 1: Red@2", "Accept offer 1 and give Red (hand card 2)", None),
        (
            "excalibohn",
            "A use 1 on B with Attack",
            "Use the ability of field 1 on Ben, with the attack spell",
            None,
        ),
        (
            "rabohnzel",
            "A use 2: Move, Hand",
            "Use the ability of field 2 and activate: Move spell and Hand spell",
            None,
        ),
        ("rabohnzel", "A cast Swap B 1", "Use the Swap spell: swap with Ben for face-down spell 1", None),
        ("rabohnzel", "A cast Move 3 1", "Use the Move spell: move hand card 3 to position 1", None),
        ("rabohnzel", "A cast Trade without", "Use the Trade spell without a third card", None),
        ("al-cabohne", "A feed Al Fire@3", "Give Al Cabohne Fire (hand card 3)", None),
        (
            "bohnedikt",
            "B sacrifice Red@2, aside Green",
            "Play the sacrifice card with Red (hand card 2) and Green (set aside)",
            None,
        ),
        ("bohnedikt", "A invoke F1", "Use edict F1", "Edikt F1 nutzen"),
        (
            "bohnedikt",
            "A invoke F8 on B: turned Blue for Soy",
            "Use edict F8: swap Blue (turned over) with Ben for Soy",
            "Edikt F8 nutzen: mit Ben Blaue Bohne (aufgedeckt) gegen eine Sojabohne tauschen",
        ),
    ],
)
def test_labels(game: str, notation: str, english: str, german: str | None) -> None:
    action, rules = parse_action(notation), GAMES[game]
    assert label(action, rules, NAMES) == english
    if german:
        assert label(action, rules, NAMES, "de") == german
    assert label(action, rules, NAMES, "de") != english


def test_an_action_without_words_is_named_by_its_notation() -> None:
    assert label(parse_action("A feed Al Fire@3"), GAMES["bohnanza"], NAMES) == "A feed Al Fire@3"


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


@pytest.mark.parametrize("players", [1, 2])
def test_nobody_is_told_to_go_on_who_cannot(players: int) -> None:
    """What is asked rests on public facts; where the hand decides, the question says so (A10)."""
    chance = chance_from(f"go on {players}")
    table = new_game("al-cabohne", players, seed=4)
    seen: set[str] = set()
    while not table.over:
        key = table.agenda[-1].question(table)
        if key.startswith("plant revealed"):
            seen.add(key)
            may = any(isinstance(action, GoOn) for action in table.legal_actions(table.active))
            named = "go on" in asked(table, table.active, NAMES).text
            assert named == may or key in ("plant revealed", "plant revealed, hungry")
        table.apply(table.sample_action(table.awaited, chance))
    assert ("plant revealed, all" in seen) == (players == 1)
    assert "plant revealed, planted" in seen
