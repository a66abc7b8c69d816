"""Pages of the storm, a run of puzzles against the clock, which the server keeps."""

import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from tests.support.server.app import post_form, server_client
from tobean.server.pages.study import storm
from tobean.study.puzzles.puzzle import Puzzle
from tobean.study.puzzles.storm import PENALTY, SECONDS, storm_puzzle

PUZZLE_NAME = re.compile(r'name="puzzle" value="([^"]+)"')


class Clock:
    """The clock of the server."""

    def __init__(self) -> None:
        self.now = 5_000_000.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(storm, "time", SimpleNamespace(time=clock.time))
    return clock


@pytest.fixture
def client(tmp_path: Path, clock: Clock) -> Iterator[TestClient]:
    with server_client(tmp_path) as client:
        yield client


def current(client: TestClient, path: str) -> Puzzle:
    """The puzzle that the page shows."""
    found = PUZZLE_NAME.search(client.get(path).text)
    assert found is not None
    puzzle = storm_puzzle(found[1])
    assert puzzle is not None
    return puzzle


def answer(client: TestClient, path: str, puzzle: Puzzle, index: int) -> str:
    response = post_form(client, path, puzzle=f"{puzzle.game}/{puzzle.id}", answer=index + 1)
    assert response.status_code == 303
    return response.headers["location"]


@pytest.mark.parametrize("path", ["/puzzles/storm", "/puzzles/storm/rabohnzel"])
def test_a_storm_is_played_and_its_score_kept(client: TestClient, clock: Clock, path: str) -> None:
    assert "Start" in client.get(path).text
    assert post_form(client, f"{path}/start").headers["location"] == path
    assert f'data-seconds-left="{SECONDS}"' in client.get(path).text
    first = current(client, path)
    assert answer(client, path, first, first.best) == path
    page = client.get(path).text
    assert "Solved." in page
    second = current(client, path)
    assert second != first
    elapsed = 30
    clock.now += elapsed
    answer(client, path, second, second.best - 1 if second.best else 1)
    page = client.get(path).text
    assert f"it cost {PENALTY} seconds" in page
    seconds_left = SECONDS - elapsed - PENALTY
    assert f'data-seconds-left="{seconds_left}"' in page
    clock.now += seconds_left + 1
    result = client.get(path).text
    assert "Last storm: 1 puzzle solved" in result
    assert "Your best score: 1" in result
    assert f"/puzzles/{first.game}/{first.id}?answer={first.best + 1}" in result


def test_a_late_answer_does_not_count(client: TestClient, clock: Clock) -> None:
    post_form(client, "/puzzles/storm/start")
    puzzle = current(client, "/puzzles/storm")
    clock.now += SECONDS + 1
    location = answer(client, "/puzzles/storm", puzzle, puzzle.best)
    page = client.get(location).text
    assert "The last answer came too late" in page
    assert "Last storm: 0 puzzles solved" in page
    assert "Your best score" not in page


def test_an_answer_that_is_sent_twice_counts_once(client: TestClient) -> None:
    post_form(client, "/puzzles/storm/start")
    puzzle = current(client, "/puzzles/storm")
    for _ in range(2):
        answer(client, "/puzzles/storm", puzzle, puzzle.best)
    page = client.get("/puzzles/storm").text
    assert "1 solved" in page
    assert "2 solved" not in page


def test_the_best_score_stays(client: TestClient, clock: Clock) -> None:
    path = "/puzzles/storm/bohnanza"
    post_form(client, f"{path}/start")
    puzzle = current(client, path)
    answer(client, path, puzzle, puzzle.best)
    post_form(client, f"{path}/start")
    clock.now += SECONDS
    page = client.get(path).text
    assert "Last storm: 0 puzzles solved" in page
    assert "Your best score: 1" in page


def test_answers_without_a_storm_change_nothing(client: TestClient) -> None:
    assert post_form(client, "/puzzles/storm", puzzle="bohnanza/1", answer=1).status_code == 303
    post_form(client, "/me", name="Nina")
    assert post_form(client, "/puzzles/storm", puzzle="bohnanza/1", answer=1).status_code == 303
    assert "Last storm" not in client.get("/puzzles/storm").text


@pytest.mark.parametrize("given", ["x", "0", "99"])
def test_an_answer_out_of_range_does_not_count(client: TestClient, given: str) -> None:
    post_form(client, "/puzzles/storm/start")
    puzzle = current(client, "/puzzles/storm")
    response = post_form(client, "/puzzles/storm", puzzle=f"{puzzle.game}/{puzzle.id}", answer=given)
    assert response.status_code in (303, 422)
    assert current(client, "/puzzles/storm") == puzzle


def test_a_storm_of_an_unknown_game_is_not_found(client: TestClient) -> None:
    assert client.get("/puzzles/storm/chess").status_code == 404
    assert post_form(client, "/puzzles/storm/chess/start").status_code == 404


def test_the_page_says_nothing_about_the_solution(client: TestClient) -> None:
    post_form(client, "/puzzles/storm/start")
    assert "best answer" not in client.get("/puzzles/storm").text
