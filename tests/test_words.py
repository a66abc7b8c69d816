"""What games bring to be told about."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kit import VARIANTS
from tobean.games import GAMES
from tobean.speech.words import KERNEL, words_of


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_every_phase_of_a_turn_has_a_word(game: str, players: int) -> None:
    rules = GAMES[game]
    phases = words_of(rules).phases_for(players)
    decided = {step.phase for step in rules.turn_of(players) if step.waits and step.phase}
    assert decided <= {phase.number for phase in phases}
    assert len({phase.shown for phase in phases}) == len(phases)


def test_a_game_without_words_has_those_of_the_engine() -> None:
    renamed = replace(GAMES["bohnanza"], name="renamed")
    assert words_of(renamed) is KERNEL
    GAMES.add(renamed)
    try:
        assert words_of(renamed) is KERNEL
    finally:
        GAMES.remove("renamed")


def test_words_are_inherited_but_for_the_blurb() -> None:
    rabohnzel, excalibohn = words_of(GAMES["rabohnzel"]), words_of(GAMES["excalibohn"])
    assert rabohnzel.blurb != excalibohn.blurb
    assert words_of(GAMES["bohnedikt"]).options == words_of(GAMES["bohnanza"]).options
