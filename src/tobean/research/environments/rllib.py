"""RLlib environments, one for each game in the registry: `PPOConfig().environment("tobean_<game>")` after this import.

Each wraps the environment of the module `pettingzoo`. Observations have the form that RLlib's action-masking modules
expect: `observations` and `action_mask`, both as floats. `env_config` takes the arguments of `Setting`.
"""

from typing import Any, Final

from tobean.extras import with_install_hint
from tobean.games.registry import GAMES
from tobean.research import underscored

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict
    from pettingzoo.utils import BaseWrapper
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv
    from ray.tune.registry import register_env

    from tobean.research.environments.pettingzoo import environments
except ModuleNotFoundError as missing:
    raise with_install_hint(missing, "rllib") from missing


class FloatObservations(BaseWrapper):
    """Renames the parts of an observation, and converts them to floats."""

    def observation_space(self, agent: str) -> Any:
        spaces = self.env.observation_space(agent)
        observations = Box(0.0, 255.0, spaces["observation"].shape, np.float32)
        mask = Box(0.0, 1.0, spaces["action_mask"].shape, np.float32)
        return Dict({"observations": observations, "action_mask": mask})

    def observe(self, agent: str) -> Any:
        seen = self.env.observe(agent)
        return {
            "observations": seen["observation"].astype(np.float32),
            "action_mask": seen["action_mask"].astype(np.float32),
        }


def env_name(game: str) -> str:
    """`tobean_<game>`, with underscores for hyphens."""
    return f"tobean_{underscored(game)}"


def create(game: str, config: dict[str, Any]) -> Any:
    """Create a multi-agent environment of this game; `config` has the arguments of a setting."""
    return PettingZooEnv(FloatObservations(environments(game).raw_env(mask_in_observation=True, **config)))


def register() -> list[str]:
    """Register the environments of all games with Ray; returns their names."""
    for game in GAMES:
        register_env(env_name(game), lambda config, game=game: create(game, config))
    return [env_name(game) for game in GAMES]


NAMES: Final = register()
