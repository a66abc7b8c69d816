"""Game knowledge of bots: they play a game without any, and use it where a game provides it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from tobean.bots import BOTS, Bot, builtin_bot
from tobean.bots.coach.coach import hint
from tobean.bots.coach.messages import REASONS
from tobean.bots.coach.reason import Reason
from tobean.bots.coach.review import review
from tobean.bots.game_knowledge import KNOWLEDGE_CACHE, GameKnowledge, judge_for, knowledge_of
from tobean.bots.game_loop import BotError, play_until
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters
from tobean.bots.merchant.valuation.field_value import Judge, PlainJudge
from tobean.games.registry import GAMES
from tobean.i18n import LANGUAGES
from tobean.i18n.catalogues import SOURCE, text
from tobean.kernel.actions import Action, EndTrading, Plant
from tobean.kernel.chance import Chance, chance_from
from tobean.kernel.observation.observation import Observation, observe
from tobean.kernel.phases.setup import new_table
from tobean.record.record import Game

BUILTIN_GAMES = tuple(GAMES)
UNKNOWN_GAME = "stranger"
"""Name of a registered game that has rules and nothing else."""


@pytest.fixture(params=BUILTIN_GAMES)
def stranger(request: pytest.FixtureRequest) -> Iterator[str]:
    """Registers each built-in game under an unknown name, so that bots know only its rules."""
    GAMES.add(replace(GAMES[request.param], name=UNKNOWN_GAME))
    yield UNKNOWN_GAME
    GAMES.remove(UNKNOWN_GAME)
    KNOWLEDGE_CACHE.pop(UNKNOWN_GAME, None)


def quick_bot(name: str) -> Bot:
    bot = builtin_bot(name)
    if hasattr(bot, "seconds"):
        bot.seconds = 0.001
    return bot


def played(game: str, bots: list[Bot], turns: int) -> Game:
    found = Game(game, len(bots), 5, talk_limit=4)
    play_until(found.table, bots, chance_from(5), found.play, turns)
    return found


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_a_game_that_consists_of_rules_only(stranger: str, name: str) -> None:
    others = GAMES[stranger].players[0] - 1
    game = played(stranger, [quick_bot(name), *[quick_bot("sprout") for _ in range(others)]], 1)
    assert game.table.turn > 1


def test_the_coach_comments_on_a_game_that_consists_of_rules_only(stranger: str) -> None:
    game = played(stranger, [quick_bot("sprout") for _ in range(GAMES[stranger].players[0])], 4)
    seat = game.table.awaited
    given = hint(observe(game.table, seat), game.table.legal_actions(seat), chance_from(1))
    assert given is not None
    assert all("{" not in given.sentence((), language) for language in LANGUAGES)
    assert review(game.record).rules.name == stranger


def test_unregistered_rules_are_playable() -> None:
    rules = replace(GAMES[BUILTIN_GAMES[0]], name="unheard-of")
    table = new_table(rules, 3, chance_from(1), {"talk_limit": 4})
    play_until(table, [quick_bot("sage"), quick_bot("merchant"), quick_bot("sprout")], chance_from(1), table.apply, 1)
    assert table.turn > 1


def test_a_game_without_knowledge_gets_a_plain_judge(stranger: str) -> None:
    view = observe(Game(stranger, GAMES[stranger].players[0]).table, 0)
    assert type(knowledge_of(stranger)) is GameKnowledge
    assert type(judge_for(view, DEFAULT_PARAMETERS)) is PlainJudge


@pytest.mark.parametrize("game", BUILTIN_GAMES)
def test_game_knowledge_is_imported_once_and_translated(game: str) -> None:
    knowledge = knowledge_of(game)
    assert knowledge_of(game) is knowledge
    assert not set(knowledge.texts()) & set(REASONS)
    for english in knowledge.texts().values():
        assert all(text(english, language, game) != english for language in LANGUAGES if language != SOURCE)


# --- invalid game knowledge --------------------------------------------------------------------------------


def test_a_part_without_knowledge_differs_from_a_missing_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "misspelt_game"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "bots.py").write_text("EXPERTIZE = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    GAMES.add(replace(GAMES[BUILTIN_GAMES[0]], name=UNKNOWN_GAME), "misspelt_game")
    try:
        with pytest.warns(
            RuntimeWarning, match=r"misspelt_game\.bots\.KNOWLEDGE must be .*GameKnowledge, not NoneType"
        ):
            assert type(knowledge_of(UNKNOWN_GAME)) is GameKnowledge
    finally:
        GAMES.remove(UNKNOWN_GAME)
        sys.modules.pop("misspelt_game.bots", None)


class MissingValue(GameKnowledge):
    """Omits the value of the last action."""

    def values(self, view: Observation, actions: list[Action], chance: Chance) -> list[float] | None:
        return [0.0] * (len(actions) - 1)


class Cheat(GameKnowledge):
    """Ends a trading phase that has not begun."""

    def choice(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return EndTrading(view.seat)


def test_errors_in_game_knowledge_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KNOWLEDGE_CACHE, "bohnanza", MissingValue())
    with pytest.raises(ValueError, match="values for"):
        played("bohnanza", [Merchant() for _ in range(3)], 1)
    monkeypatch.setitem(KNOWLEDGE_CACHE, "bohnanza", Cheat())
    with pytest.raises(BotError, match="merchant at seat A tried"):
        played("bohnanza", [Merchant() for _ in range(3)], 1)


# --- custom game knowledge, interpreted even with a compiled engine ----------------------------------------


class LongRowJudge(Judge):
    """Values long rows regardless of what they pay."""

    def worth(self, field: int, row: int) -> float:
        self.asked = True
        return super().worth(field, row) + 0.1 * (row & 63)


class CompleteKnowledge(GameKnowledge):
    """Implements every hook."""

    def judge(self, view: Observation, parameters: MerchantParameters) -> Judge:
        return LongRowJudge(view, parameters)

    def miser_action(self, view: Observation, actions: list[Action]) -> Action | None:
        return actions[-1]

    def sprout_action(self, view: Observation, actions: list[Action]) -> Action | None:
        return actions[-1]

    def search(
        self, view: Observation, actions: list[Action], chance: Chance, seconds: float, tries: float
    ) -> Action | None:
        return actions[-1]

    def values(self, view: Observation, actions: list[Action], chance: Chance) -> list[float] | None:
        return [float(index) for index in range(len(actions))]

    def reason(self, view: Observation, action: Action, gain: float) -> Reason | None:
        return Reason("last", gain)

    def texts(self) -> Mapping[str, str]:
        return {"last": "By {own}."}


class CountingMerchant(Merchant):
    """Counts how often it is asked for a judge."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "curious"
        self.judges = 0

    def judge(self, view: Observation) -> Judge:
        self.judges += 1
        return super().judge(view)


