"""Registry of bots: `merchant`, `merchant/generous`, `sage@0.5`, `mybot.py`, `mybot.py:Clever`, `net.json`, `net.onnx`.

Besides the built-in bots there are those of installed packages (entry points of the group `tobean.bots`) and those in
files. Both run code of their own; where untrusted users choose a bot, use `builtin_bot`. An operator can add bots from
files to those (`install_bot`).
"""

import copy
import inspect
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from typing import Final, cast

from tobean.bots.base import Bot
from tobean.bots.bot_files import BOT_FILES, file_loader, not_a_bot_file
from tobean.bots.heuristics.miser import Miser
from tobean.bots.heuristics.random import RandomBot
from tobean.bots.heuristics.sprout import Sprout
from tobean.bots.mendel.mendel import Mendel
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
INSTALLED_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,23}")


@dataclass(frozen=True)
class InstalledBot:
    """Factory of a bot that an operator has installed from a file."""

    name: str
    file: str

    def __call__(self) -> Bot:
        bot = bot_named(self.file)
        bot.name = self.name
        return bot


def bot_named(spec: str) -> Bot:
    """Return a new bot for a name with optional personality, time budget, file or class."""
    name, seconds = split_time_budget(spec)
    bot = bot_from_file(name)
    if bot is not None:
        return with_options(spec, bot, None, seconds)
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
    bot = InstalledBot(name, file)
    if not INSTALLED_NAME.fullmatch(name) or BOTS.get(name, bot) != bot:
        raise BadInput(
            "{name!r} cannot be the name of a bot: a name is new and has up to 24 small letters, digits and hyphens",
            name=name,
        )
    if bot_from_file(split_time_budget(file)[0]) is None:
        raise not_a_bot_file(file)
    bot()  # its time budget may be wrong
    BOTS[name] = bot


def install_bot_entry(entry: str) -> None:
    """Install a bot from `NAME=FILE`."""
    name, equals, file = entry.partition("=")
    if not equals:
        raise BadInput("{entry!r} is not a bot with its file: write NAME=FILE", entry=entry)
    install_bot(name, file)


def installed_bots() -> list[InstalledBot]:
    return [bot for bot in BOTS.values() if isinstance(bot, InstalledBot)]


def bot_entries() -> list[str]:
    """Return the installed bots as `NAME=FILE`, for other processes."""
    return [f"{bot.name}={bot.file}" for bot in installed_bots()]


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


def bot_from_file(name: str) -> Bot | None:
    """Return the bot in a file, or None if this is not the path of a file with a known ending."""
    path = Path(name)
    if name.endswith(".py") or ".py:" in name:
        file, _, class_name = name.partition(".py:")
        return create_bot(bot_factory(f"{file.removesuffix('.py')}.py", class_name), name)
    if path.suffix == ".json":
        bot = Mendel(BOT_FILES.net(path))
        bot.name = name
        return bot
    load = file_loader(path.suffix)
    return None if load is None else load(str(path), BOT_FILES.content(path))


def is_bot_class(value: object) -> bool:
    return inspect.isclass(value) and all(callable(getattr(value, method, None)) for method in ("choose", "volunteer"))


def bot_factory(path: str, name: str) -> Callable[[], Bot]:
    """Return the class or object of this name in a file or, without a name, the only bot class there or else `bot`."""
    module = BOT_FILES.module(Path(path))
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
