"""A local endpoint with the protocol of language models, for tests."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tobean.research.models.model_client import LISTED_ACTION, Message

KEY = "sk-secret-0123456789"


def first_listed(messages: list[Message]) -> str:
    """The first listed action, wherever the list is."""
    for message in reversed(messages):
        numbers = LISTED_ACTION.findall(message["content"])
        if numbers:
            return f"I think about it. [{numbers[0]}]"
    raise AssertionError("there is no list of actions")


Answer = tuple[int, dict[str, str], str] | float
"""Status, headers and body; or seconds of silence."""


class Endpoint(ThreadingHTTPServer):
    """A local server with OpenAI's chat-completions protocol, and with planned failures before its answers."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), EndpointHandler)
        self.failures: list[Answer] = []
        self.requests: list[dict[str, Any]] = []
        self.keys: set[str] = set()
        self.usage: dict[str, Any] = {"prompt_tokens": 100, "completion_tokens": 7}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class EndpointHandler(BaseHTTPRequestHandler):
    """Answers one connection of an `Endpoint`."""

    server: Endpoint

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.path == "/v1/chat/completions"
        self.server.requests.append(body)
        self.server.keys.add(self.headers["Authorization"])
        if self.server.failures:
            answer = self.server.failures.pop(0)
            if isinstance(answer, float):
                time.sleep(answer)
                self.close_connection = True
                return
            self.reply(*answer)
            return
        choice = {"index": 0, "message": {"role": "assistant", "content": first_listed(body["messages"])}}
        self.reply(200, {}, json.dumps({"id": "1", "object": "chat.completion", "choices": [choice],
                                        "usage": self.server.usage}))  # fmt: skip

    def reply(self, status: int, headers: dict[str, str], body: str) -> None:
        data = body.replace("KEY", self.headers["Authorization"].removeprefix("Bearer ")).encode()
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


@contextmanager
def running_endpoint() -> Iterator[Endpoint]:
    with Endpoint() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()
