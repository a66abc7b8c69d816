"""Registry of bots: `merchant`, `merchant/generous`, `sage@0.5`, `mybot.py`, `mybot.py:Clever`, `net.json`.

Besides the built-in bots there are those of installed packages (entry points of the group `tobean.bots`) and those in
files. Both run code of their own; where untrusted users choose a bot, use `builtin_bot`.
"""

import inspect
import math
import re
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Final, cast

from tobean.bots.base import Bot
from tobean.bots.heuristics.miser import Miser
from tobean.bots.heuristics.random import RandomBot
from tobean.bots.heuristics.sprout import Sprout
from tobean.bots.mendel.mendel import Mendel
from tobean.bots.mendel.net import Net, read_net
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.sage.sage import Sage
from tobean.bots.voice.personalities import personality_named
from tobean.kernel.errors import BadInput, TobeanError

GROUP: Final = "tobean.bots"
"""Entry point group of the bots of installed packages."""

BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "miser": Miser,
    "sprout": Sprout,
    "merchant": Merchant,
    "sage": Sage,
    "mendel": Mendel,
}
"""Factories of the built-in bots, by name."""

_FILES: Final[dict[Path, ModuleType]] = {}
"""Modules loaded from files."""
_NETS: Final[dict[bytes, Net]] = {}
"""Networks, by the content of their files."""
_LOCAL_FILES: Final[dict[str, Path]] = {}
"""Absolute paths of the files in use, by the path as it was requested."""
_RECEIVED_FILES: Final[dict[str, bytes]] = {}
"""Content of files on another machine, by the path as it was requested there."""


def bot_named(spec: str) -> Bot:
    """Return a new bot for a name with optional personality, time budget, file or class."""
    name, seconds = split_time_budget(spec)
    if name.endswith(".json"):
        return with_options(spec, bot_from_net_file(Path(name)), None, seconds)
    path, _, class_name = name.partition(".py:") if ".py:" in name else (name.removesuffix(".py"), "", "")
    if path != name:
        return with_options(spec, create_bot(bot_class(f"{path}.py", class_name), name), None, seconds)
    name, _, personality = name.partition("/")
    factory = BOTS.get(name) or installed_factory(name)
    if factory is None:
        raise BadInput(
            "there is no bot {name!r}; there are: {known}",
            name=name,
            known=", ".join([*BOTS, *sorted(installed_names())]),
        )
    return with_options(spec, create_bot(factory, name), personality if "/" in spec else None, seconds)


def untimed_bot(spec: str) -> Bot:
    """Return a bot for measuring: the same seed gives the same game on every machine.

    With a time budget, the bot does all the work that the budget stands for, however long that takes.
    """
    bot = bot_named(spec)
    for attribute in ("untimed", "patient"):  # `patient` is the former name, which bots in files may still use
        if hasattr(bot, attribute):
            setattr(bot, attribute, True)
    return bot


def builtin_bot(spec: str) -> Bot:
    """Return a new built-in bot; runs no code from files or packages."""
    name, seconds = split_time_budget(spec)
    name, _, personality = name.partition("/")
    if name not in BOTS:
        raise BadInput("there is no bot {name!r}; there are: {known}", name=name, known=", ".join(BOTS))
    return with_options(spec, BOTS[name](), personality if "/" in spec else None, seconds)


def split_time_budget(spec: str) -> tuple[str, float | None]:
    """Split a bot name into the name without its time budget, and the budget."""
    name, at, text = spec.rpartition("@")
    if not at:
        return spec, None
    if not re.fullmatch(r"\d+(\.\d+)?|\.\d+", text) or not 0 < float(text) < math.inf:
        raise BadInput("{text!r} is not a time in seconds: after @ stands a number above 0, as in sage@0.5", text=text)
    return name, float(text)


def with_options(spec: str, bot: Bot, personality: str | None, seconds: float | None) -> Bot:
    """Set the personality and the time budget of a bot."""
    if personality is not None:
        if not hasattr(bot, "personality"):
            raise BadInput("{name} has no personalities, so there is no {wish!r}", name=bot.name, wish=spec)
        bot.personality = personality_named(personality)
    if seconds is not None:
        if not hasattr(bot, "seconds"):
            raise BadInput("{name} knows no time budget, so there is no {wish!r}", name=bot.name, wish=spec)
        bot.seconds = seconds
    if personality is not None or seconds is not None:
        bot.name = spec
    return bot


# --- bots from packages and files --------------------------------------------------------------------------


