"""Registry of bots: `merchant`, `merchant/generous`, `sage@0.5`, `mybot.py`, `mybot.py:Clever`, `net.json`, `net.onnx`.

Besides the built-in bots there are those of installed packages (entry points of the group `tobean.bots`) and those in
files. Both run code of their own; where untrusted users choose a bot, use `builtin_bot`. An operator can add bots from
files to those (`install_bot`).
"""

import copy
import inspect
import math
import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import resolve_name
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
from tobean.kernel.rules import Rules

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
"""Factories of the built-in bots, and of those an operator has installed, by name."""
INSTALLED_FILES: Final[dict[str, str]] = {}
"""Files of the bots that an operator has installed, by name."""
INSTALLED_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,23}")

POLICY_FILE_LOADER: Final = "tobean.research.policies.policy_files:bot_from_policy_file"
POLICY_SUFFIX: Final = ".onnx"
"""Ending of a file with a token policy. Its loader is named, not imported: `research` is a layer above."""
FILE_ENDINGS: Final = ".py, .py:Name, .json, .onnx"

_MODULES: Final[dict[Path, ModuleType]] = {}
"""Modules loaded from files."""
_NETS: Final[dict[bytes, Net]] = {}
"""Networks, by the content of their files."""
_LOCAL_FILES: Final[dict[str, Path]] = {}
"""Absolute paths of the files in use, by the path as it was requested."""
_LOADED_CONTENT: Final[dict[Path, bytes]] = {}
"""Content of the files in use when they were last loaded, by absolute path."""
_RECEIVED_FILES: Final[dict[str, bytes]] = {}
"""Content of files on another machine, by the path as it was requested there."""
_LOADED_BY_FILE: Final[dict[Path, set[str]]] = {}
"""Requested paths of the files that a Python file has loaded while it was run, such as its networks."""
_RUNNING_FILES: Final[list[Path]] = []
"""Python files that are being run now, innermost last."""


def bot_named(spec: str) -> Bot:
    """Return a new bot for a name with optional personality, time budget, file or class."""
    name, seconds = split_time_budget(spec)
    if name.endswith(".json"):
        return with_options(spec, bot_from_net_file(Path(name)), None, seconds)
    if name.endswith(POLICY_SUFFIX):
        return with_options(spec, bot_from_policy_file(Path(name)), None, seconds)
    path, _, class_name = name.partition(".py:") if ".py:" in name else (name.removesuffix(".py"), "", "")
    if path != name:
        return with_options(spec, create_bot(bot_factory(f"{path}.py", class_name), name), None, seconds)
    file = name
    name, _, personality = name.partition("/")
    factory = BOTS.get(name) or factory_from_package(name)
    if factory is None:
        if Path(file).suffix:
            raise not_a_bot_file(file)
        raise BadInput(
            "unknown bot {name!r}; known: {known}",
            name=name,
            known=", ".join([*BOTS, *sorted(names_from_packages())]),
        )
    return with_options(spec, create_bot(factory, name), personality if "/" in spec else None, seconds)


def untimed_bot(spec: str) -> Bot:
    """Return a bot for measuring: the same seed gives the same game on every machine.

    With a time budget, the bot does all the work that the budget stands for, however long that takes.
    """
    bot = bot_named(spec)
    if hasattr(bot, "untimed"):
        bot.untimed = True
    return bot


def builtin_bot(spec: str) -> Bot:
    """Return a new built-in bot, or one that the operator has installed; runs no other code from files or packages."""
    name, seconds = split_time_budget(spec)
    name, _, personality = name.partition("/")
    if name not in BOTS:
        raise BadInput("unknown bot {name!r}; known: {known}", name=name, known=", ".join(BOTS))
    return with_options(spec, BOTS[name](), personality if "/" in spec else None, seconds)


