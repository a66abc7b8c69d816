"""Small variants from settings files, and the exact values of their game trees."""

import pickle
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support.paths import EXAMPLES
from tobean import Illegal, parse_action
from tobean.kernel.cards import name_of
from tobean.research.exact.tree import GameTree, TreeTooLarge
from tobean.research.exact.variant import BadVariant, read_variant, variant_setting
from tobean.research.tokens.token_game import CHANCE, TokenGame

TINY = EXAMPLES / "baselines" / "tiny.toml"
ONE_TURN: dict[str, Any] = {
    "game": "bohnanza",
    "name": "One turn",
    "players": 3,
    "fields": 1,
    "hand_size": 1,
    "turned_over": 1,
    "drawn": 1,
    "run_outs": 1,
    "last_chances": False,
    "beans": {"Green": {"count": 3, "beanometer": [2, 3, 0, 0]}, "Red": {"count": 2, "beanometer": [1, 2, 0, 0]}},
    "trade": {"active_only": True, "swaps_only": True},
    "setting": {"talk_limit": 1, "most_given": 1, "most_wanted": 1, "most_called": 0, "skip_forced": True},
}
"""A game of one turn, whose tree is built in a moment."""


@pytest.fixture(scope="module")
def tree() -> GameTree:
    return GameTree(variant_setting(ONE_TURN, reward="thalers"))


def test_the_tiny_variant_is_the_game_with_other_numbers() -> None:
    setting = read_variant(TINY)
    rules = setting.rules
    assert [(bean.name, bean.count, bean.steps) for bean in rules.beans] == [
        ("Green", 4, (2, 3, 4, 0)),
        ("Red", 3, (1, 3, 0, 0)),
    ]
    assert (setting.players, rules.hand_size, rules.fields, rules.last_run_out) == (3, 1, (1,), (1,))
    assert setting.reward == "thalers"
    assert read_variant(TINY, reward="win").reward == "win"
    table = setting.new_table(3)
    assert [len(hand) for hand in table.hands] == [1, 1, 1]
    table.apply(table.legal_actions(table.active)[0])
    assert [len(hand) for hand in table.hands] == [0 if seat == table.active else 1 for seat in range(3)]
    assert len(table.turned) == 1
    assert {name_of(card) for card in table.turned} <= {"Green", "Red"}
    assert len(pickle.loads(pickle.dumps(setting)).rules.beans) == 2


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"players": 7}, "no variant of Bohnanza for 7 players"),
        ({"hand_size": 0}, "hand_size must be a number from 1 to 20, not 0"),
        ({"hand_size": 2}, "needs more than 6 cards"),
        ({"drawn": "two"}, "drawn must be a number from 1 to 10, not 'two'"),
        ({"colour": 1}, "there is no entry 'colour'"),
        ({"beans": {"Runner": {"count": 4}}}, "there is no entry 'Runner'"),
        ({"beans": {"Red": {"count": 0}}}, "count must be a number from 1"),
        ({"beans": {"Red": {"count": 9, "beanometer": [2, 2, 0, 0]}}}, "does not rise"),
        ({"last_chances": 1}, "last_chances must be true or false, not 1"),
        ({"trade": {"gifts": True}}, "there is no entry 'gifts'"),
        ({"trade": 3}, "write \\[trade\\]"),
        ({"setting": 3}, "write \\[setting\\]"),
        ({"setting": {"speed": 3}}, "there is no entry 'speed'"),
        ({"setting": {"reward": "fame"}}, "'fame' is not a reward"),
    ],
)
def test_a_bad_settings_file_is_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        variant_setting({**ONE_TURN, **changes})


def test_an_unreadable_settings_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    with pytest.raises(BadVariant, match=r"mine\.toml: cannot be read"):
        read_variant(path)
    path.write_text("game = ", encoding="utf-8")
    with pytest.raises(BadVariant, match=r"mine\.toml: is not a settings file"):
        read_variant(path)
    path.write_text('game = "chess"', encoding="utf-8")
    with pytest.raises(BadVariant, match=r"mine\.toml: unknown game"):
        read_variant(path)


