"""A client for endpoints that speak OpenAI's chat-completions protocol: hosted models, and local servers such as
llama.cpp, Ollama or vLLM.

The key comes from an environment variable. It is in no message, log or transcript: texts of the endpoint are quoted
without it, and refusals of the key are not quoted at all.
"""

from __future__ import annotations

import json
import math
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from tobean.extras import with_install_hint
from tobean.kernel.errors import BadInput
from tobean.research.models.model_client import Message, ModelFailed, Reply, estimated_reply

try:
    import openai
except ModuleNotFoundError as missing:
    raise with_install_hint(missing) from missing

KEY_VARIABLE: Final = "OPENAI_API_KEY"
NO_KEY: Final = "none"
"""Sent to endpoints that need no key, because the protocol has the header."""
DEFAULT_ATTEMPTS: Final = 5
DEFAULT_TIMEOUT: Final = 120.0
FIRST_DELAY: Final = 1.0
LONGEST_DELAY: Final = 60.0
RATE_LIMIT: Final = 429
REFUSED_KEY: Final = (401, 403)
SERVER_ERROR: Final = 500
REQUEST_TIMEOUT: Final = 408
QUOTED: Final = 300
"""Characters of an endpoint's error message that are quoted."""


class MalformedReply(Exception):
    """A reply that is not one of the protocol."""


class EndpointModel:
    """A model behind an endpoint. Failed requests are repeated, and counted in the reply."""

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        key_variable: str = KEY_VARIABLE,
        options: Mapping[str, Any] | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        attempts: int = DEFAULT_ATTEMPTS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`options` are further fields of the request, such as `temperature` or `max_tokens`."""
        self.key = os.environ.get(key_variable, "")
        self.key_variable = key_variable
        if not self.key and base_url is None:
            raise BadInput("the environment has no {name}: it contains the key of the endpoint", name=key_variable)
        for name in ("model", "messages", "stream", "n", "tools"):
            if name in (options or {}):
                raise BadInput("{name!r} is not an option of a request here", name=name)
        self.model = model
        self.options = dict(options or {})
        self.attempts = attempts
        self.sleep = sleep
        self.client = openai.OpenAI(api_key=self.key or NO_KEY, base_url=base_url, timeout=timeout, max_retries=0)

    def complete(self, messages: list[Message], seed: str) -> Reply:
        failures: list[str] = []
        while True:
            started = time.monotonic()
            try:
                return self.request(messages, started, tuple(failures))
            except openai.APIStatusError as error:
                if not is_temporary(error.status_code):
                    raise self.refusal(error) from error
                kind = "rate limit" if error.status_code == RATE_LIMIT else f"status {error.status_code}"
                delay = requested_delay(error.response.headers)
            except openai.APITimeoutError:
                kind, delay = "timeout", None
            except openai.APIConnectionError:
                kind, delay = "connection", None
            except (MalformedReply, openai.APIError, ValueError):
                kind, delay = "malformed", None
            failures.append(kind)
            if len(failures) >= self.attempts:
                raise ModelFailed(
                    "the endpoint of {model} has failed {count} times: {failures}",
                    model=self.model,
                    count=len(failures),
                    failures=", ".join(failures),
                )
            backoff = min(FIRST_DELAY * 2.0 ** (len(failures) - 1), LONGEST_DELAY)
            self.sleep(backoff if delay is None else delay)

    def request(self, messages: list[Message], started: float, failures: tuple[str, ...]) -> Reply:
        """Send one request; raises `MalformedReply` and the errors of the library."""
        conversation: Any = messages  # the library has a type for each role
        response = self.client.chat.completions.with_raw_response.create(
            model=self.model, messages=conversation, extra_body=self.options or None
        )
        text, usage = parse_reply(response.http_response.text)
        reply = estimated_reply(messages, text)
        prompt_tokens, completion_tokens = usage.get("prompt_tokens"), usage.get("completion_tokens")
        if isinstance(prompt_tokens, int) and isinstance(completion_tokens, int):
            reply = Reply(text, prompt_tokens, completion_tokens)
        return replace(reply, seconds=time.monotonic() - started, failures=failures)

    def refusal(self, error: openai.APIStatusError) -> ModelFailed:
        """Return the error for a request that the endpoint refuses for good, without the key."""
        if error.status_code in REFUSED_KEY:
            return ModelFailed(
                "the endpoint of {model} refuses the key in {variable} (status {status})",
                model=self.model,
                variable=self.key_variable,
                status=error.status_code,
            )
        reason = " ".join(str(error.response.text).split())
        if self.key:
            reason = reason.replace(self.key, "***")
        return ModelFailed(
            "the endpoint of {model} refuses the request (status {status}): {reason}",
            model=self.model,
            status=error.status_code,
            reason=reason[:QUOTED],
        )


def is_temporary(status: int) -> bool:
    return status in (RATE_LIMIT, REQUEST_TIMEOUT) or status >= SERVER_ERROR


def requested_delay(headers: Mapping[str, str]) -> float | None:
    """Return the delay in seconds that the endpoint asks for, limited; None if it names none."""
    try:
        seconds = float(headers.get("retry-after", ""))
    except ValueError:
        return None
    return min(max(seconds, 0.0), LONGEST_DELAY) if math.isfinite(seconds) else None


def parse_reply(body: str) -> tuple[str, dict[str, Any]]:
    """Return the text and the token counts of a reply; raises `MalformedReply`.

    A model that says nothing has the content null, or none: its text is empty.
    """
    try:
        data = json.loads(body)
        content = data["choices"][0]["message"].get("content")
        usage = data.get("usage") or {}
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        raise MalformedReply(str(error)) from error
    if not isinstance(content, str | None) or not isinstance(usage, dict):
        raise MalformedReply("the answer is not a string")
    return content or "", usage
