"""Text environments with the interface of TextArena: language models at all seats of any game.

Importing this module registers `tobean/<Game>-v0` with TextArena for `textarena.make`: as text for a language model,
with `-train` only the latest position instead of all of them, and with `-raw` without a wrapper.
"""

from typing import Any, Final

from tobean.extras import with_install_hint
from tobean.games import game_named
from tobean.games.registry import GAMES
from tobean.research import env_id
from tobean.research.environments.text import TextTable
from tobean.research.tokens.rewards import WIN, check_reward

try:
    import textarena as ta
    from textarena.envs.registration import ENV_REGISTRY, register_with_versions
except ModuleNotFoundError as missing:
    raise with_install_hint(missing, "textarena") from missing

MAX_REFUSED_ANSWERS: Final = 3
"""Consecutive refused answers after which a fallback move is played, because no player can leave the table."""


class TableEnv(ta.Env):
    """A table at which every seat answers by text."""

    def __init__(self, game: str = "", reward: str = WIN, **table: Any) -> None:
        """Create an environment. `table` are further arguments of `TextTable`: `talk_limit`, `volunteers`, ..."""
        check_reward(reward)
        self.game = game
        self.reward = reward
        self.arguments = table
        TextTable(game, game_named(game).players[-1], **table)  # refuses wrong arguments now rather than at a reset

    def reset(self, num_players: int, seed: int | None = None) -> None:
        names = [f"Player {number}" for number in range(num_players)]
        self.text = TextTable(self.game, names, 0 if seed is None else seed, **self.arguments)
        self.mistakes = 0
        roles = dict(enumerate(names))
        state = ta.SinglePlayerState if num_players == 1 else ta.FFAMultiPlayerState
        self.state = state(num_players=num_players, seed=seed, error_allowance=MAX_REFUSED_ANSWERS)
        self.state.reset(game_state={}, player_prompt_function=self.first_prompt, role_mapping=roles)
        self.ask()

    def first_prompt(self, player_id: int, game_state: Any) -> str:
        return f"{self.text.rules()}\n\nThe cards:\n{self.text.cards()}\n\nWrite your answers in brackets: [2]."

    def ask(self) -> None:
        seat = self.text.seat
        self.state.current_player_id = seat
        self.state.add_observation(self.text.prompt(), ta.ObservationType.GAME_BOARD, to_id=seat)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        seat = self.text.seat
        self.state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=seat, to_id=seat)
        info: dict[str, Any] = {"seat": seat, "refused": self.text.answer(action)}
        self.state.game_info[seat]["turn_count"] += 1
        if info["refused"]:
            self.mistakes += 1
            self.state.add_observation(info["refused"], ta.ObservationType.GAME_ADMIN, to_id=seat)
            if self.mistakes >= MAX_REFUSED_ANSWERS:
                self.state.game_info[seat]["invalid_move"] = True
                self.text.answer("nothing" if self.text.may_pass else "1")
                self.mistakes = 0
        else:
            self.mistakes = 0
        if self.text.over:
            result = self.text.table.result()
            self.state.rewards = dict(enumerate(self.text.returns(self.reward)))
            for seat, player_info in self.state.game_info.items():
                player_info["thalers"] = result.thalers[seat]
            self.state.done = True
        else:
            self.ask()
        return self.text.over, info


def register() -> list[str]:
    """Register the environments of all games with TextArena; returns their ids."""
    wrappers = {
        "default": [ta.wrappers.LLMObservationWrapper],
        "-train": [ta.wrappers.GameMessagesAndCurrentBoardObservationWrapper],
    }
    ids = [env_id(game) for game in GAMES]
    for game, name in zip(GAMES, ids, strict=True):
        if name not in ENV_REGISTRY:
            register_with_versions(id=name, entry_point=f"{__name__}:TableEnv", wrappers=wrappers, game=game)
    return ids


IDS: Final = register()
