"""PettingZoo environments, one for each game in the registry: `from tobean.research.pettingzoo import <game>_v0`.

A step is a token. Observations are arrays of bytes. The mask of legal tokens is in `infos[agent]["action_mask"]` or,
with `mask_in_observation`, beside the array, where several libraries expect it.
"""

from types import SimpleNamespace
from typing import Any, Final

from tobean.extras import with_install_hint
from tobean.games.registry import GAMES
from tobean.research.tokens.setting import Setting
from tobean.research.tokens.token_game import TokenGame
from tobean.research.tokens.vocabulary import BadToken, token_given

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.utils.seeding import np_random
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import parallel_to_aec
except ModuleNotFoundError as missing:
    raise with_install_hint(missing) from missing

VERSION: Final = "v0"
DEALS: Final = 1 << 60


class Agents:
    """Common base of both environments: a setting, an agent for each seat, and spaces."""

    metadata: dict[str, Any]

    def __init__(self, setting: Setting, mask_in_observation: bool, render_mode: str | None) -> None:
        self.setting = setting
        self.mask_in_observation = mask_in_observation
        self.render_mode = render_mode
        self.metadata = {
            "name": module_name(setting.rules.name),
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(setting.players)]
        self.agents: list[str] = []
        view = Box(0, 255, (setting.size,), np.uint8)
        mask = Box(0, 1, (setting.tokens,), np.int8)
        self.observation_spaces: dict[str, Any] = {
            agent: Dict({"observation": view, "action_mask": mask}) if mask_in_observation else view
            for agent in self.possible_agents
        }
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
            raise BadToken("the environment has to be reset before it is used")
        return self.game

    def view(self, seat: int) -> Any:
        """The observation of a seat, as a copy that can be stored."""
        observation = np.frombuffer(bytearray(self.playing.view(seat)), np.uint8)
        return {"observation": observation, "action_mask": self.mask(seat)} if self.mask_in_observation else observation

    def mask(self, seat: int) -> Any:
        game = self.playing
        return np.frombuffer(bytearray(game.mask() if seat == game.seat else game.setting.grammar.no_mask), np.int8)

    def info(self, seat: int) -> dict[str, Any]:
        game = self.playing
        info: dict[str, Any] = {} if self.mask_in_observation else {"action_mask": self.mask(seat)}
        if game.over:
            result = game.table.result()
            info.update(thalers=result.thalers[seat], won=seat in result.winners)
        return info

    def render(self) -> str | None:
        """The table text, with all cards visible."""
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
        return self.view(self.possible_agents.index(agent))

    def step(self, action: int) -> None:
        game = self.playing
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game.say(token_given(action))  # raises before anything has changed
        if game.over:  # until then all rewards are 0
            for seat, share in enumerate(game.returns()):
                self.rewards[self.agents[seat]] = share
                self.terminations[self.agents[seat]] = True
                self.infos[self.agents[seat]] = self.info(seat)
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[game.seat]
            self.infos[self.agent_selection] = self.info(game.seat)


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
    """The name of a game's environments: `<game>_v0`, with underscores for hyphens."""
    return f"{game.replace('-', '_')}_{VERSION}"


def environments(game: str) -> SimpleNamespace:
    """The attributes that PettingZoo expects of a module: `env`, `raw_env` and `parallel_env`."""

    def raw_env(**setting: Any) -> TableEnv:
        return TableEnv(game=game, **setting)

    def parallel_env(**setting: Any) -> ParallelTableEnv:
        return ParallelTableEnv(game=game, **setting)

    def env(max_cycles: int | None = None, **setting: Any) -> Any:
        """Create an environment; with `max_cycles` it is the one of `parallel_env`.

        There are no wrappers that check the order of calls and the tokens: the environment checks both itself, at half
        the cost.
        """
        if max_cycles is not None:
            return parallel_to_aec(parallel_env(max_cycles=max_cycles, **setting))
        return raw_env(**setting)

    return SimpleNamespace(env=env, raw_env=raw_env, parallel_env=parallel_env)


def __getattr__(name: str) -> SimpleNamespace:
    for game in GAMES:
        if name == module_name(game):
            return environments(game)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *[module_name(game) for game in GAMES]])
