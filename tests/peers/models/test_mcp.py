"""A client of the Model Context Protocol plays a whole game, and is informed of its errors."""

import os
import re
import sys

import anyio
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tobean.research.environments.mcp import create_server


async def call_tool(client: Client, tool: str, **arguments: object) -> str:
    answer = await client.call_tool(tool, arguments)
    return str(answer.content[0].text)


async def whole_game(language: str) -> tuple[list[str], list[str]]:
    """Plays a game; returns the names of the tools and all texts received."""
    texts: list[str] = []
    async with Client(create_server(language)) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        texts.append(await call_tool(client, "look"))
        texts.append(await call_tool(client, "new_game", game="no such game"))
        for wrong in ({"bot": "evil.py"}, {"bot": "sage@99999"}, {"players": 10**9}, {"players": -3}):
            assert (await call_tool(client, "new_game", **wrong)).split()[0] in ("Refused,", "Abgelehnt,")
        texts.append(await call_tool(client, "new_game", game="bohnanza", players=3, seed=3, bot="sprout"))
        texts.append(await call_tool(client, "act", answer="make me win"))
        texts.append(await call_tool(client, "rule", number="t6"))
        texts.append(await call_tool(client, "rule", number="Z9"))
        text = await call_tool(client, "look")
        while re.search(r"^1\. ", text, re.MULTILINE):
            text = await call_tool(client, "act", answer="0" if "\n0. " in text else "1")
            texts.append(text)
    return tools, texts


def test_a_whole_game() -> None:
    tools, texts = anyio.run(whole_game, "en")
    assert tools == ["new_game", "look", "act", "rule"]
    assert texts[0].startswith("There is no table yet")
    assert "unknown game 'no such game'" in texts[1]
    assert "You are Ada, seat A." in texts[2]
    assert texts[3].startswith("Refused, nothing has changed")
    assert "offer" in texts[4]
    assert texts[5] == "There is no rule Z9."
    assert len(texts) > 40
    assert texts[-1].startswith("The game is over")


def test_a_table_in_german() -> None:
    _, texts = anyio.run(whole_game, "de")
    assert "Du bist Ada" in texts[2]
    assert texts[-1].startswith("Das Spiel ist zu Ende")


async def over_standard_input() -> str:
    command = StdioServerParameters(command=sys.executable, args=["-m", "tobean", "mcp"], env=dict(os.environ))
    async with Client(stdio_client(command)) as client:
        return await call_tool(client, "new_game", game="al-cabohne", players=1, seed=1)


def test_the_mcp_command_serves_a_table() -> None:
    assert "You are Ada, seat A." in anyio.run(over_standard_input)
