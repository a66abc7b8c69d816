"""PettingZoo environments, one for each game: `from tobean.research.environments.pettingzoo import bohnanza_v0`.

Importing this module also registers `tobean/<game>_v0` for `pettingzoo.make`.
A step is a token. Observations are arrays of bytes. The mask of legal tokens is in `infos[agent]["action_mask"]` or,
with `mask_in_observation`, beside the array, where several libraries expect it.
"""

from functools import partial
from types import SimpleNamespace
from typing import Any, Final

from tobean.extras import with_install_hint
from tobean.games.registry import GAMES
from tobean.kernel.base.seats import NO_SEAT
from tobean.research import VERSION, underscored

try:
    import numpy as np
    import pettingzoo
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import parallel_to_aec

    from tobean.research.tokens.setting import Setting, check_flag, check_render_mode, whole_number_in
    from tobean.research.tokens.token_game import TokenGame
    from tobean.research.tokens.vocabulary import BadToken, token_given
except ModuleNotFoundError as missing:
    raise with_install_hint(missing, "research") from missing

DEALS: Final = 1 << 60
MAX_CYCLES: Final = 1_000_000_000
VIEW_TYPE: Final = np.dtype(np.uint8)
MASK_TYPE: Final = np.dtype(np.int8)


def not_reset() -> BadToken:
    return BadToken("the environment has to be reset before it is used")


class Agents:
    """Common base of both environments: a setting, an agent for each seat, and spaces."""

    metadata: dict[str, Any]

    def __init__(self, setting: Setting, mask_in_observation: bool, render_mode: str | None) -> None:
        check_flag(mask_in_observation, setting.rules, "mask_in_observation")
        check_render_mode(render_mode, setting.rules)
        self.setting = setting
        self.mask_in_observation = mask_in_observation
        self.render_mode = render_mode
        self.metadata = {
            "name": module_name(setting.rules.name),
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        view = Box(0, 255, (setting.size,), np.uint8)
        mask = Box(0, 1, (setting.tokens,), np.int8)
        self.observation_spaces: dict[str, Any] = {
            agent: Dict({"observation": view, "action_mask": mask}) if mask_in_observation else view
            for agent in self.possible_agents
        }
        self.state_space = Box(0, 255, (setting.players * (setting.layout.size + 1) + setting.tokens + 1,), np.uint8)
        self.action_spaces: dict[str, Any] = {agent: Discrete(setting.tokens) for agent in self.possible_agents}
        self.seeds, _ = np_random(None)
        self.game: TokenGame | None = None

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def deal(self, seed: int | None) -> TokenGame:
        """Start a new game; the same seed gives the same sequence of games."""
        if seed is not None:
            self.seeds, _ = np_random(seed)
        self.game = TokenGame(self.setting, self.setting.new_table(int(self.seeds.integers(DEALS))))
        self.agents = self.possible_agents[:]
        return self.game

    @property
    def playing(self) -> TokenGame:
        if self.game is None:
            raise not_reset()
        return self.game

    def view(self, seat: int) -> Any:
        """Return the observation of a seat, as a copy that can be stored."""
        game = self.game
        if game is None:
            raise not_reset()
        observation = np.frombuffer(game.view_copy(seat), VIEW_TYPE)
        return {"observation": observation, "action_mask": self.mask(seat)} if self.mask_in_observation else observation

    def state(self) -> Any:
        """Return the state of the whole table, for centralised critics: what all seats see together.

        It has the features of each seat's observation, seat 0 first, so all hands are in it; then the partial action
        of the asked seat; then 1 at the number of the asked seat.
        """
        game = self.playing
        seats = range(self.setting.players)
        state = bytearray().join([game.features(seat) for seat in seats])
        state += game.partial_action_features(game.seat)
        state += bytes([seat == game.seat for seat in seats])
        return np.frombuffer(state, np.uint8)

    def mask(self, seat: int) -> Any:
        game = self.playing
        return np.frombuffer(
            game.mask_copy() if seat == game.seat else bytearray(game.setting.grammar.no_mask), MASK_TYPE
        )

    def info(self, seat: int) -> dict[str, Any]:
        game = self.playing
        info: dict[str, Any] = {} if self.mask_in_observation else {"action_mask": self.mask(seat)}
        if game.over:
            result = game.table.result()
            info.update(thalers=result.thalers[seat], won=seat in result.winners)
        return info

    def render(self) -> str | None:
        """Return the table text, with all cards visible."""
        return str(self.playing.table) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; no resources are held."""


class TableEnv(Agents, AECEnv[str, Any, int]):
    """A table as an agent-environment cycle: the asked seat says the next token."""

    def __init__(self, mask_in_observation: bool = False, render_mode: str | None = None, **setting: Any) -> None:
        AECEnv.__init__(self)
        Agents.__init__(self, Setting(**setting), mask_in_observation, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        game = self.deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[game.seat]
        self.infos[self.agent_selection] = self.info(game.seat)

    def observe(self, agent: str) -> Any:
        return self.view(self.seats[agent])

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The same as PettingZoo's own method, with a call less."""
        agent = self.agent_selection
        return (
            self.view(self.seats[agent]) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int) -> None:
        game = self.game
        if game is None:
            raise not_reset()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game.say(action if type(action) is int else token_given(action))  # raises before anything has changed
        seat = game.seat
        if seat == NO_SEAT:  # until then all rewards are 0
            for seat, share in enumerate(game.returns()):
                self.rewards[self.agents[seat]] = share
                self.terminations[self.agents[seat]] = True
                self.infos[self.agents[seat]] = self.info(seat)
            self._accumulate_rewards()
        else:
            self.agent_selection = agent = self.possible_agents[seat]
            self.infos[agent] = (
                {} if self.mask_in_observation else {"action_mask": np.frombuffer(game.mask_copy(), MASK_TYPE)}
            )


class ParallelTableEnv(Agents, ParallelEnv[str, Any, int]):
    """A parallel environment: in each cycle all seats say a token, and that of the asked seat counts.

    For libraries that support only this interface. An illegal token is refused: nothing changes in that cycle.
    """

    def __init__(
        self,
        max_cycles: int | None = None,
        mask_in_observation: bool = False,
        render_mode: str | None = None,
        **setting: Any,
    ) -> None:
        Agents.__init__(self, Setting(**setting), mask_in_observation, render_mode)
        if max_cycles is not None:
            max_cycles = whole_number_in(max_cycles, 1, MAX_CYCLES, self.setting.rules, "max_cycles")
        self.metadata["is_parallelizable"] = True
        self.max_cycles = max_cycles
        self.cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.deal(seed)
        self.cycles = 0
        return self.views(), self.all_infos()

    def views(self) -> dict[str, Any]:
        return {agent: self.view(seat) for seat, agent in enumerate(self.possible_agents)}

    def all_infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self.info(seat) for seat, agent in enumerate(self.possible_agents)}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        game = self.playing
        if not self.agents:
            raise BadToken("the game is over: the environment has to be reset")
        asked_agent = self.possible_agents[game.seat]
        if asked_agent not in actions:
            raise BadToken("{agent} is asked, and has said nothing", agent=asked_agent)
        token = token_given(actions[asked_agent])
        refused = token not in game.next_tokens
        if not refused:
            game.say(token)
        self.cycles += 1
        truncated = not game.over and self.max_cycles is not None and self.cycles >= self.max_cycles
        rewards = dict(zip(self.possible_agents, game.returns(), strict=True))
        infos = self.all_infos()
        infos[asked_agent]["refused"] = refused
        if game.over or truncated:
            self.agents = []
        return (
            self.views(),
            rewards,
            dict.fromkeys(self.possible_agents, game.over),
            dict.fromkeys(self.possible_agents, truncated),
            infos,
        )


