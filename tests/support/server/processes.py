"""Processes of this machine, as tests and load tests find them; needs Linux's /proc."""

import contextlib
from pathlib import Path

MEMBER, OFFICE = "tobean.server.member_process", "tobean.server.workers.pool_server"
"""The modules that processes of a server run which serve tables, and the one where their bots think."""


def child_processes(parent: int, *modules: str) -> list[int]:
    """The processes that this one has started; only those that run one of these modules, if some are named."""
    found = []
    for task in Path(f"/proc/{parent}/task").iterdir():
        for child in (task / "children").read_text().split():
            with contextlib.suppress(OSError):  # it may have ended just now
                command = Path(f"/proc/{child}/cmdline").read_text().split("\0")
                if not modules or set(modules) & set(command):
                    found.append(int(child))
    return found


def processes_named(name: str) -> list[int]:
    """The processes whose command begins like this."""
    found = []
    for folder in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if folder.name.isdigit() and (folder / "cmdline").read_text().startswith(name):
                found.append(int(folder.name))
    return found
