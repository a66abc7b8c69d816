"""Every event cites a rule of its game that is in the rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tobean
from kit import VARIANTS, walk
from tobean.play.wire.reasons import COMMON, GAMES, PLANTINGS, rule_behind

RULES = set(
    re.findall(
        r"^- \*\*([A-Z]\d+)\*\*",
        "".join(
            path.read_text(encoding="utf-8") for path in (Path(__file__).parent.parent / "src").rglob("rulebook/en.md")
        ),
        re.MULTILINE,
    )
)


def test_every_rule_that_is_cited_exists() -> None:
    assert len(RULES) > 80
    for game, events in GAMES.items():
        for event in {**COMMON, **events}:
            rule = rule_behind(event, game)
            assert rule in RULES or event == "took back"
        for rule in events.values():
            assert rule[0] in tobean.GAMES[game].prefixes or (game, rule[0]) == ("excalibohn", "R")


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_every_event_has_a_rule(game: str, players: int) -> None:
    seen = set()
    for table in walk(game, players, 2):
        if table.events is None:
            table.events = []
        seen |= {event.name for event in table.events}
        table.events.clear()
    assert len(seen) > 8
    for event in seen:
        assert rule_behind(event, game)


def test_a_planting_cites_the_rule_of_its_phase() -> None:
    assert set(PLANTINGS.values()) <= RULES
    assert rule_behind("planted", "bohnanza", "plant from hand") == "B3"
    assert rule_behind("planted", "bohnedikt", "plant due by edict") == "B5"
    assert rule_behind("planted", "al-cabohne", "solo plant revealed") == "A9"
    assert rule_behind("planted", "al-cabohne", "plant own") == "A6"
    assert rule_behind("harvested", "bohnanza", "plant due") == "K6"
