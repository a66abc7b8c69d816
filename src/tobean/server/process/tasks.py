"""Helpers for background tasks."""

from __future__ import annotations

import asyncio


async def stop_task(task: asyncio.Task[None] | None) -> None:
    """Cancel a task, if it was started, and wait until it has ended."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
