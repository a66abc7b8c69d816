"""The function that makes a bot of any kind of policy."""

from pathlib import Path
from typing import Any

from tobean.bots.bot_files import BOT_FILES, not_a_bot_file
from tobean.kernel.errors import BadInput
from tobean.research.policies.policy_bot import PolicyBot
from tobean.research.policies.policy_files import ONNX_SUFFIX, TorchPolicy, bot_from_policy_file
from tobean.research.tokens.setting import Setting


def policy_bot(policy: Any, setting: Setting | None = None, name: str = "", temperature: float = 0.0) -> PolicyBot:
    """Make a bot of a token policy.

    `policy` is a function of an observation and a mask (arrays of bytes) that returns a token; a `torch.nn.Module` that
    maps a batch of observations (float32, not scaled) to logits, or to a tuple that begins with them; or the path of a
    file written by `save_onnx`, which contains its setting and temperature.

    Examples:
        >>> from tobean.research.tokens.setting import Setting
        >>> first = policy_bot(lambda observation, mask: mask.argmax(), Setting("bohnanza", 3), "first")
        >>> from tobean import play_match
        >>> play_match("bohnanza", [first, "sprout", "sprout"], seed=1).result.thalers[0] < 20
        True
    """
    if isinstance(policy, str | Path):
        if setting is not None:
            raise BadInput("a file has its own setting: leave out the other one")
        path = Path(policy)
        if path.suffix != ONNX_SUFFIX:
            raise not_a_bot_file(str(path))
        # A file read this way is sent to other machines, and its digest is part of a submission.
        bot = bot_from_policy_file(str(path), BOT_FILES.content(path))
        bot.name = name or bot.name
        return bot
    if setting is None:
        raise BadInput("a policy needs the setting it was made for")
    if hasattr(policy, "state_dict") and hasattr(policy, "eval"):
        policy = TorchPolicy(policy)
    elif not callable(policy):
        raise BadInput("a policy is a function, a torch module or a file, not {given}", given=type(policy).__name__)
    return PolicyBot(policy, setting, name, temperature)
