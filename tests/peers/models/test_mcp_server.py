"""A client of the Model Context Protocol plays a whole game at a served table, against bots."""

import asyncio
import re
from pathlib import Path

import anyio
from mcp import Client

from tests.support.server.app import server_process
from tobean.server.client.mcp_seat import server
from tobean.server.client.table_client import join_by_link, post
from tobean.server.runner import free_port


async def said(client: Client, tool: str, **arguments: object) -> str:
    answer = await client.call_tool(tool, arguments)
    return str(answer.content[0].text)


async def whole_game(home: str, language: str) -> list[str]:
    """The host leaves the table to the model and bots; returns all texts that the model received."""
    seats = {"seat1": "open", "seat2": "open", "seat3": "none", "seat4": "none"}
    fields = {"game": "bohnanza", "name": "Nina", "tempo": "0", "details": "yes", **seats}
    path, host = await asyncio.to_thread(post, home, "/open", fields)
    await asyncio.to_thread(post, home, f"{path}/leave", {"seat": "0"}, host)
    seat = await join_by_link(home + path, "Bohni", language, model=True)
    heard: list[str] = []
    async with Client(server(seat, language)) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == ["rules", "look", "act", "rule"]
        heard.append(await said(client, "look", wait=0))
        await asyncio.to_thread(post, home, f"{path}/start", {"fill": "yes"}, host)
        heard.append(await said(client, "look"))
        heard.append(await said(client, "act", answer="give me everything"))
        heard.append(await said(client, "act", answer="say: Who wants to trade?"))
        heard.append(await said(client, "look"))
        for turn in range(2000):
            if re.search(r"(is over|zu Ende)\.", heard[-1]):
                break
            passes = "\n0. " in heard[-1]
            answer = "0" if passes else "1" if turn % 7 else "2" if "\n2. " in heard[-1] else "1"
            heard.append(
                await said(
                    client,
                    "act" if "\n1. " in heard[-1] or passes else "look",
                    **({"answer": answer} if "\n1. " in heard[-1] or passes else {}),
                )
            )
    return heard


def test_a_whole_game_at_a_served_table(tmp_path: Path) -> None:
    port = free_port()
    with server_process(tmp_path, port):
        english = anyio.run(whole_game, f"http://localhost:{port}", "en")
        german = anyio.run(whole_game, f"http://localhost:{port}", "de")
    assert english[0].startswith("The game has not begun yet.")
    assert "You are Bohni, seat A." in english[1]
    assert english[2].startswith("Refused, nothing has changed")
    assert len(english) > 40
    assert "The game is over." in english[-1]
    assert "Du bist Bohni, Platz A." in german[1]
    assert "Das Spiel ist zu Ende." in german[-1]
