"""The baseline of the load test: a server that only broadcasts messages of a given size.

It runs under the same uvicorn with the same settings as the real one. Four sockets make a group; every message of one
of them is answered to all four with this many bytes.
"""

import sys
from typing import Any

import uvicorn

GROUPS: dict[str, list[Any]] = {}


def application(size: int) -> Any:
    text = '{"type":"update","asked":{"seat":0,"you":true}' + " " * max(0, size - 60) + "}"

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            return
        await receive()
        await send({"type": "websocket.accept"})
        group = GROUPS.setdefault(scope["path"], [])
        group.append(send)
        while (await receive())["type"] == "websocket.receive":
            for each in group:
                await each({"type": "websocket.send", "text": text})
        group.remove(send)

    return app


if __name__ == "__main__":
    uvicorn.run(
        application(int(sys.argv[2])),
        host="127.0.0.1",
        port=int(sys.argv[1]),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        lifespan="off",
        log_level="warning",
        backlog=2048,
    )
