"""A text environment with the interface of TextArena: language models at all seats of any game."""

from typing import Any, Final

from tobean.extras import with_install_hint
from tobean.research.text import TextTable

try:
    import textarena as ta
except ModuleNotFoundError as missing:
    raise with_install_hint(missing) from missing

MAX_REFUSED_ANSWERS: Final = 3
"""Consecutive refused answers after which a fallback move is played, because no player can leave the table."""


class TableEnv(ta.Env):
    """A table at which every seat answers by text."""

    def __init__(self, game: str = "", **table: Any) -> None:
        self.game = game
        self.arguments = table
        """Keyword arguments of `TextTable`: `talk_limit`, `volunteers`, `language`."""

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
            self.state.rewards = {seat: float(seat in result.winners) for seat in range(len(self.text.names))}
            for seat, player_info in self.state.game_info.items():
                player_info["thalers"] = result.thalers[seat]
            self.state.done = True
        else:
            self.ask()
        return self.text.over, info
