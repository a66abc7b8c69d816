"""The class of all groups of commands. An option of a command in it that takes one value is given at most once."""

from collections import Counter
from collections.abc import Sequence

import click

from tobean.cli.language import say


class CommandGroup(click.Group):
    """A group that refuses options given twice. Otherwise all values but the last would be ignored without a word."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        refuse_repeated_options(self, ctx, args)
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not isinstance(command, CommandGroup):  # a group checks its own options
            refuse_repeated_options(command, click.Context(command, ctx, name, **command.context_settings), rest)
        return name, command, rest


def refuse_repeated_options(command: click.Command, ctx: click.Context, args: Sequence[str]) -> None:
    """Raise a usage error if an option that takes one value is given twice, by whatever name."""
    if ctx.resilient_parsing:
        return
    _, _, given = command.make_parser(ctx).parse_args([*args])
    for option, times in Counter(given).items():
        if times > 1 and isinstance(option, click.Option) and takes_one_value(option):
            name = max(option.opts, key=len)
            text = say("{option} is given more than once, and takes one value only", option=name)
            raise click.BadOptionUsage(name, text, ctx)


def takes_one_value(option: click.Option) -> bool:
    return not (option.multiple or option.is_flag or option.count)
