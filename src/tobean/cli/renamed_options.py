"""Options whose former names still work for one version."""

from collections.abc import Callable, Sequence
from typing import Any

import click


class RenamedOption(click.Option):
    """An option with former names, which are accepted but not shown."""

    def __init__(self, names: Sequence[str], former: Sequence[str] = (), **details: Any) -> None:
        super().__init__([*names, *former], **details)
        self.former = frozenset(former)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        accepted = self.opts
        self.opts = [name for name in accepted if name not in self.former]
        try:
            return super().get_help_record(ctx)
        finally:
            self.opts = accepted


def renamed_option(*names: str, former: str, **details: Any) -> Callable[[Any], Any]:
    """Declare an option that was called `former`."""
    return click.option(*names, cls=RenamedOption, former=(former,), **details)
