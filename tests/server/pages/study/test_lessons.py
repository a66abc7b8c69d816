"""Pages of the lessons of the first week."""

from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.support.server.app import post_form, server_client
from tobean.server.pages.study.lessons import offered_lessons
from tobean.session.lessons.puzzle_lesson import PuzzleLesson
from tobean.study.puzzles.lesson_puzzles import lesson_puzzles
from tobean.study.puzzles.puzzle import Puzzle

LESSONS = [lesson for _, lesson in offered_lessons().values()]


def puzzles_of(lesson: PuzzleLesson) -> list[Puzzle]:
    return lesson_puzzles(offered_lessons()[lesson.name][0], lesson.puzzle_ids)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with server_client(tmp_path) as client:
        yield client


def solve(client: TestClient, lesson: PuzzleLesson, at: int, index: int | None = None) -> str:
    """Answers a puzzle, by default right; returns the page that follows."""
    puzzle = puzzles_of(lesson)[at]
    answer = (puzzle.best if index is None else index) + 1
    response = post_form(client, f"/lessons/{lesson.name}", puzzle=at + 1, answer=answer)
    assert response.status_code == 303, response.text
    assert response.headers["location"] == f"/lessons/{lesson.name}?puzzle={at + 1}&answer={answer}"
    return unescape(client.get(response.headers["location"]).text)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_is_finished_by_solving_its_puzzles(client: TestClient, lesson: PuzzleLesson) -> None:
    start = unescape(client.get(f"/lessons/{lesson.name}").text)
    assert all(paragraph in start for paragraph in lesson.text)
    page = ""
    for at in range(len(lesson.puzzle_ids)):
        assert lesson.learned not in page
        page = solve(client, lesson, at)
        assert "That is the best answer." in page
    assert lesson.learned in page
    listed = client.get("/lessons").text
    assert listed.count("✓ done") == 1


def test_a_wrong_answer_can_be_tried_again(client: TestClient) -> None:
    lesson = LESSONS[0]
    best = puzzles_of(lesson)[0].best
    page = solve(client, lesson, 0, index=(best + 1) % 2 if best < 2 else 0)
    assert "There is a better answer." in page
    assert f'href="/lessons/{lesson.name}?puzzle=1"' in page
    assert "✓" not in client.get("/lessons").text
    solve(client, lesson, 0)
    assert f"1 of {len(lesson.puzzle_ids)} solved" in client.get("/lessons").text


def test_a_lesson_continues_with_the_first_unsolved_puzzle(client: TestClient) -> None:
    lesson = LESSONS[1]
    solve(client, lesson, 0)
    assert 'name="puzzle" value="2"' in client.get(f"/lessons/{lesson.name}").text
    assert f'href="/lessons/{LESSONS[0].name}"' in client.get("/lessons").text


def test_a_link_to_a_solution_stores_nothing(client: TestClient) -> None:
    lesson = LESSONS[0]
    client.get(f"/lessons/{lesson.name}?puzzle=1&answer={puzzles_of(lesson)[0].best + 1}")
    assert "✓" not in client.get("/lessons").text


@pytest.mark.parametrize(
    "fields", [{}, {"puzzle": "9", "answer": "1"}, {"puzzle": "1", "answer": "9"}, {"puzzle": "x"}]
)
def test_bad_answers_are_refused(client: TestClient, fields: dict[str, str]) -> None:
    response = post_form(client, "/lessons/queue", **fields)
    assert response.status_code == 422
    assert 'role="alert"' in response.text


def test_an_unknown_lesson_is_not_found(client: TestClient) -> None:
    assert client.get("/lessons/chess").status_code == 404
    assert post_form(client, "/lessons/chess", puzzle=1, answer=1).status_code == 404


@pytest.mark.parametrize("path", ["/", "/learn", "/puzzles"])
def test_the_lessons_are_linked(client: TestClient, path: str) -> None:
    assert 'href="/lessons"' in client.get(path).text
