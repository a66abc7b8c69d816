"""ONNX files with a policy network, its setting and the versions of the encodings.

An ONNX file holds a graph of fixed operations: loading and playing it runs no code of its own. Formats of PyTorch are
not read, because they contain pickles.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from pathlib import Path
from typing import Any, Final, NamedTuple

from tobean.extras import require
from tobean.kernel.errors import BadInput, TobeanError
from tobean.research.policies.policy_bot import LogitsPolicy, PolicyBot
from tobean.research.tokens import grammar
from tobean.research.tokens.setting import Setting

FORMAT: Final = "tobean policy 1"
METADATA_KEY: Final = "tobean"
ONNX_SUFFIX: Final = ".onnx"
SETTING_NAMES: Final = (
    "game", "players", "talk_limit", "volunteers", "most_given", "most_wanted", "most_called", "skip_forced", "reward",
    "options", "feature_version",
)  # fmt: skip
"""Arguments of a setting, in the order of `Setting.arguments`."""
MAX_LOADED: Final = 16
"""Number of networks kept in memory; the least recently used goes first."""
LOADED: Final[OrderedDict[bytes, LoadedPolicy]] = OrderedDict()
"""Networks in use, by the content of their files."""


class BadPolicy(BadInput):
    """A file without a policy, or with one for other encodings."""


# --- networks --------------------------------------------------------------------------------------------------


class TorchPolicy:
    """A module of PyTorch. It gets observations as float32 in a batch of one."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def logits(self, observation: Any) -> Any:
        import torch

        with torch.no_grad():
            output = self.module(torch.from_numpy(observation).float().unsqueeze(0))
        return first_output(output).detach().cpu().numpy()


class OnnxPolicy:
    """A network in ONNX: its first input are observations, its first output logits."""

    def __init__(self, content: bytes) -> None:
        require("onnxruntime")
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1  # one observation at a time, in many processes
        options.log_severity_level = 3
        self.session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        self.input = self.session.get_inputs()[0]
        self.input_type = "uint8" if self.input.type == "tensor(uint8)" else "float32"
        self.metadata = dict(self.session.get_modelmeta().custom_metadata_map)

    def logits(self, observation: Any) -> Any:
        batch = observation.astype(self.input_type)[None]
        return self.session.run(None, {self.input.name: batch})[0]


def first_output(output: Any) -> Any:
    return output[0] if isinstance(output, tuple | list) else output


# --- writing ---------------------------------------------------------------------------------------------------


def metadata_text(setting: Setting, temperature: float) -> str:
    """Return the metadata of a file as JSON."""
    arguments = dict(zip(SETTING_NAMES, setting.arguments, strict=True))
    if not isinstance(arguments["game"], str) or setting.rules.card_set:
        raise BadPolicy("a policy file names its game: make the setting with the name of a game, without other cards")
    arguments.update(game=setting.rules.name, players=setting.players)
    return json.dumps(
        {
            "format": FORMAT,
            "grammar": grammar.VERSION,
            "size": setting.size,
            "tokens": setting.tokens,
            "setting": arguments,
            "temperature": temperature,
        }
    )


def save_onnx(module: Any, setting: Setting, path: str | Path, temperature: float = 0.0) -> None:
    """Write a torch module as an ONNX file that is a bot: `tobean arena net.onnx`."""
    require("torch", "onnxscript", "onnx")
    import onnx
    import torch

    text = metadata_text(setting, temperature)
    if not str(path).endswith(ONNX_SUFFIX):
        raise BadPolicy("{path}: such a file ends with {suffix}", path=str(path), suffix=ONNX_SUFFIX)
    example = torch.zeros(1, setting.size)
    check_output(module, example, setting)
    program = torch.onnx.export(
        module, (example,), input_names=["observation"], output_names=["logits"], dynamo=True, verbose=False
    )
    model = program.model_proto
    entry = model.metadata_props.add()
    entry.key, entry.value = METADATA_KEY, text
    onnx.checker.check_model(model)
    Path(path).write_bytes(model.SerializeToString())


def check_output(module: Any, example: Any, setting: Setting) -> None:
    """Raise `BadPolicy` unless a module rates every token."""
    module.eval()
    shape = tuple(first_output(module(example)).shape)
    if shape != (1, setting.tokens):
        raise BadPolicy(
            "the module returns logits of the shape {shape}; for this setting they have the shape {needed}",
            shape=str(shape),
            needed=str((1, setting.tokens)),
        )


# --- reading ---------------------------------------------------------------------------------------------------


class LoadedPolicy(NamedTuple):
    """A network with what its file says about it."""

    policy: LogitsPolicy
    setting: Setting
    temperature: float


def bot_from_policy_file(path: str, content: bytes) -> PolicyBot:
    """Return the bot of a policy file. Raises `BadPolicy` if it has none, or one for other encodings."""
    loaded = LOADED.pop(content, None)
    if loaded is None:
        policy, metadata = read_onnx(path, content)
        try:
            loaded = LoadedPolicy(policy, setting_in(metadata), float(metadata["temperature"]))
        except (TobeanError, KeyError, TypeError, ValueError) as error:
            raise BadPolicy("{path}: {reason}", path=path, reason=error) from error
    LOADED[content] = loaded
    if len(LOADED) > MAX_LOADED:
        LOADED.popitem(last=False)
    return PolicyBot(loaded.policy, loaded.setting, path, loaded.temperature)


def setting_in(metadata: dict[str, Any]) -> Setting:
    """Build the setting of a file, and check that observations and tokens are encoded as when it was written."""
    if metadata["format"] != FORMAT:
        raise BadPolicy("this is a policy of another format: {format}", format=metadata["format"])
    setting = Setting(**metadata["setting"])
    here = {
        "grammar": grammar.VERSION,
        "size": setting.size,
        "tokens": setting.tokens,
    }
    stored = {name: metadata[name] for name in here}
    if stored != here:
        raise BadPolicy(
            "this policy was made for other encodings: {stored}; here they are {here}",
            stored=str(stored),
            here=str(here),
        )
    return setting


def read_onnx(path: str, content: bytes) -> tuple[LogitsPolicy, dict[str, Any]]:
    require("onnxruntime")
    try:
        policy = OnnxPolicy(content)
    except Exception as error:  # the exceptions of onnxruntime have no common base class
        raise BadPolicy(
            "{path}: this is not an ONNX file that can be run (save_onnx writes one): {reason}",
            path=path,
            reason=error,
        ) from error
    return policy, parsed_metadata(path, policy.metadata.get(METADATA_KEY, ""))


def parsed_metadata(path: str, text: str) -> dict[str, Any]:
    try:
        metadata = json.loads(text)
        if not isinstance(metadata, dict):
            raise TypeError(type(metadata).__name__)
    except (ValueError, TypeError) as error:
        raise BadPolicy(
            "{path}: this file does not say for which game it is: write it with save_onnx", path=path
        ) from error
    return metadata
