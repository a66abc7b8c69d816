"""`tobean mcp`: a table for a language model, over the Model Context Protocol."""

from __future__ import annotations

import click

from tobean.cli.output import FINE
from tobean.cli.words import SPOKEN


@click.command(short_help="Let a language model play against bots (MCP).")
def mcp() -> int:
    """Serve a table to a language model, over standard input and output.

    The model deals a game against bots, looks, and acts: by number, in notation, or in words. Enter this command as a
    server in the settings of the program that runs the model.

    \b
    Examples:
      tobean mcp
      tobean --lang de mcp

    Exit codes: 0 fine.
    """
    from tobean.research.mcp import server

    server(SPOKEN.get()).run()
    return FINE
