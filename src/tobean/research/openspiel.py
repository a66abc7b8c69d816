"""OpenSpiel games, one for each game in the registry: `pyspiel.load_game("tobean_<game>")` after this import.

Chance is explicit from the first dealt card on; its outcomes are numbered like `Layout.kinds`. A player's action is a
token. An information state is everything a seat has ever observed (perfect recall).
"""

from __future__ import annotations

from typing import Any, Final

from tobean.extras import with_install_hint
from tobean.games.registry import GAMES
from tobean.kernel.cards import name_of
from tobean.kernel.errors import BadInput
from tobean.kernel.notation.input_limits import MAX_MOVES
from tobean.kernel.rules import Rules
from tobean.research.tokens.setting import TALK_LIMIT, Setting
from tobean.research.tokens.token_game import CHANCE, TokenGame
from tobean.view.observation import observe

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as missing:
    raise with_install_hint(missing) from missing

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
    return f"tobean_{game.replace('-', '_')}"


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


class TableGame(pyspiel.Game):
    """A game with a number of players."""

    def __init__(self, rules: Rules, params: dict[str, Any] | None = None) -> None:
        self.setting = Setting(rules, **{**PARAMETERS, **(params or {})})
        most = float(rules.card_count)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setting.tokens,
            max_chance_outcomes=len(self.setting.layout.kinds),
            num_players=self.setting.players,
            min_utility=-most,
            max_utility=most,
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
        self.play = CopiedGame(TokenGame(game.setting, game.setting.explicit_table()))

    def current_player(self) -> int:
        seat = self.play.game.seat
        if seat == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.play.game.over else seat

    def is_terminal(self) -> bool:
        return self.play.game.over

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
            game.draw(kinds[action])
        else:
            game.say(action)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The same as OpenSpiel's own method, but without the detour through C++, which takes many times as long."""
        tensor: list[float] = (
            observation_bytes(self, self.current_player() if player is None else player).astype(float).tolist()
        )
        return tensor

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


class CopiedGame:
    """A token game that is copied together with OpenSpiel's state."""

    def __init__(self, game: TokenGame) -> None:
        self.game = game

    def __deepcopy__(self, memo: object) -> CopiedGame:
        return CopiedGame(self.game.copy())


def observation_bytes(state: TableState, player: int) -> Any:
    """The features of the current position for a seat, one byte each."""
    game = state.play.game
    if not 0 <= player < game.setting.players:
        raise BadInput("there is no player {number}: there are {count}", number=player, count=game.setting.players)
    return np.frombuffer(game.view(player), np.uint8)


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
        game = state.play.game
        lines = [f"You are seat {player}."]
        if self.perfect_recall:
            lines += [repr(event.seen_by(player)) for event in game.table.events or []]
        else:
            lines.append(str(observe(game.table, player)))
        if player == game.seat:
            lines.append("You may do something." if game.volunteers else "You are asked.")
            lines += game.setting.grammar.names(game.said_tokens)
        return "\n".join(lines)


def game_class(rules: Rules) -> type[TableGame]:
    class RegisteredGame(TableGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(rules, params)

    return RegisteredGame


CLASSES: Final = {game: game_class(rules) for game, rules in GAMES.items()}
"""Kept alive, because OpenSpiel releases them only after Python has shut down."""
for name, table_game_class in CLASSES.items():
    pyspiel.register_game(type_of(GAMES[name]), table_game_class)
