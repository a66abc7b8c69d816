"""Wrong arguments are refused when an environment is created, with their limits and the game."""

from typing import Any

import gymnasium
import pytest

import tobean
import tobean.research.environments.gymnasium
from tobean.research.environments import pettingzoo
from tobean.research.environments.gymnasium import SeatEnv
from tobean.research.environments.parallel import Parallel
from tobean.research.environments.text import TextTable
from tobean.research.tokens.setting import Setting

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"players": 9}, "Bohnanza is for 3, 4, 5 players, not 9"),
    ({"players": -1}, "Bohnanza is for 3, 4, 5 players, not -1"),
    ({"talk_limit": -1}, "Bohnanza: talk_limit is a whole number from 0 to 100, not -1"),
    ({"talk_limit": 101}, "Bohnanza: talk_limit is a whole number from 0 to 100, not 101"),
    ({"most_given": -1}, "Bohnanza: most_given is a whole number from 0 to 40, not -1"),
    ({"most_wanted": 0}, "Bohnanza: most_wanted is a whole number from 1 to 40, not 0"),
    ({"most_called": 41}, "Bohnanza: most_called is a whole number from 0 to 40, not 41"),
    ({"reward": "fame"}, "'fame' is not a reward; there are: thalers, margin, win, welfare"),
    ({"options": {"fourth_field": True}}, "Bohnanza has no option 'fourth_field'"),
    ({"options": {"third_field": 3}}, "the option third_field is either true or false, not 3"),
]
WRONG_TYPES: list[dict[str, Any]] = [
    {"game": 3},
    {"players": 3.0},
    {"players": "3"},
    {"talk_limit": "many"},
    {"most_given": 2.5},
    {"volunteers": "yes"},
    {"skip_forced": 1},
    {"options": ["third_field"]},
]
"""The compiled build raises `TypeError` for these."""


@pytest.mark.parametrize(("arguments", "reason"), WRONG)
def test_wrong_limits_are_refused_at_creation(arguments: dict[str, Any], reason: str) -> None:
    for create in (
        lambda: Setting("bohnanza", **arguments),
        lambda: pettingzoo.bohnanza_v0.env(**arguments),
        lambda: pettingzoo.bohnanza_v0.parallel_env(**arguments),
        lambda: gymnasium.make("tobean/Bohnanza-v0", **arguments),
    ):
        with pytest.raises(tobean.BadInput, match=reason):
            create()


@pytest.mark.parametrize("arguments", WRONG_TYPES)
def test_wrong_types_are_refused_at_creation(arguments: dict[str, Any]) -> None:
    with pytest.raises((tobean.BadInput, TypeError)):
        Setting(**{"game": "bohnanza", **arguments})


def test_limits_are_inclusive() -> None:
    setting = Setting("bohnanza", 5, talk_limit=100, most_given=40, most_wanted=40, most_called=40)
    assert setting.options["talk_limit"] == 100
    assert Setting("bohnanza", talk_limit=None, most_given=0).options["talk_limit"] is None
    assert Setting("bohnanza").players == 4
    assert Setting("al-cabohne").players == 2


@pytest.mark.parametrize(
    ("create", "reason"),
    [
        (lambda: gymnasium.make("tobean/Bohnanza-v0", bots=[]), "bots for the other seats are needed"),
        (lambda: gymnasium.make("tobean/Bohnanza-v0", bots=[3]), "bots for the other seats are needed"),
        (lambda: gymnasium.make("tobean/Bohnanza-v0", bots="nobody"), "nobody"),
        (lambda: gymnasium.make("tobean/Bohnanza-v0", seat=4), "Bohnanza: seat is a whole number from 0 to 3, not 4"),
        (lambda: SeatEnv(game="bohnanza", render_mode="rgb_array"), "Bohnanza: render_mode is 'ansi' or none"),
        (lambda: pettingzoo.bohnanza_v0.env(render_mode="human"), "Bohnanza: render_mode is 'ansi' or none"),
        (lambda: pettingzoo.bohnanza_v0.env(mask_in_observation=1), "mask_in_observation is either true or false"),
        (lambda: pettingzoo.bohnanza_v0.parallel_env(max_cycles=0), "max_cycles is a whole number from 1 to"),
        (lambda: Parallel(Setting("bohnanza"), 0), "Bohnanza: the number of tables is a whole number from 1 to"),
        (lambda: TextTable("bohnanza", players=9), "Bohnanza is for 3, 4, 5 players, not 9"),
        (lambda: TextTable("bohnanza", talk_limit=101), "talk_limit is at most 100"),
        (lambda: TextTable("bohnanza", bots={4: tobean.bot_named("sprout")}), "there is no seat 4"),
        (lambda: TextTable("bohnanza", bots={1: "sprout"}), "'sprout' is not a bot"),  # type: ignore[dict-item]
        (lambda: TextTable("bohnanza", budget=-1), "a budget is a number of tokens from 0 on, not -1"),
        (lambda: TextTable("bohnanza", language="xx"), "unknown language 'xx'"),
    ],
)
def test_wrong_arguments_of_environments_are_refused_at_creation(create: Any, reason: str) -> None:
    with pytest.raises(tobean.TobeanError, match=reason):
        create()


def test_one_bot_can_be_given_by_name() -> None:
    env = gymnasium.make("tobean/Bohnanza-v0", players=3, bots="miser").unwrapped
    assert {seat: bot.name for seat, bot in env.bots.items()} == {1: "miser", 2: "miser"}


def test_an_unknown_render_mode_is_a_type_error_too() -> None:
    """After one, `make_vec_env` of Stable-Baselines3 creates the environment without a render mode."""
    with pytest.raises(TypeError, match="render_mode is 'ansi' or none, not 'rgb_array'"):
        SeatEnv(game="bohnanza", render_mode="rgb_array")
