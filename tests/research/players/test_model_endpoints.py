"""Clients of language models: requests to a local endpoint, and all the ways in which it can fail."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import tobean
from tests.support.model_endpoint import KEY, Answer, Endpoint, running_endpoint
from tobean.research.models.model_client import Message, ModelFailed, Reply
from tobean.research.models.openai_client import EndpointModel, requested_delay


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[Endpoint]:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with running_endpoint() as server:
        yield server


NEVER = 3600.0
PROMPT: list[Message] = [{"role": "user", "content": "1. Pass"}]


@pytest.fixture
def ask(endpoint: Endpoint) -> Callable[..., tuple[Reply, list[float]]]:
    def ask_endpoint(*failures: Answer, **more: Any) -> tuple[Reply, list[float]]:
        endpoint.failures = list(failures)
        pauses: list[float] = []
        model = EndpointModel("bean-1", endpoint.url, sleep=pauses.append, **more)
        return model.complete(PROMPT, "1"), pauses

    return ask_endpoint


def test_an_endpoint_is_asked_with_its_key_and_options(endpoint: Endpoint, ask: Callable[..., Any]) -> None:
    reply, pauses = ask(options={"temperature": 0, "max_tokens": 50})
    assert (reply.text, reply.prompt_tokens, reply.completion_tokens, reply.is_estimated) == (
        "I think about it. [1]",
        100,
        7,
        False,
    )
    assert reply.failures == ()
    assert pauses == []
    [request] = endpoint.requests
    assert request == {"model": "bean-1", "messages": PROMPT, "temperature": 0, "max_tokens": 50}
    assert endpoint.keys == {f"Bearer {KEY}"}
    endpoint.usage = {}
    assert ask()[0].is_estimated


def test_failed_requests_are_retried_and_failures_are_counted(ask: Callable[..., Any]) -> None:
    reply, pauses = ask(
        (429, {"Retry-After": "7"}, "{}"),
        (429, {"Retry-After": "9999"}, "{}"),
        (503, {}, "busy"),
        (200, {}, "not JSON"),
        (200, {}, '{"choices": []}'),
        (200, {}, '{"choices": [{"message": {"content": 7}}]}'),
        (200, {"Content-Type": "text/html"}, "<html>"),
        attempts=9,
    )
    malformed = ("malformed",) * 4
    assert reply.failures == ("rate limit", "rate limit", "status 503", *malformed)
    assert pauses == [7.0, 60.0, 4.0, 8.0, 16.0, 32.0, 60.0]
    assert reply.text == "I think about it. [1]"


@pytest.mark.parametrize("message", ['{"content": null}', '{"content": ""}', '{"refusal": "no"}'])
def test_a_reply_without_content_is_an_empty_answer(message: str, ask: Callable[..., Any]) -> None:
    """It is refused like other illegal answers, and does not end the run."""
    reply, pauses = ask((200, {}, f'{{"choices": [{{"message": {message}}}]}}'), attempts=1)
    assert (reply.text, reply.failures, pauses) == ("", (), [])


def test_timeouts_and_closed_connections(endpoint: Endpoint) -> None:
    """The first connection is closed, the second request is never answered, and only that one is in a hurry."""
    endpoint.failures = [0.0, NEVER]
    pauses: list[float] = []

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        while len(endpoint.failures) > 2 - len(pauses):  # the endpoint may not have read the request yet
            time.sleep(0.01)
        model.client.timeout = 0.1 if endpoint.failures else NEVER

    model = EndpointModel("bean-1", endpoint.url, timeout=NEVER, sleep=sleep)
    reply = model.complete(PROMPT, "1")
    assert reply.failures == ("connection", "timeout")
    assert pauses == [1.0, 2.0]


def test_an_endpoint_that_keeps_failing_ends_the_run(ask: Callable[..., Any]) -> None:
    with pytest.raises(ModelFailed, match="bean-1 has failed 3 times: rate limit, status 500, malformed"):
        ask((429, {}, ""), (500, {}, ""), (200, {}, "?"), attempts=3)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((401, {}, '{"error": {"message": "wrong key KEY"}}'), "refuses the key in OPENAI_API_KEY"),
        ((403, {}, "KEY"), "refuses the key in OPENAI_API_KEY"),
        ((400, {}, '{"error": "no model for KEY"}'), r"status 400.*no model for \*\*\*"),
        ((404, {}, "there is no bean-1"), "status 404.*there is no bean-1"),
    ],
)
def test_refused_requests_are_not_retried_and_never_show_the_key(
    endpoint: Endpoint, ask: Callable[..., Any], answer: Answer, reason: str
) -> None:
    with pytest.raises(ModelFailed, match=reason) as failed:
        ask(answer)
    assert KEY not in str(failed.value)
    assert len(endpoint.requests) == 1


def test_delays_of_endpoints() -> None:
    assert requested_delay({"retry-after": "2.5"}) == 2.5
    assert requested_delay({"retry-after": "-3"}) == 0.0
    for text in ("soon", "nan", "inf", ""):
        assert requested_delay({"retry-after": text}) is None
    assert requested_delay({}) is None


def test_a_key_is_needed_only_for_the_usual_endpoint(endpoint: Endpoint, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(tobean.BadInput, match="the environment has no OPENAI_API_KEY"):
        EndpointModel("bean-1")
    assert EndpointModel("bean-1", endpoint.url).complete(PROMPT, "1").text
    with pytest.raises(tobean.BadInput, match="'stream' is not an option"):
        EndpointModel("bean-1", endpoint.url, options={"stream": True})
