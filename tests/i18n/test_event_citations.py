"""Every event cites a rule of its game that is in the rulebook."""

import pytest

from tests.support.engine.tables import VARIANTS, random_walk
from tobean.games import GAMES
from tobean.i18n import game_messages_of
from tobean.i18n.engine_messages import KERNEL
from tobean.i18n.rulebook import rules as rulebook


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_is_cited_exists(game: str) -> None:
    messages = game_messages_of(GAMES[game])
    cited = [*messages.rules.values(), *(rule for rules in messages.rules_at.values() for rule in rules.values())]
    cited += [question.rule for question in messages.questions.values()]
    cited += [outcome.rule for outcome in messages.outcomes.values()]
    assert len(cited) > 20
    assert [rule for rule in cited if rule not in rulebook()] == []
    own = [rule for event, rule in messages.rules.items() if rule != KERNEL.rules.get(event)]
    assert [rule for rule in own if not rule.startswith(GAMES[game].prefixes)] == []


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_every_event_has_a_rule(game: str, players: int) -> None:
    seen = set()
    for table in random_walk(game, players, 2):
        if table.events is None:
            table.events = []
        seen |= {event.name for event in table.events}
        table.events.clear()
    assert len(seen) > 8
    for event in seen:
        assert game_messages_of(GAMES[game]).rule_of_event(event)


@pytest.mark.parametrize(
    ("game", "event", "question", "rule"),
    [
        ("bohnanza", "planted", "plant from hand", "B3"),
        ("bohnedikt", "planted", "plant due", "B5"),
        ("al-cabohne", "planted", "plant revealed", "A9"),
        ("al-cabohne", "planted", "plant own", "A6"),
        ("excalibohn", "planted", "card flow", "R21"),
        ("rabohnzel", "planted", "place card", "R8"),
        ("rabohnzel", "kept", "place card, drawn", "R11"),
        ("rabohnzel", "planted", "place card, drawn", "R11"),
        ("excalibohn", "kept", "place card, attack", "R15"),
        ("al-cabohne", "planted", "plant revealed, hungry", "A9"),
        ("bohnanza", "harvested", "plant due", "K6"),
        ("bohnanza", "took back", "", ""),
    ],
)
def test_a_planting_cites_the_rule_of_its_phase(game: str, event: str, question: str, rule: str) -> None:
    assert game_messages_of(GAMES[game]).rule_of_event(event, question) == rule
