"""What a server does in the background."""

from __future__ import annotations

import asyncio


async def stop_task(task: asyncio.Task[None] | None) -> None:
    """Stop a task, if it has been started, and wait until it is over."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