def installed_names() -> list[str]:
    return list({entry_point.name for entry_point in entry_points(group=GROUP)})


def installed_factory(name: str) -> Callable[[], Bot] | None:
    """Return the factory that an installed package provides under this name, or None."""
    for entry_point in entry_points(group=GROUP):
        if entry_point.name == name:
            try:
                return cast("Callable[[], Bot]", entry_point.load())
            except (ImportError, AttributeError) as error:
                raise BadInput(
                    "the bot {name!r} of {package} cannot be loaded: {reason}",
                    name=name,
                    package=entry_point.value,
                    reason=error,
                ) from error
    return None


def bot_from_net_file(path: Path) -> Bot:
    """Return `mendel` with a network that `tobean train` has written."""
    content = _RECEIVED_FILES.get(str(path))
    if content is None:
        content = resolve_file(path).read_bytes()
    net = _NETS.get(content)
    if net is None:
        net = _NETS[content] = read_net(content.decode(errors="replace"))
    bot = Mendel(net)
    bot.name = str(path)
    return bot


def resolve_file(path: Path) -> Path:
    """Resolve the path of a requested file and remember it for `bot_files`."""
    resolved = path.resolve()
    if not resolved.is_file():
        raise BadInput("there is no file {path}", path=path)
    _LOCAL_FILES[str(path)] = resolved
    return resolved


def is_bot_class(value: object) -> bool:
    return inspect.isclass(value) and all(callable(getattr(value, act, None)) for act in ("choose", "volunteer"))


def bot_class(path: str, class_name: str) -> Callable[[], Bot]:
    """Return the class of this name in a file or, without a name, the only bot class there."""
    module = load_module(Path(path))
    if class_name:
        named = getattr(module, class_name, None)
        if not is_bot_class(named):
            raise BadInput(
                "{path} has no class {wanted!r} with the methods choose and volunteer", path=path, wanted=class_name
            )
        return cast("Callable[[], Bot]", named)
    classes = [
        value
        for value in vars(module).values()
        if is_bot_class(value) and getattr(value, "__module__", "") == module.__name__
    ]
    if len(classes) != 1:
        names = ", ".join(sorted(value.__name__ for value in classes)) or "none"
        raise BadInput(
            "{path} must have one class with the methods choose and volunteer, or say {path}:Name ({names})",
            path=path,
            names=names,
        )
    return cast("Callable[[], Bot]", classes[0])


def load_module(path: Path) -> ModuleType:
    """Run a file as a module, once."""
    content = _RECEIVED_FILES.get(str(path))
    resolved = resolve_file(path) if content is None else path
    if resolved in _FILES:
        return _FILES[resolved]
    if content is None:
        content = resolved.read_bytes()
    name = f"tobean_bot_{len(_FILES)}_{re.sub(r'[^0-9A-Za-z]', '_', resolved.stem)}"
    module = ModuleType(name)
    module.__file__ = str(resolved)
    sys.modules[name] = module  # dataclasses look up their module there
    try:
        exec(compile(content, str(resolved), "exec"), vars(module))
    except Exception as error:  # any error in a bot's file is bad input
        del sys.modules[name]
        raise BadInput(
            "{path} cannot be loaded: {type}: {reason}", path=path, type=type(error).__name__, reason=error
        ) from error
    _FILES[resolved] = module
    return module


def bot_files() -> dict[str, bytes]:
    """Return the content of all files that bots came from, by the path as it was requested."""
    return {
        **_RECEIVED_FILES,
        **{requested_path: resolved.read_bytes() for requested_path, resolved in _LOCAL_FILES.items()},
    }


def add_received_files(files: Mapping[str, bytes]) -> None:
    """Make files of another machine available here."""
    for requested_path, content in files.items():
        if _RECEIVED_FILES.get(requested_path) != content:
            _RECEIVED_FILES[requested_path] = content
            _FILES.pop(Path(requested_path), None)


def create_bot(factory: Callable[[], Bot], name: str) -> Bot:
    """Create a bot and check that it has the required methods and a name."""
    try:
        bot = factory()
    except TobeanError:
        raise
    except Exception as error:  # any error in a bot's class is bad input
        raise BadInput(
            "the bot {name!r} cannot be made: {type}: {reason}", name=name, type=type(error).__name__, reason=error
        ) from error
    if not is_bot_class(type(bot)):
        raise BadInput("{name!r} is not a bot: it needs the methods choose and volunteer", name=name)
    if not isinstance(getattr(bot, "name", None), str):
        raise BadInput("the bot {name!r} needs a name", name=name)
    return bot
