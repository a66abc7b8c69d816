"""Bots by what they are called: `merchant`, `merchant/generous`, `sage@0.5`, `mybot.py`, `mybot.py:Clever`, `net.json`.

Besides the bots of the house there are those of installed packages (entry points of the group `tobean.bots`) and those
in files. Both run the code they come with: `builtin_bot` is for where strangers choose.
"""

from __future__ import annotations

import inspect
import math
import re
import sys
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final, cast

from tobean.bots.heuristics.miser import Miser
from tobean.bots.heuristics.random import RandomBot
from tobean.bots.heuristics.sprout import Sprout
from tobean.bots.mendel.mendel import Mendel
from tobean.bots.mendel.net import Net, read_net
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.sage.sage import Sage
from tobean.bots.voice.personalities import personality_named
from tobean.kernel.errors import BadInput, TobeanError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from tobean.bots.base import Bot

GROUP: Final = "tobean.bots"
"""The group of entry points by which installed packages bring bots."""

BOTS: Final[dict[str, Callable[[], Bot]]] = {
    "random": RandomBot,
    "miser": Miser,
    "sprout": Sprout,
    "merchant": Merchant,
    "sage": Sage,
    "mendel": Mendel,
}
"""How to make each bot of the house, by its name."""

_FILES: Final[dict[Path, ModuleType]] = {}
"""Files that have been run."""
_NETS: Final[dict[bytes, Net]] = {}
"""Nets that have been read, by what stands in their files."""
_LOCAL_FILES: Final[dict[str, Path]] = {}
"""Where the files lie that were asked for, by what they were called."""
_RECEIVED_FILES: Final[dict[str, bytes]] = {}
"""The content of files that lie on another machine, by what they are called there."""


def bot_named(wish: str) -> Bot:
    """The bot that is called so."""
    name, seconds = split_time_budget(wish)
    if name.endswith(".json"):
        return with_options(wish, bot_from_net_file(Path(name)), None, seconds)
    path, _, wanted = name.partition(".py:") if ".py:" in name else (name.removesuffix(".py"), "", "")
    if path != name:
        return with_options(wish, create_bot(bot_class(f"{path}.py", wanted), name), None, seconds)
    name, _, personality = name.partition("/")
    make = BOTS.get(name) or installed_factory(name)
    if make is None:
        raise BadInput(
            "there is no bot {name!r}; there are: {known}",
            name=name,
            known=", ".join([*BOTS, *sorted(installed_names())]),
        )
    return with_options(wish, create_bot(make, name), personality if "/" in wish else None, seconds)


def untimed_bot(wish: str) -> Bot:
    """The bot that is called so, for measuring: with a time budget, it thinks as much as the budget stands for, however
    long that takes. So the same seed gives the same game on every machine."""
    bot = bot_named(wish)
    if hasattr(bot, "untimed"):
        bot.untimed = True
    return bot


def builtin_bot(wish: str) -> Bot:
    """The bot of the house that is called so; runs no code of others."""
    name, seconds = split_time_budget(wish)
    name, _, personality = name.partition("/")
    if name not in BOTS:
        raise BadInput("there is no bot {name!r}; there are: {known}", name=name, known=", ".join(BOTS))
    return with_options(wish, BOTS[name](), personality if "/" in wish else None, seconds)


def split_time_budget(wish: str) -> tuple[str, float | None]:
    """A wish without its time budget, and the budget."""
    name, at, text = wish.rpartition("@")
    if not at:
        return wish, None
    if not re.fullmatch(r"\d+(\.\d+)?|\.\d+", text) or not 0 < float(text) < math.inf:
        raise BadInput("{text!r} is not a time in seconds: after @ stands a number above 0, as in sage@0.5", text=text)
    return name, float(text)


def with_options(wish: str, bot: Bot, personality: str | None, seconds: float | None) -> Bot:
    """The bot with the personality and the time budget that are asked for."""
    if personality is not None:
        if not hasattr(bot, "personality"):
            raise BadInput("{name} has no personalities, so there is no {wish!r}", name=bot.name, wish=wish)
        bot.personality = personality_named(personality)
    if seconds is not None:
        if not hasattr(bot, "seconds"):
            raise BadInput("{name} knows no time budget, so there is no {wish!r}", name=bot.name, wish=wish)
        bot.seconds = seconds
    if personality is not None or seconds is not None:
        bot.name = wish
    return bot


