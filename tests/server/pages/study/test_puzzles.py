"""Pages of puzzles."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.server.app import ORIGIN, server_client
from tests.tools.golden_matches import BUILTIN_GAMES
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.sheet import PuzzleSheet


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder: Path = tmp_path_factory.mktemp("server")
    with server_client(folder) as client:
        yield client


@pytest.mark.parametrize("game", BUILTIN_GAMES)
def test_a_puzzle_is_answered(client: TestClient, game: str) -> None:
    puzzle = collection(game)[1]
    sheet = PuzzleSheet(puzzle, "en")
    question = unescape(client.get(f"/puzzles/{game}/2").text)
    assert all(answer in question for answer in sheet.answers)
    assert sheet.values()[0] not in question
    solved = unescape(client.get(f"/puzzles/{game}/2?answer={puzzle.best + 1}").text)
    assert "That is the best answer." in solved
    assert all(value in solved for value in sheet.values())
    wrong = (puzzle.best + 1) % len(puzzle.answers) + 1
    assert "There is a better answer." in client.get(f"/puzzles/{game}/2?answer={wrong}").text


def test_the_question_does_not_name_the_cards_of_others(client: TestClient) -> None:
    puzzle = collection("bohnanza")[0]
    page = client.get("/puzzles/bohnanza/1").text
    assert puzzle.position not in unescape(page)
    assert "hand A" not in page


@pytest.mark.parametrize("answer", ["0", "99", "-1", "x", "9" * 50, "²"])
def test_an_answer_that_is_none_shows_the_question(client: TestClient, answer: str) -> None:
    page = client.get("/puzzles/bohnanza/1", params={"answer": answer})
    assert page.status_code == 200
    assert "best answer" not in page.text


@pytest.mark.parametrize(
    "path",
    [
        "/puzzles/chess",
        "/puzzles/chess/next",
        "/puzzles/bohnanza/0123456789",
        "/puzzles/bohnanza/0",
        "/puzzles/bohnanza/9999",
        "/puzzles/bohnanza/x",
        "/puzzles/chess/1",
    ],
)
def test_a_missing_puzzle_is_not_found(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_list_links_every_puzzle(client: TestClient) -> None:
    page = client.get("/puzzles").text
    assert all(f'href="/puzzles/bohnanza/{puzzle.id}"' in page for puzzle in collection("bohnanza"))
    assert all(f'href="/puzzles/{game}"' in page for game in BUILTIN_GAMES)


def test_the_list_can_be_limited_to_a_theme(client: TestClient) -> None:
    found = collection("bohnedikt")
    page = client.get("/puzzles/bohnedikt?theme=sacrifice").text
    for puzzle in found:
        assert (f'href="/puzzles/bohnedikt/{puzzle.id}?theme=sacrifice"' in page) == (puzzle.theme == "sacrifice")
    assert client.get("/puzzles/bohnedikt?theme=chess").status_code == 404


def test_a_puzzle_is_found_by_its_id_and_by_its_number(client: TestClient) -> None:
    puzzle = collection("rabohnzel")[6]
    assert "<h1>Puzzle 7 of" in client.get(f"/puzzles/rabohnzel/{puzzle.id}").text
    assert "<h1>Puzzle 7 of" in client.get("/puzzles/rabohnzel/7").text


def test_the_position_can_be_played_on(client: TestClient) -> None:
    puzzle = collection("rabohnzel")[0]
    form = {"text": puzzle.position}
    answer = client.post("/replays", data=form, headers={"Origin": ORIGIN}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/replays/")