def install_bot(name: str, file: str) -> None:
    """Make the bot of a file available by a name wherever built-in bots are, in this process.

    The file is loaded now, so that a wrong one raises `BadInput` here and not at a table.
    """
    if not INSTALLED_NAME.fullmatch(name) or (name in BOTS and INSTALLED_FILES.get(name) != file):
        raise BadInput(
            "{name!r} cannot be the name of a bot: a name is new and has up to 24 small letters, digits and hyphens",
            name=name,
        )
    path = split_time_budget(file)[0]
    if not path.endswith((".json", ".py", POLICY_SUFFIX)) and ".py:" not in path:
        raise not_a_bot_file(file)
    bot_named(file)
    BOTS[name] = partial(installed_bot, name, file)
    INSTALLED_FILES[name] = file


def not_a_bot_file(file: str) -> BadInput:
    return BadInput(
        "{file!r} is not a file of a bot: those end with {known}. A network of PyTorch becomes one with save_onnx",
        file=file,
        known=FILE_ENDINGS,
    )


def install_bot_entry(entry: str) -> None:
    """Install a bot from `NAME=FILE`."""
    name, equals, file = entry.partition("=")
    if not equals:
        raise BadInput("{entry!r} is not a bot with its file: write NAME=FILE", entry=entry)
    install_bot(name, file)


def bot_entries() -> list[str]:
    """Return the installed bots as `NAME=FILE`, for other processes."""
    return [f"{name}={file}" for name, file in INSTALLED_FILES.items()]


def installed_bot(name: str, file: str) -> Bot:
    bot = bot_named(file)
    bot.name = name
    return bot


def check_bot_fits(bot: Bot, rules: Rules, players: int) -> None:
    """Raise `BadInput` if a bot cannot play this game with this number of players. Most bots play all."""
    check = getattr(bot, "check_game", None)
    if check is not None:
        check(rules, players)


def split_time_budget(spec: str) -> tuple[str, float | None]:
    """Split a bot name into the name without its time budget, and the budget."""
    name, at, text = spec.rpartition("@")
    if not at:
        return spec, None
    if not re.fullmatch(r"\d+(\.\d+)?|\.\d+", text) or not 0 < float(text) < math.inf:
        raise BadInput(
            "{text!r} is not a time in seconds: @ is followed by a number above 0, as in sage@0.5", text=text
        )
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


def names_from_packages() -> list[str]:
    return list({entry_point.name for entry_point in entry_points(group=GROUP)})


def factory_from_package(name: str) -> Callable[[], Bot] | None:
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
        content = load_file(resolve_file(path))
    net = _NETS.get(content)
    if net is None:
        net = _NETS[content] = read_net(content.decode(errors="replace"))
    bot = Mendel(net)
    bot.name = str(path)
    return bot


def bot_from_policy_file(path: Path) -> Bot:
    """Return a bot that plays by the token policy in an ONNX file."""
    if path.suffix != POLICY_SUFFIX:
        raise not_a_bot_file(str(path))
    content = _RECEIVED_FILES.get(str(path))
    if content is None:
        content = load_file(resolve_file(path))
    load = cast("Callable[[str, bytes], Bot]", resolve_name(POLICY_FILE_LOADER))
    return load(str(path), content)


def resolve_file(path: Path) -> Path:
    """Resolve the path of a requested file and remember it for `bot_files`."""
    resolved = path.resolve()
    if not resolved.is_file():
        raise BadInput("there is no file {path}", path=path)
    _LOCAL_FILES[str(path)] = resolved
    for running in _RUNNING_FILES:
        _LOADED_BY_FILE[running].add(str(path))
    return resolved


def read_file(resolved: Path) -> bytes:
    """Read a file. Raises `BadInput` if that is impossible, because the file has been deleted for example."""
    try:
        return resolved.read_bytes()
    except OSError as error:
        raise BadInput("{path}: cannot be read: {reason}", path=resolved, reason=error.strerror) from error


def load_file(resolved: Path) -> bytes:
    """Read a file, and remember its content for other machines."""
    content = _LOADED_CONTENT[resolved] = read_file(resolved)
    return content


