"""`tobean mcp`: a table for a language model, over the Model Context Protocol."""

import asyncio

import click

from tobean.cli.language import COMMAND_LANGUAGE
from tobean.cli.output import EXIT_OK


@click.command(short_help="Let a language model play (MCP).")
@click.option("--join", metavar="LINK", default="", help="Sit down at the table of this invitation.")
@click.option("--name", default="Model", show_default=True, help="Name of the model at that table.")
def mcp(join: str, name: str) -> int:
    """Serve a table to a language model, over standard input and output.

    The model starts a game against bots, reads the table, and acts: by number, in notation, or in words. With --join
    it takes a seat at an existing table instead, among people and bots, and is shown there as a language model. Enter
    this command as a server in the settings of the program that runs the model.

    \b
    Examples:
      tobean mcp
      tobean mcp --join http://localhost:8765/tables/IzZ8PZkNjRvSOK3T1YQo --name Bohni
      tobean --lang de mcp

    Exit codes: 0 fine, 2 there is no such table, or no room at it for a model.
    """
    language = COMMAND_LANGUAGE.get()
    if join:
        from tobean.server.client.mcp_seat import server as at_table
        from tobean.server.client.table_client import join_by_link

        at_table(asyncio.run(join_by_link(join, name, language, model=True)), language).run()
    else:
        from tobean.research.environments.mcp import create_server

        create_server(language).run()
    return EXIT_OK