# --- bots that are not of the house ------------------------------------------------------------------------


def installed_names() -> list[str]:
    return list({point.name for point in entry_points(group=GROUP)})


def installed_factory(name: str) -> Callable[[], Bot] | None:
    """How to make the bot that an installed package brings under this name, if there is one."""
    for point in entry_points(group=GROUP):
        if point.name == name:
            try:
                return cast("Callable[[], Bot]", point.load())
            except (ImportError, AttributeError) as error:
                raise BadInput(
                    "the bot {name!r} of {package} cannot be loaded: {reason}",
                    name=name,
                    package=point.value,
                    reason=error,
                ) from error
    return None


def bot_from_net_file(path: Path) -> Bot:
    """`mendel` with a net that `tobean train` has written."""
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
    """Where a file lies that somebody has asked for."""
    where = path.resolve()
    if not where.is_file():
        raise BadInput("there is no file {path}", path=path)
    _LOCAL_FILES[str(path)] = where
    return where


def is_bot_class(value: object) -> bool:
    return inspect.isclass(value) and all(callable(getattr(value, act, None)) for act in ("choose", "volunteer"))


def bot_class(path: str, wanted: str) -> Callable[[], Bot]:
    """The class of this name in a file or, without a name, the only one there that is a bot."""
    module = load_module(Path(path))
    if wanted:
        named = getattr(module, wanted, None)
        if not is_bot_class(named):
            raise BadInput(
                "{path} has no class {wanted!r} with the methods choose and volunteer", path=path, wanted=wanted
            )
        return cast("Callable[[], Bot]", named)
    classes = [
        value
        for value in vars(module).values()
        if is_bot_class(value) and getattr(value, "__module__", "") == module.__name__
    ]
    if len(classes) != 1:
        names = ", ".join(sorted(each.__name__ for each in classes)) or "none"
        raise BadInput(
            "{path} must have one class with the methods choose and volunteer, or say {path}:Name ({names})",
            path=path,
            names=names,
        )
    return cast("Callable[[], Bot]", classes[0])


def load_module(path: Path) -> ModuleType:
    """The module in this file; it is run once."""
    content = _RECEIVED_FILES.get(str(path))
    where = resolve_file(path) if content is None else path
    if where in _FILES:
        return _FILES[where]
    if content is None:
        content = where.read_bytes()
    name = f"tobean_bot_{len(_FILES)}_{re.sub(r'[^0-9A-Za-z]', '_', where.stem)}"
    module = ModuleType(name)
    module.__file__ = str(where)
    sys.modules[name] = module  # dataclasses look there for the module they are in
    try:
        exec(compile(content, str(where), "exec"), vars(module))
    except Exception as error:  # whatever a stranger's file does wrong is bad input
        del sys.modules[name]
        raise BadInput(
            "{path} cannot be loaded: {type}: {reason}", path=path, type=type(error).__name__, reason=error
        ) from error
    _FILES[where] = module
    return module


def bot_files() -> dict[str, bytes]:
    """The content of all files from which bots have come, by what they were called."""
    return {**_RECEIVED_FILES, **{requested_path: where.read_bytes() for requested_path, where in _LOCAL_FILES.items()}}


def add_received_files(files: Mapping[str, bytes]) -> None:
    """From now on these files are here, too."""
    for requested_path, content in files.items():
        if _RECEIVED_FILES.get(requested_path) != content:
            _RECEIVED_FILES[requested_path] = content
            _FILES.pop(Path(requested_path), None)


def create_bot(make: Callable[[], Bot], name: str) -> Bot:
    """A new bot, which must at least have what every bot has."""
    try:
        bot = make()
    except TobeanError:
        raise
    except Exception as error:  # whatever a stranger's class does wrong is bad input
        raise BadInput(
            "the bot {name!r} cannot be made: {type}: {reason}", name=name, type=type(error).__name__, reason=error
        ) from error
    if not is_bot_class(type(bot)):
        raise BadInput("{name!r} is not a bot: it needs the methods choose and volunteer", name=name)
    if not isinstance(getattr(bot, "name", None), str):
        raise BadInput("the bot {name!r} needs a name", name=name)
    return bot
