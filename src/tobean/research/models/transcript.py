"""Transcripts of games with language models: JSON lines with a header, every request and reply, and the result.

A transcript without a result is of an interrupted game. Its replies are played again on resuming, so that no request is
paid twice.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from tobean.kernel.errors import BadInput
from tobean.research.models.model_client import Message, Reply

FORMAT: Final = "tobean model game 1"
HEADER: Final = "header"
CALL: Final = "call"
RESULT: Final = "result"
SUFFIX: Final = ".jsonl"
DIGEST_LENGTH: Final = 16
STORED_NAMES: Final = {"prompt_tokens": "read", "completion_tokens": "written"}
"""Keys in files that differ from the attributes."""
ATTRIBUTES: Final = {stored: name for name, stored in STORED_NAMES.items()}


class BadTranscript(BadInput):
    """A file that is no transcript, or one of other games than those that are played now."""


def digest_of(messages: Sequence[Message]) -> str:
    return hashlib.sha256(json.dumps(list(messages)).encode()).hexdigest()[:DIGEST_LENGTH]


class Transcript:
    """The file of one game. Each line is written as soon as it is known."""

    def __init__(self, path: Path, header: dict[str, Any]) -> None:
        """Open a transcript, or continue that of an interrupted game with the same header."""
        self.path = path
        self.header = header
        self.replies: list[tuple[str, Reply]] = []
        """Recorded replies that have not been played again, with the digests of their requests; the next one last."""
        self.result: dict[str, Any] | None = None
        if path.exists():
            self.read()
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            self.write({"type": HEADER, "format": FORMAT, **header})

    def read(self) -> None:
        lines = complete_lines(self.path)
        if not lines:  # interrupted before the header was written
            self.path.write_text("", encoding="utf-8")
            self.write({"type": HEADER, "format": FORMAT, **self.header})
            return
        header = {key: value for key, value in lines[0].items() if key not in ("type", "format")}
        for name in sorted(self.header.keys() | header.keys()):
            if header.get(name) != json.loads(json.dumps(self.header.get(name))):
                raise BadTranscript(
                    "{path}: this game was played with {name} {stored!r}, not {given!r}; use another folder",
                    path=str(self.path),
                    name=name,
                    stored=header.get(name),
                    given=self.header.get(name),
                )
        for line in lines[1:]:
            if line["type"] == RESULT:
                self.result = line
        calls = [line for line in lines if line["type"] == CALL]
        self.replies = [(line["request"], reply_in(line["reply"])) for line in reversed(calls)]
        text = "".join(json.dumps(line) + "\n" for line in lines)
        self.path.write_text(text, encoding="utf-8")  # without a line that was cut off

    def recorded_reply(self, messages: Sequence[Message]) -> Reply | None:
        """Return the reply to this request in the interrupted game; None after its last one."""
        if not self.replies:
            return None
        request, reply = self.replies.pop()
        if request != digest_of(messages):
            raise BadTranscript(
                "{path}: the game goes another way than recorded; delete the file to play it again",
                path=str(self.path),
            )
        return reply

    def add_call(self, new_messages: Sequence[Message], messages: Sequence[Message], reply: Reply) -> None:
        """Record a request, by the messages that no earlier line has, and its reply."""
        self.write(
            {
                "type": CALL,
                "request": digest_of(messages),
                "messages": list(new_messages),
                "reply": stored_data(asdict(reply)),
            }
        )

    def add_result(self, result: dict[str, Any]) -> None:
        self.result = {"type": RESULT, **result}
        self.write(self.result)

    def write(self, line: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line) + "\n")


def reply_in(data: dict[str, Any]) -> Reply:
    attributes = {ATTRIBUTES.get(key, key): value for key, value in data.items()}
    return Reply(**{**attributes, "failures": tuple(data["failures"])})


def stored_data(attributes: dict[str, Any]) -> dict[str, Any]:
    return {STORED_NAMES.get(name, name): value for name, value in attributes.items()}


def complete_lines(path: Path) -> list[dict[str, Any]]:
    """Return the lines of a transcript. The last one may be cut off, and is left out then; other damage is an error."""
    try:
        texts = path.read_text(encoding="utf-8").split("\n")
        lines = [json.loads(text) for text in texts[:-1]]
        if lines and (lines[0]["type"] != HEADER or lines[0]["format"] != FORMAT):
            raise ValueError("not a header")
        for line in lines[1:]:
            if line["type"] == CALL:
                reply_in(line["reply"])
                str(line["request"])
            elif line["type"] != RESULT:
                raise ValueError(line["type"])
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadTranscript("{path}: this is not a transcript of a game with a model", path=str(path)) from error
    return lines
