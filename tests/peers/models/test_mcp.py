"""A client of the Model Context Protocol plays a whole game, and is informed of its errors."""

import os
import re
import sys

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tobean.research.mcp import create_server


async def said(client: Client, tool: str, **arguments: object) -> str:
    answer = await client.call_tool(tool, arguments)
    return str(answer.content[0].text)


async def whole_game(language: str) -> tuple[list[str], list[str]]:
    """Plays a game; returns the names of the tools and all texts received."""
    heard: list[str] = []
    async with Client(create_server(language)) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        heard.append(await said(client, "look"))
        heard.append(await said(client, "new_game", game="no such game"))
        for wrong in ({"bot": "evil.py"}, {"bot": "sage@99999"}, {"players": 10**9}, {"players": -3}):
            assert (await said(client, "new_game", **wrong)).split()[0] in ("Refused,", "Abgelehnt,")
        heard.append(await said(client, "new_game", game="bohnanza", players=3, seed=3, bot="sprout"))
        heard.append(await said(client, "act", answer="make me win"))
        heard.append(await said(client, "rule", number="t6"))
        heard.append(await said(client, "rule", number="Z9"))
        while re.search(r"^1\. ", heard[-1] if len(heard) > 6 else await said(client, "look"), re.MULTILINE):
            heard.append(await said(client, "act", answer="0" if "\n0. " in (heard[-1]) else "1"))
    return tools, heard


def test_a_whole_game() -> None:
    tools, heard = anyio.run(whole_game, "en")
    assert tools == ["new_game", "look", "act", "rule"]
    assert heard[0].startswith("There is no table yet")
    assert "unknown game 'no such game'" in heard[1]
    assert "You are Ada, seat A." in heard[2]
    assert heard[3].startswith("Refused, nothing has changed")
    assert "offer" in heard[4]
    assert heard[5] == "There is no rule Z9."
    assert len(heard) > 40
    assert heard[-1].startswith("The game is over")


def test_a_table_in_german() -> None:
    _, heard = anyio.run(whole_game, "de")
    assert "Du bist Ada" in heard[2]
    assert heard[-1].startswith("Das Spiel ist zu Ende")


async def over_standard_input() -> str:
    command = StdioServerParameters(command=sys.executable, args=["-m", "tobean", "mcp"], env=dict(os.environ))
    async with Client(stdio_client(command)) as client:
        return await said(client, "new_game", game="al-cabohne", players=1, seed=1)


def test_the_mcp_command_serves_a_table() -> None:
    assert "You are Ada, seat A." in anyio.run(over_standard_input)
