"""Gymnasium environments: one seat of a game, alone or against named bots. Importing this module registers them.

`gymnasium.make("tobean/<Game>-v0", players=4, bots=["merchant"])`; games that one player can play alone also have
`tobean/<Game>Solo-v0`. A step is a token; the mask is in `info["action_mask"]` and returned by `action_masks()`.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from tobean.bots.base import Bot
from tobean.bots.registry import bot_named
from tobean.extras import with_install_hint
from tobean.games.registry import GAMES
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput, quoted
from tobean.research import env_id

try:
    import gymnasium as gym
    import numpy as np

    from tobean.research.tokens.setting import Setting, whole_number_in
    from tobean.research.tokens.token_game import TokenGame
    from tobean.research.tokens.vocabulary import token_given
except ModuleNotFoundError as missing:
    raise with_install_hint(missing, "research") from missing

DEALS: Final = 1 << 60
"""Number of deals from which `reset` draws one."""


class UnknownRenderMode(BadInput, TypeError):
    """A render mode that does not exist. `make_vec_env` of Stable-Baselines3 asks every environment for `rgb_array`
    and, after a `TypeError`, creates it without a render mode."""


class SeatEnv(gym.Env[Any, int]):
    """One seat of a table. Bots play the other seats, asked in the order of a match."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        bots: str | Sequence[str | Bot] = ("sprout",),
        seat: int = 0,
        render_mode: str | None = None,
        **setting: Any,
    ) -> None:
        self.setting = Setting(**setting)
        players = self.setting.players
        seat = whole_number_in(seat, 0, players - 1, self.setting.rules, "seat")
        if render_mode not in (None, "ansi"):
            raise UnknownRenderMode(
                "{game}: render_mode is 'ansi' or none, not {given}",
                game=self.setting.rules.title,
                given=quoted(render_mode),
            )
        self.seat = seat
        self.render_mode = render_mode
        bots = [bots] if isinstance(bots, str) else bots
        if not bots or not all(isinstance(bot, str) or hasattr(bot, "choose") for bot in bots):
            raise BadInput("bots for the other seats are needed: names, files or objects with `choose`")
        others = [other for other in range(players) if other != seat]
        self.bots: dict[int, Bot] = {}
        for number, other in enumerate(others):
            bot = bots[number % len(bots)]
            self.bots[other] = bot_named(bot) if isinstance(bot, str) else bot
        self.observation_space = gym.spaces.Box(0, 255, (self.setting.size,), np.uint8)
        self.action_space = gym.spaces.Discrete(self.setting.tokens)
        self.game: TokenGame | None = None

    @property
    def playing(self) -> TokenGame:
        if self.game is None:
            raise BadInput("the environment has to be reset before it is used")
        return self.game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start the next deal, or the one given in `options`: `{"deal": 7}`."""
        super().reset(seed=seed)
        deal = (options or {}).get("deal", int(self.np_random.integers(DEALS)))
        table = self.setting.new_table(deal)
        self.game = TokenGame(self.setting, table, bots=self.bots, chance=chance_from(f"bots {deal}"))
        return self.view(), self.info()

    def view(self) -> Any:
        return np.frombuffer(self.playing.view_copy(self.seat), np.uint8)

    def info(self) -> dict[str, Any]:
        game = self.playing
        info: dict[str, Any] = {"action_mask": np.frombuffer(game.mask_copy(), np.int8)}
        if game.over:
            result = game.table.result()
            info.update(thalers=result.thalers[self.seat], won=self.seat in result.winners)
        return info

    def action_masks(self) -> Any:
        """Return the mask of legal tokens as booleans, where `MaskablePPO` of sb3-contrib looks for it."""
        return np.frombuffer(self.playing.mask_copy(), np.bool_)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play a token. An illegal one is refused: nothing changes, and `info["refused"]` is true."""
        game = self.playing
        token = token_given(action)
        refused = token not in game.next_tokens
        if not refused:
            game.say(token)
        info = self.info()
        info["refused"] = refused
        return self.view(), 0.0 if refused else game.returns()[self.seat], game.over, False, info

    def render(self) -> str | None:
        """Return the table text, with all cards visible."""
        return str(self.playing.table) if self.render_mode == "ansi" else None


def register() -> list[str]:
    """Register the environments of all games with Gymnasium; returns their ids."""
    ids: list[str] = []
    for game, rules in GAMES.items():
        for solo in (False, True):
            is_available = min(rules.players) == 1 if solo else max(rules.players) > 1
            if is_available:
                arguments = {"game": game, "players": 1} if solo else {"game": game}
                ids.append(env_id(game, solo))
                if ids[-1] not in gym.registry:
                    gym.register(ids[-1], entry_point=f"{__name__}:SeatEnv", kwargs=arguments)
    return ids


IDS: Final = register()