# --- one module for each game --------------------------------------------------------------------------------


def module_name(game: str) -> str:
    """Return the name of a game's environments: `<game>_v0`, with underscores for hyphens."""
    return f"{underscored(game)}_{VERSION}"


def aec_env(game: str, max_cycles: int | None = None, **setting: Any) -> Any:
    """Create an environment; with `max_cycles` it is the one of `parallel_env`.

    There are no wrappers that check the order of calls and the tokens: the environment checks both itself, at half
    the cost.
    """
    if max_cycles is not None:
        return parallel_to_aec(ParallelTableEnv(game=game, max_cycles=max_cycles, **setting))
    return TableEnv(game=game, **setting)


def environments(game: str) -> SimpleNamespace:
    """Return the attributes that PettingZoo expects of a module: `env`, `raw_env` and `parallel_env`."""
    return SimpleNamespace(
        env=partial(aec_env, game),
        raw_env=partial(TableEnv, game=game),
        parallel_env=partial(ParallelTableEnv, game=game),
    )


def register() -> list[str]:
    """Register the environments of all games for `pettingzoo.make`, which has existed since PettingZoo 1.27; returns
    their ids."""
    ids = [f"tobean/{underscored(game)}-{VERSION}" for game in GAMES]
    for game, name in zip(GAMES, ids, strict=True):
        for kind, registry, entry_point in (
            ("aec", pettingzoo.aec_registry, aec_env),
            ("parallel", pettingzoo.parallel_registry, ParallelTableEnv),
        ):
            if name not in registry:
                pettingzoo.register(kind, name, f"{__name__}:{entry_point.__name__}", kwargs={"game": game})
    return ids


IDS: Final = register() if hasattr(pettingzoo, "register") else []


def __getattr__(name: str) -> SimpleNamespace:
    for game in GAMES:
        if name == module_name(game):
            return environments(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *[module_name(game) for game in GAMES]])