def is_bot_class(value: object) -> bool:
    return inspect.isclass(value) and all(callable(getattr(value, method, None)) for method in ("choose", "volunteer"))


def bot_factory(path: str, name: str) -> Callable[[], Bot]:
    """Return the class or object of this name in a file or, without a name, the only bot class there or else `bot`."""
    module = load_module(Path(path))
    if name:
        named = getattr(module, name, None)
        if is_bot_class(named):
            return cast("Callable[[], Bot]", named)
        if is_bot_class(type(named)):
            return partial(copy_of_bot, cast("Bot", named), f"{path}:{name}")
        raise BadInput("{path} has no class {wanted!r} with the methods choose and volunteer", path=path, wanted=name)
    classes = [
        value
        for value in vars(module).values()
        if is_bot_class(value) and getattr(value, "__module__", "") == module.__name__
    ]
    made = getattr(module, "bot", None)
    if not classes and is_bot_class(type(made)):
        return partial(copy_of_bot, cast("Bot", made), path)
    if len(classes) != 1:
        names = ", ".join(sorted(value.__name__ for value in classes)) or "none"
        raise BadInput(
            "{path} must have one class with the methods choose and volunteer, or say {path}:Name ({names})",
            path=path,
            names=names,
        )
    return cast("Callable[[], Bot]", classes[0])


def copy_of_bot(bot: Bot, path: str) -> Bot:
    """Return a copy of a bot that a file has made, named after the file unless it has a name."""
    made = copy.copy(bot)
    made.name = bot.name or path
    return made


def load_module(path: Path) -> ModuleType:
    """Run a file as a module, once."""
    content = _RECEIVED_FILES.get(str(path))
    resolved = resolve_file(path) if content is None else path
    if resolved in _MODULES:
        return _MODULES[resolved]
    if content is None:
        content = load_file(resolved)
    name = f"tobean_bot_{len(_MODULES)}_{re.sub(r'[^0-9A-Za-z]', '_', resolved.stem)}"
    module = ModuleType(name)
    module.__file__ = str(resolved)
    sys.modules[name] = module  # dataclasses look up their module there
    _LOADED_BY_FILE[resolved] = set()
    _RUNNING_FILES.append(resolved)
    try:
        exec(compile(content, str(resolved), "exec"), vars(module))
    except Exception as error:  # any error in a bot's file is bad input
        del sys.modules[name]
        raise BadInput(
            "{path} cannot be loaded: {type}: {reason}", path=path, type=type(error).__name__, reason=error
        ) from error
    finally:
        _RUNNING_FILES.pop()
    _MODULES[resolved] = module
    return module


def bot_files() -> dict[str, bytes]:
    """Return the content of all files that bots came from, by the path as it was requested.

    It is the content that was loaded here, so other machines play the same bots even if a file has changed since, or
    has been deleted.
    """
    local_files = {
        path: _LOADED_CONTENT[resolved] for path, resolved in _LOCAL_FILES.items() if resolved in _LOADED_CONTENT
    }
    return {**_RECEIVED_FILES, **local_files}


def files_of_bot(name: str) -> dict[str, bytes]:
    """Return the content of the files that a bot came from: its own, and those that this one loads when it is run.

    Local files are read again, so that a change since they were loaded is noticed.
    """
    own = [path for path in (*_RECEIVED_FILES, *_LOCAL_FILES) if name == path or name.startswith(f"{path}:")]
    loaded = {each for path in own for each in _LOADED_BY_FILE.get(Path(path).resolve(), ())}
    return {path: current_content(path) for path in (*own, *sorted(loaded))}


def current_content(path: str) -> bytes:
    resolved = _LOCAL_FILES.get(path)
    return _RECEIVED_FILES[path] if resolved is None else read_file(resolved)


def add_received_files(files: Mapping[str, bytes]) -> None:
    """Make files of another machine available here."""
    for requested_path, content in files.items():
        if _RECEIVED_FILES.get(requested_path) != content:
            _RECEIVED_FILES[requested_path] = content
            _MODULES.pop(Path(requested_path), None)


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
