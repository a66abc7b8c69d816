"""Attempts at puzzles: what is stored, and that only the first one counts."""

import asyncio
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from tests.support.server.app import post_form, server_client, site_of
from tobean.server.people.visitor import Visitor
from tobean.server.store.facts import SERVER, Fact
from tobean.server.study.solver import store_attempt
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.progress import (
    STANDING,
    Attempt,
    PuzzleRating,
    Standing,
    attempt_key,
    next_puzzle,
    rating_key,
)
from tobean.study.puzzles.puzzle import Puzzle
from tobean.study.puzzles.ratings import Rating, seed_rating

PUZZLE = collection("bohnanza")[3]
OTHER = collection("bohnanza")[4]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with server_client(tmp_path) as client:
        yield client


def person_of(client: TestClient) -> str:
    return site_of(client).identity.person_in_cookies(client.cookies)


def facts_of(client: TestClient, owner: str, prefix: str = "") -> dict[str, Fact]:
    assert client.portal is not None
    return client.portal.call(site_of(client).facts.matching, owner, prefix)


def answer(client: TestClient, puzzle: Puzzle, index: int) -> str:
    """Answers a puzzle; returns the address of the solution."""
    response = post_form(client, f"/puzzles/{puzzle.game}/{puzzle.id}", answer=index + 1)
    assert response.status_code == 303, response.text
    return response.headers["location"]


def wrong_answer(puzzle: Puzzle) -> int:
    return (puzzle.best + 1) % len(puzzle.answers)


def standing_of(client: TestClient) -> Standing:
    return msgspec.json.decode(facts_of(client, person_of(client))[STANDING].value, type=Standing)


def test_an_answer_makes_a_person_and_stores_the_attempt(client: TestClient) -> None:
    assert not person_of(client)
    address = answer(client, PUZZLE, PUZZLE.best)
    assert address == f"/puzzles/bohnanza/{PUZZLE.id}?answer={PUZZLE.best + 1}"
    stored = facts_of(client, person_of(client))
    attempt = msgspec.json.decode(stored[attempt_key(PUZZLE)].value, type=Attempt)
    assert (attempt.answer, attempt.solved, attempt.before) == (PUZZLE.best, True, 1500)
    assert attempt.after > 1500
    page = client.get(address).text
    assert f"Your rating: {attempt.after} (+{attempt.after - 1500})" in page
    assert "solved</span>" in client.get("/puzzles/bohnanza").text


def test_a_shared_link_stores_nothing(client: TestClient) -> None:
    page = client.get(f"/puzzles/bohnanza/{PUZZLE.id}?answer=1").text
    assert "best answer" in page or "better answer" in page
    assert not person_of(client)
    assert not facts_of(client, SERVER)


def test_only_the_first_answer_counts(client: TestClient) -> None:
    answer(client, PUZZLE, wrong_answer(PUZZLE))
    before = standing_of(client)
    address = answer(client, PUZZLE, PUZZLE.best)
    assert standing_of(client) == before
    assert (before.attempts, before.solved, before.streak) == (1, 0, 0)
    page = client.get(address).text
    assert "That is the best answer." in page
    assert "Only your first answer counts, and it was another one." in page
    assert "missed</span>" in client.get("/puzzles/bohnanza").text
    assert "Only the first answer counts." in client.get(f"/puzzles/bohnanza/{PUZZLE.id}").text


def test_two_devices_at_once_make_one_attempt(client: TestClient) -> None:
    answer(client, OTHER, OTHER.best)
    site, portal = site_of(client), client.portal
    assert portal is not None

    async def at_once() -> None:
        visitor = await site.identity.visitor(dict(client.cookies))
        assert isinstance(visitor, Visitor)
        await asyncio.gather(*(store_attempt(site, visitor, PUZZLE, index) for index in range(2) for _ in range(4)))

    portal.call(at_once)
    assert standing_of(client).attempts == 2
    stored = facts_of(client, SERVER)[rating_key(PUZZLE)]
    assert msgspec.json.decode(stored.value, type=PuzzleRating).attempts == 1


def test_a_streak_ends_with_a_missed_puzzle(client: TestClient) -> None:
    for puzzle in collection("rabohnzel")[:3]:
        answer(client, puzzle, puzzle.best)
    assert "3 solved in a row" in client.get("/puzzles/rabohnzel").text
    missed = collection("rabohnzel")[3]
    answer(client, missed, wrong_answer(missed))
    standing = standing_of(client)
    assert (standing.streak, standing.best_streak, standing.solved, standing.attempts) == (0, 3, 3, 4)


def test_the_puzzle_gets_a_rating_on_this_server(client: TestClient) -> None:
    answer(client, PUZZLE, wrong_answer(PUZZLE))
    stored = msgspec.json.decode(facts_of(client, SERVER)[rating_key(PUZZLE)].value, type=PuzzleRating)
    assert stored.rating.mu > seed_rating(PUZZLE).mu
    assert str(stored.rating.points) in client.get("/puzzles/bohnanza").text


@pytest.mark.parametrize("given", ["0", "7", "-1", "x", "", "9" * 40])
def test_an_answer_that_does_not_exist_is_refused(client: TestClient, given: str) -> None:
    response = post_form(client, f"/puzzles/bohnanza/{PUZZLE.id}", answer=given)
    assert response.status_code == 422
    assert 'role="alert"' in response.text
    assert not person_of(client)


def test_an_answer_to_an_unknown_puzzle_is_not_found(client: TestClient) -> None:
    for path in ("/puzzles/bohnanza/0123456789", "/puzzles/chess/1", "/puzzles/bohnanza/next"):
        assert post_form(client, path, answer=1).status_code == 404


def test_the_next_puzzle_is_near_the_rating_and_not_answered(client: TestClient) -> None:
    first = client.get("/puzzles/bohnanza/next", follow_redirects=False).headers["location"]
    chosen = next_puzzle(collection("bohnanza"), (), Rating(), {})
    assert chosen is not None
    assert first == f"/puzzles/bohnanza/{chosen.id}"
    answer(client, chosen, chosen.best)
    second = client.get("/puzzles/bohnanza/next", follow_redirects=False).headers["location"]
    assert second != first


def test_after_the_last_puzzle_of_a_theme_the_list_says_so(client: TestClient) -> None:
    theme = [puzzle for puzzle in collection("bohnedikt") if puzzle.theme == "drop"]
    for puzzle in theme:
        answer(client, puzzle, puzzle.best)
    response = client.get("/puzzles/bohnedikt/next?theme=drop")
    assert response.url.path == "/puzzles/bohnedikt"
    assert "You have answered all of these." in unescape(response.text)


@pytest.mark.long
def test_erasing_a_person_deletes_the_attempts(client: TestClient) -> None:
    answer(client, PUZZLE, PUZZLE.best)
    person = person_of(client)
    assert post_form(client, "/erase", sure="yes").status_code == 303
    assert not facts_of(client, person)


@pytest.mark.long
def test_new_persons_are_limited(tmp_path: Path) -> None:
    with server_client(tmp_path, limits=0.01) as client:
        statuses = []
        for puzzle in collection("bohnanza")[:6]:
            client.cookies.clear()
            response = post_form(client, f"/puzzles/bohnanza/{puzzle.id}", answer=1)
            statuses.append(response.status_code)
    assert statuses[0] == 303
    assert statuses[-1] in (422, 429)