def test_offers_are_narrowed_by_rule() -> None:
    table = variant_setting(ONE_TURN).new_table(1)
    table.apply(table.legal_actions(table.active)[0])  # plant the only card
    active = "ABC"[table.active]
    other = "ABC"[(table.active + 1) % 3]
    card = name_of(table.turned[0])
    kind = "Red" if card == "Green" else "Green"
    before = str(table)
    with pytest.raises(Illegal, match="only the active player"):
        table.apply(parse_action(f"{other} offer {active}: nothing for {card}"))
    for offer in (f"turned {card} for nothing", f"turned {card} for {card}", f"turned {card} for 2 {kind}"):
        with pytest.raises(Illegal, match="one card for one card of another kind"):
            table.apply(parse_action(f"{active} offer {other}: {offer}"))
    assert str(table) == before
    table.apply(parse_action(f"{active} offer {other}: turned {card} for {kind}"))


def test_without_calls_no_token_begins_one() -> None:
    setting = variant_setting(ONE_TURN)
    game = TokenGame(setting, setting.new_table(1))
    names = setting.grammar.names(game.next_tokens)
    assert "end trading" in names
    assert not any(name.startswith("call") for name in names)


def exact_returns(game: TokenGame) -> Any:
    """Expected returns of uniform play by plain recursion."""
    if game.over:
        return np.array(game.returns())
    total = np.zeros(game.setting.players)
    if game.seat == CHANCE:
        for kind, odds in game.table.chance_outcomes():
            child = game.copy()
            child.draw(kind)
            total += odds * exact_returns(child)
    else:
        for token in game.next_tokens:
            child = game.copy()
            child.say(token)
            total += exact_returns(child) / len(game.next_tokens)
    return total


def test_the_tree_has_the_values_of_the_game(tree: GameTree) -> None:
    counts = tree.counts()
    assert counts["histories"] == counts["terminal histories"] + counts["chance nodes"] + counts["decisions"]
    assert counts["information states"] < counts["decisions"]
    game = TokenGame(tree.setting, tree.setting.explicit_table())
    assert tree.expected_returns(tree.uniform_policy()) == pytest.approx(exact_returns(game), abs=1e-12)


def test_a_best_response_is_the_best_of_all_pure_policies(tree: GameTree) -> None:
    policy = np.random.default_rng(1).random(tree.slot_count)
    policy /= np.bincount(tree.slot_set, policy)[tree.slot_set]
    checked = 0
    for seat in range(3):
        own = [each for each in tree.information_sets if each.seat == seat]
        best, answer = tree.best_response(policy, seat)
        assert tree.expected_returns(answer)[seat] == pytest.approx(best, abs=1e-12)
        if np.prod([float(len(each.tokens)) for each in own]) > 300:
            continue
        checked += 1
        values = []
        for choice in product(*[range(len(each.tokens)) for each in own]):
            pure = policy.copy()
            for each, place in zip(own, choice, strict=True):
                pure[each.first_slot : each.first_slot + len(each.tokens)] = 0.0
                pure[each.first_slot + place] = 1.0
            values.append(tree.expected_returns(pure)[seat])
        assert best == pytest.approx(max(values), abs=1e-12)
    assert checked


def test_a_response_to_a_response_gains_nothing(tree: GameTree) -> None:
    policy = tree.uniform_policy()
    gains = tree.gains(policy)
    assert min(gains) >= -1e-12
    assert tree.nash_conv(policy) == pytest.approx(sum(gains))
    assert sum(gains) > 0.01
    _, answer = tree.best_response(policy, 0)
    assert tree.gains(answer)[0] == pytest.approx(0.0, abs=1e-12)


def test_a_policy_of_tokens_becomes_one_of_the_tree(tree: GameTree) -> None:
    rows = np.ones((len(tree.information_sets), tree.setting.tokens))
    assert tree.policy_from(rows) == pytest.approx(tree.uniform_policy())
    assert tree.policy_from(np.zeros_like(rows)) == pytest.approx(tree.uniform_policy())
    with pytest.raises(ValueError, match="rows of probabilities"):
        tree.policy_from(rows[1:])
    assert tree.views().shape == (len(rows), tree.setting.size)
    assert tree.masks().sum() == tree.slot_count


def test_a_large_game_is_refused() -> None:
    with pytest.raises(TreeTooLarge, match="more than 100 histories"):
        GameTree(variant_setting(ONE_TURN), max_nodes=100)
