"""Clients of language models: the interface, scripted models, and functions of a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, Protocol, TypedDict

from tobean.bots.bot_files import BOT_FILES
from tobean.kernel.errors import BadInput, TobeanError
from tobean.research.environments.text import estimated_tokens

SCRIPTED_PREFIX: Final = "scripted:"
ENDPOINT_PREFIX: Final = "openai:"
FUNCTION_NAME: Final = "complete"
"""Name of the function that the file of a model must define."""
LISTED_ACTION: Final = re.compile(r"^(\d+)\. ", re.MULTILINE)


class Message(TypedDict):
    """A message of a conversation, as in the chat-completions protocol."""

    role: str
    content: str


class ModelFailed(TobeanError):
    """The model is unavailable: the endpoint refuses the request, or has failed too often."""


@dataclass(frozen=True)
class Reply:
    """A model's answer, its token counts and its duration."""

    text: str
    prompt_tokens: int
    completion_tokens: int
    is_estimated: bool = False
    """Whether the tokens were estimated, because the model does not count them."""
    seconds: float = 0.0
    failures: tuple[str, ...] = ()
    """Attempts that failed before this answer: `rate limit`, `timeout`, `malformed`, ..."""


class ModelClient(Protocol):
    """A language model that continues a conversation."""

    def complete(self, messages: list[Message], seed: str) -> Reply:
        """Return the answer to a conversation; raises `ModelFailed`. `seed` differs for each game and request."""
        ...


def estimated_reply(messages: list[Message], text: str) -> Reply:
    """Return a reply with estimated token counts."""
    prompt_tokens = sum(estimated_tokens(message["content"]) for message in messages)
    return Reply(text, prompt_tokens, estimated_tokens(text), is_estimated=True)


class ScriptedModel:
    """A baseline without a model: chooses a listed action, and needs no network."""

    def __init__(self, choose: Callable[[list[str], str], str]) -> None:
        self.choose = choose

    def complete(self, messages: list[Message], seed: str) -> Reply:
        numbers = LISTED_ACTION.findall(messages[-1]["content"])
        # After a refusal the list is in an earlier message.
        for message in reversed(messages):
            numbers = numbers or LISTED_ACTION.findall(message["content"])
        return estimated_reply(messages, f"[{self.choose(numbers or ['1'], seed)}]")


SCRIPTS: Final[dict[str, Callable[[list[str], str], str]]] = {
    "first": lambda numbers, seed: numbers[0],
    "last": lambda numbers, seed: numbers[-1],
    "random": lambda numbers, seed: Random(seed).choice(numbers),
}
"""Scripted models: they choose among the numbers of the listed actions."""


class FunctionModel:
    """A model in this process: a function of the messages that returns a text, or None if the model says nothing."""

    def __init__(self, function: Callable[[list[Message]], str | None], name: str) -> None:
        self.function = function
        self.name = name

    def complete(self, messages: list[Message], seed: str) -> Reply:
        try:
            text = self.function(messages)
        except Exception as error:  # code of a user may raise anything
            raise ModelFailed(
                "{name} raised {type}: {reason}", name=self.name, type=type(error).__name__, reason=error
            ) from error
        if not isinstance(text, str | None):
            raise ModelFailed("{name} answered {answer!r}, which is not a string", name=self.name, answer=text)
        return estimated_reply(messages, text or "")


def has_own_code(model: str) -> bool:
    """Whether a model runs code of its own in this process, where it could read all hands."""
    return not model.startswith((SCRIPTED_PREFIX, ENDPOINT_PREFIX))


def offline_model(name: str) -> ModelClient:
    """Return a scripted model, `scripted:random`, or the function `complete` of a file, `mymodel.py`."""
    if name.startswith(SCRIPTED_PREFIX):
        script = SCRIPTS.get(name.removeprefix(SCRIPTED_PREFIX))
        if script is None:
            known = ", ".join(f"{SCRIPTED_PREFIX}{script}" for script in SCRIPTS)
            raise BadInput("unknown model {name!r}; known models: {known}", name=name, known=known)
        return ScriptedModel(script)
    if name.endswith(".py"):
        function = getattr(BOT_FILES.module(Path(name)), FUNCTION_NAME, None)
        if not callable(function):
            raise BadInput("{path} has no function {name}(messages)", path=name, name=FUNCTION_NAME)
        return FunctionModel(function, name)
    raise BadInput(
        "{name!r} is not a model: write {endpoint}NAME, {scripted}NAME or a file.py",
        name=name,
        endpoint=ENDPOINT_PREFIX,
        scripted=SCRIPTED_PREFIX,
    )
