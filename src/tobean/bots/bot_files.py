"""Files that bots come from: Python files, nets, and whatever an installed package can load.

The files of another machine are received with their content and used in place of local ones.
"""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Final, cast

from tobean.bots.base import Bot
from tobean.bots.mendel.net import Net, read_net
from tobean.kernel.errors import BadInput

LOADERS: Final = "tobean.bots.files"
"""Entry point group of functions that make a bot of the path and the content of a file, by its ending. They run no code
from the file."""
FILE_ENDINGS: Final = ".py, .py:Name, .json, .onnx"


@dataclass(eq=False)
class BotFile:
    """A file with what has been loaded from it."""

    path: Path
    """The absolute path; of a received file the path as it was requested on the other machine."""
    content: bytes = b""
    """The content as it was last loaded; empty before that."""
    is_received: bool = False
    module: ModuleType | None = None
    net: Net | None = None
    loaded_files: set[str] = field(default_factory=set)
    """Requested paths of the files that a Python file has loaded while it was run, such as its nets."""

    def current_content(self) -> bytes:
        """Return the content as it is now. Raises `BadInput` if a file has been deleted, for example."""
        if self.is_received:
            return self.content
        try:
            return self.path.read_bytes()
        except OSError as error:
            raise BadInput("{path}: cannot be read: {reason}", path=self.path, reason=error.strerror) from error


class BotFiles:
    """The files in use. Other machines get what was loaded here, even if a file has changed or been deleted since."""

    def __init__(self) -> None:
        self.requested: dict[str, BotFile] = {}
        """All files, by the path as it was requested."""
        self.local: dict[Path, BotFile] = {}
        """Files of this machine, by absolute path."""
        self.running: list[BotFile] = []
        """Python files that are being run now, innermost last."""
        self.module_numbers = count()

    def find(self, path: Path) -> BotFile:
        """Return a file, without reading it."""
        name = str(path)
        file = self.requested.get(name)
        if file is None or not file.is_received:  # the working directory may have changed
            resolved = path.resolve()
            if not resolved.is_file():
                raise BadInput("there is no file {path}", path=path)
            file = self.requested[name] = self.local.setdefault(resolved, BotFile(resolved))
        for running in self.running:
            running.loaded_files.add(name)
        return file

    def content(self, path: Path) -> bytes:
        """Return the content of a file, and remember it for other machines."""
        file = self.find(path)
        file.content = file.current_content()
        return file.content

    def net(self, path: Path) -> Net:
        """Return the net in a file that `tobean train` has written."""
        file = self.find(path)
        content = file.current_content()
        if file.net is None or content != file.content:
            file.content = content
            file.net = read_net(content.decode(errors="replace"))
        return file.net

    def module(self, path: Path) -> ModuleType:
        """Run a file as a module, once."""
        file = self.find(path)
        if file.module is None:
            file.content = file.current_content()
            file.module = self.run(file, path)
        return file.module

    def run(self, file: BotFile, path: Path) -> ModuleType:
        name = f"tobean_bot_{next(self.module_numbers)}_{re.sub(r'[^0-9A-Za-z]', '_', file.path.stem)}"
        module = ModuleType(name)
        module.__file__ = str(file.path)
        sys.modules[name] = module  # dataclasses look up their module there
        file.loaded_files.clear()
        self.running.append(file)
        try:
            exec(compile(file.content, str(file.path), "exec"), vars(module))
        except Exception as error:  # any error in a bot's file is bad input
            del sys.modules[name]
            raise BadInput(
                "{path} cannot be loaded: {type}: {reason}", path=path, type=type(error).__name__, reason=error
            ) from error
        finally:
            self.running.pop()
        return module

    def contents(self) -> dict[str, bytes]:
        """Return the content of all files that have been loaded, by the path as it was requested."""
        return {name: file.content for name, file in self.requested.items() if file.content}

    def contents_of_bot(self, bot: str) -> dict[str, bytes]:
        """Return the current content of the files that a bot comes from: its own, and those that this one loads when
        it is run."""
        own = [name for name in self.requested if bot == name or bot.startswith(f"{name}:")]
        loaded = {each for name in own for each in self.requested[name].loaded_files}
        return {name: self.requested[name].current_content() for name in (*own, *sorted(loaded))}

    def receive(self, contents: Mapping[str, bytes]) -> None:
        """Use files of another machine here."""
        for name, content in contents.items():
            known = self.requested.get(name)
            if known is None or not known.is_received or known.content != content:
                self.requested[name] = BotFile(Path(name), content, is_received=True)


BOT_FILES: Final = BotFiles()
"""The files of this process."""


@cache
def file_loader(suffix: str) -> Callable[[str, bytes], Bot] | None:
    """Return the loader of files with this ending, or None."""
    for entry_point in entry_points(group=LOADERS, name=suffix.removeprefix(".")):
        return cast("Callable[[str, bytes], Bot]", entry_point.load())
    return None


def not_a_bot_file(file: str) -> BadInput:
    return BadInput(
        "{file!r} is not a file of a bot: those end with {known}. A network of PyTorch becomes one with save_onnx",
        file=file,
        known=FILE_ENDINGS,
    )
