"""The configuration of a game: everything that is fixed at setup and never changes during play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from tobean.kernel.cards import KIND_OF, pay_tables
from tobean.kernel.notation.input_limits import MAX_TALK
from tobean.kernel.state.action_cache import grow_action_cache

if TYPE_CHECKING:
    from tobean.kernel.agenda import Step
    from tobean.kernel.component import Options
    from tobean.kernel.rules import AnytimeRule, Rules


@final
class GameConfig:
    """Configuration that all clones of a table share."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        options: Options,
        anytime_rules: list[AnytimeRule],
        phases: list[Step],
        kinds: list[int],
        requestable_kinds: list[int],
        has_joint_kinds: bool,
        deck: list[int],
        pays: list[list[int]],
        last_run_out: int,
        talk_limit: int,
    ) -> None:
        self.rules = rules
        self.players = players
        self.options = options
        self.anytime_rules = anytime_rules
        self.phases = phases
        self.kinds = kinds
        self.requestable_kinds = requestable_kinds
        self.has_joint_kinds = has_joint_kinds
        """Whether some cards are requested as another kind than their own."""
        self.deck = deck
        """Number of cards of each kind in the draw pile at the beginning."""
        self.pays = pays
        self.last_run_out = last_run_out
        self.talk_limit = talk_limit

    def with_talk_limit(self, limit: int) -> GameConfig:
        """Return the same configuration with another talk limit; a negative one means no limit."""
        return GameConfig(
            self.rules,
            self.players,
            {**self.options, "talk_limit": None if limit < 0 else limit},
            self.anytime_rules,
            self.phases,
            self.kinds,
            self.requestable_kinds,
            self.has_joint_kinds,
            self.deck,
            self.pays,
            self.last_run_out,
            limit,
        )


_CONFIGS: Final[dict[tuple[Rules, int, tuple[int | bool | None, ...]], GameConfig]] = {}
MAX_CONFIGS: Final = 64
"""Maximum number of cached configurations; custom card sets could otherwise fill the memory."""


def game_config(rules: Rules, players: int, options: Options) -> GameConfig:
    """Return the configuration for this number of players and these options, which must have been checked."""
    key = (rules, players, tuple(options.values()))
    config = _CONFIGS.get(key)
    if config is None or config.rules is not rules:
        config = new_game_config(rules, players, options)
        if len(_CONFIGS) >= MAX_CONFIGS:
            _CONFIGS.clear()
        _CONFIGS[key] = config
    return config


def new_game_config(rules: Rules, players: int, options: Options) -> GameConfig:
    grow_action_cache(players, rules.field_capacity)
    limit = options["talk_limit"]
    deck = [0] * (max(bean.kind for bean in rules.beans) + 1)
    for bean in rules.beans:
        deck[bean.kind] += bean.count
    return GameConfig(
        rules,
        players,
        options,
        [rule for rule in rules.anytime_rules if rule.enabled(options)],
        list(reversed(rules.turn_steps(players))),
        [bean.kind for bean in rules.beans],
        sorted({KIND_OF[bean.kind] for bean in rules.beans}),
        any(KIND_OF[kind] != kind for kind in rules.all_kinds),
        deck,
        pay_tables(rules.beans),
        rules.last_run_out[rules.players.index(players)],
        MAX_TALK if limit is None else int(limit),
    )