def test_bots_and_coach_use_game_knowledge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KNOWLEDGE_CACHE, "bohnanza", CompleteKnowledge())
    table = Game("bohnanza", 3, 1).table
    actions: list[Action] = [action for action in table.legal_actions(table.awaited) if isinstance(action, Plant)]
    assert len(actions) > 1
    view = observe(table, table.awaited)
    for name in ("miser", "sprout", "merchant", "sage"):
        assert builtin_bot(name).choose(view, actions, chance_from(1)) == actions[-1]
    given = hint(view, actions, chance_from(1))
    assert given is not None
    assert (given.action, given.sentence((), "de")) == (actions[-1], "By 1.")


def test_judges_and_merchants_can_be_subclassed(monkeypatch: pytest.MonkeyPatch) -> None:
    class FondBot(GameKnowledge):
        def judge(self, view: Observation, parameters: MerchantParameters) -> Judge:
            return LongRowJudge(view, parameters)

    monkeypatch.setitem(KNOWLEDGE_CACHE, "bohnanza", FondBot())
    bots = [CountingMerchant() for _ in range(3)]
    played("bohnanza", list(bots), 3)
    assert all(bot.judges for bot in bots)
    judge = bots[0].judge_cache[-1]
    assert isinstance(judge, LongRowJudge)
    assert judge.asked
