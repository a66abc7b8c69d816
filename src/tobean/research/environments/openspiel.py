"""OpenSpiel games, one for each game in the registry: `pyspiel.load_game("tobean_<game>")` after this import.

Chance is explicit from the first dealt card on; its outcomes are numbered like `Layout.kinds`. A player's action is a
token. An information state is everything a seat has ever observed and done (perfect recall, tokens/recall.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tobean.extras import with_install_hint
from tobean.games.registry import GAMES
from tobean.kernel.cards import name_of
from tobean.kernel.errors import BadInput
from tobean.kernel.notation.input_limits import MAX_MOVES
from tobean.kernel.rules import Rules
from tobean.research import underscored

try:
    import numpy as np
    import pyspiel

    from tobean.research.tokens.recall import RecordedGame
    from tobean.research.tokens.rewards import WIN
    from tobean.research.tokens.setting import TALK_LIMIT, Setting
    from tobean.research.tokens.token_game import CHANCE, TokenGame
except ModuleNotFoundError as missing:
    raise with_install_hint(missing, "openspiel") from missing

PARAMETERS: Final[dict[str, Any]] = {
    "players": 0,
    "talk_limit": TALK_LIMIT,
    "volunteers": False,
    "most_given": 3,
    "most_wanted": 3,
    "most_called": 1,
    "skip_forced": False,
    "reward": "margin",
}
"""The arguments of a setting. 0 players stands for the default number."""


def short_name(game: str) -> str:
    """`tobean_<game>`, with underscores for hyphens."""
    return f"tobean_{underscored(game)}"


def type_of(rules: Rules) -> Any:
    return pyspiel.GameType(
        short_name=short_name(rules.name),
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(rules.players),
        min_num_players=min(rules.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


def utility_bounds(setting: Setting) -> tuple[float, float]:
    """Return wide bounds of a return: no card is worth more than a few thalers, and returns are in tens of them."""
    if setting.reward == WIN:
        return 0.0, 1.0
    most = float(setting.rules.card_count)
    return -most, most


class TableGame(pyspiel.Game):
    """A game with a number of players."""

    def __init__(self, rules: Rules, params: dict[str, Any] | None = None) -> None:
        self.setting = Setting(rules, **{**PARAMETERS, **(params or {})})
        lowest, highest = utility_bounds(self.setting)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.tokens,
            max_chance_outcomes=len(self.setting.layout.kinds),
            num_players=self.setting.players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=None,
            max_game_length=MAX_MOVES * self.setting.grammar.longest,
        )
        super().__init__(type_of(rules), info, params or {})

    def new_initial_state(self) -> TableState:
        return TableState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.setting, iig_obs_type is not None and iig_obs_type.perfect_recall)


class TableState(pyspiel.State):
    """A table that stops at chance nodes."""

    def __init__(self, game: TableGame) -> None:
        super().__init__(game)
        self.play = RecordedGame(TokenGame(game.setting, game.setting.explicit_table()))

    def current_player(self) -> int:
        seat = self.play.game.seat
        if seat >= 0:
            return seat
        return int(pyspiel.PlayerId.CHANCE if seat == CHANCE else pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.play.game.over

    def is_chance_node(self) -> bool:
        return self.play.game.seat == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The same as OpenSpiel's own method, but called from Python it does not go through C++ and back. Nor do
        `is_chance_node` and `observation_tensor`."""
        game = self.play.game
        if game.seat < 0:
            actions: list[int] = super().legal_actions() if player is None else super().legal_actions(player)
            return actions
        return game.next_tokens.copy() if player is None or player == game.seat else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.game.next_tokens

    def chance_outcomes(self) -> list[tuple[int, float]]:
        index = self.play.game.setting.layout.index
        return [(index[kind], odds) for kind, odds in self.play.game.table.chance_outcomes()]

    def _apply_action(self, action: int) -> None:
        game = self.play.game
        if game.seat == CHANCE:
            kinds = game.setting.layout.kinds
            if not 0 <= action < len(kinds):
                raise BadInput("there is no outcome {number}: there are {count}", number=action, count=len(kinds))
            self.play.draw(kinds[action])
        else:
            self.play.say(action)

    def observation_tensor(self, player: int | None = None) -> Any:
        """Return the observation as an array of 32-bit floats, without an intermediate list of numbers."""
        return observation_bytes(self, self.current_player() if player is None else player).astype(np.float32)

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> TableState:
        """Return a state with the same information state of this player, in which unknown cards are dealt again.

        Its `history()` starts here, because the earlier one is that of other cards. Such a state can be played and
        cloned, but not serialized.
        """
        check_player(self, player_id)
        state: TableState = self.get_game().new_initial_state()
        state.play = self.play.resample(player_id, f"resample {probability_sampler()!r}")
        return state

    def serialize(self) -> str:
        if self.play.is_sampled:
            raise BadInput("a sampled state cannot be serialized: its actions do not lead to its cards")
        text: str = super().serialize()
        return text

    def _action_to_string(self, player: int, action: int) -> str:
        setting = self.play.game.setting
        return (
            name_of(setting.layout.kinds[action]) if player == pyspiel.PlayerId.CHANCE else setting.grammar.name(action)
        )

    def returns(self) -> list[float]:
        return self.play.game.returns()

    def __str__(self) -> str:
        game = self.play.game
        node = game.table.node
        lines = [
            str(game.table),
            f"asked: {game.seat}",
            f"said: {', '.join(game.setting.grammar.names(game.said_tokens))}",
        ]
        if node is not None:
            lines.append(f"chance: {node.action}, {', '.join(name_of(kind) for kind in node.outcomes_so_far)}")
        return "\n".join(lines)


def observation_bytes(state: TableState, player: int) -> Any:
    """Return the features of the current position for a seat, one byte each."""
    check_player(state, player)
    return np.frombuffer(state.play.game.view(player), np.uint8)


def check_player(state: TableState, player: int) -> None:
    count = state.play.game.setting.players
    if not 0 <= player < count:
        raise BadInput("there is no player {number}: there are {count}", number=player, count=count)


class Observer:
    """Observer of the current position as tensor and text or, with perfect recall, of everything observed so far as
    text."""

    def __init__(self, setting: Setting, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor = None if perfect_recall else np.zeros(setting.size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = observation_bytes(state, player)

    def string_from(self, state: TableState, player: int) -> str:
        seen = state.play.information_state(player) if self.perfect_recall else state.play.observation(player)
        return f"You are seat {player}.\n{seen}"


def game_class(rules: Rules) -> type[TableGame]:
    class RegisteredGame(TableGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(rules, params)

    return RegisteredGame


CLASSES: Final = {game: game_class(rules) for game, rules in GAMES.items()}
"""Kept alive, because OpenSpiel releases them only after Python has shut down."""
for name, table_game_class in CLASSES.items():
    pyspiel.register_game(type_of(GAMES[name]), table_game_class)
