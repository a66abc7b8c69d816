"""Pages of the lessons of the first week: the list, and a lesson with its puzzles.

Answering stores which puzzles were solved. As with other puzzles, the page of a solution depends on its address only.
"""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.i18n.catalogues import text
from tobean.kernel.errors import BadInput
from tobean.server.pages.forms import form_of, number, number_in, visitor_from_form
from tobean.server.pages.rendering import NOT_FOUND, UNPROCESSABLE, error_text, language_of, page, redirect
from tobean.server.pages.study.puzzles import picture
from tobean.server.site import site_of
from tobean.server.store.facts import Fact, new_fact, read_fact
from tobean.session.lessons.puzzle_lesson import PuzzleLesson
from tobean.session.page.page_plugin import page_of
from tobean.study.puzzles.lesson_puzzles import PROGRESS, LessonProgress, lesson_puzzles
from tobean.study.puzzles.sheet import PuzzleSheet


def offered_lessons() -> dict[str, tuple[str, PuzzleLesson]]:
    """Return the lessons of all games by name, each with its game."""
    return {lesson.name: (game, lesson) for game in GAMES for lesson in page_of(game).puzzle_lessons}


async def progress_of(request: Request) -> dict[str, LessonProgress]:
    """Return the visitor's progress by the names of lessons."""
    site = site_of(request)
    visitor = await site.visitor(request)
    facts = await site.facts.matching(visitor.id, PROGRESS) if visitor.id else {}
    return {key.removeprefix(PROGRESS): fact.read(LessonProgress) for key, fact in facts.items()}


def solved_count(lesson: PuzzleLesson, progress: dict[str, LessonProgress]) -> int:
    solved = progress.get(lesson.name, LessonProgress()).solved
    return sum(name in solved for name in lesson.puzzle_ids)


async def lessons(request: Request) -> Response:
    """Show all lessons and what is done."""
    language, progress = language_of(request), await progress_of(request)
    entries = [
        {
            "name": lesson.name,
            "title": text(lesson.title, language, game),
            "solved": solved_count(lesson, progress),
            "count": len(lesson.puzzle_ids),
        }
        for game, lesson in offered_lessons().values()
    ]
    unfinished = next((entry for entry in entries if entry["solved"] != entry["count"]), None)
    return await page(request, "study/lessons.html", entries=entries, unfinished=unfinished)


def requested_lesson(request: Request) -> tuple[str, PuzzleLesson]:
    """Return the lesson of an address, and its game."""
    found = offered_lessons().get(request.path_params["name"])
    if found is None:
        raise HTTPException(NOT_FOUND)
    return found


async def lesson(request: Request, error: str = "", status: int = 200) -> Response:
    """Show a lesson with one of its puzzles: `puzzle=` is its number; with `answer=`, show the solution."""
    game, shown = requested_lesson(request)
    language = language_of(request)
    progress = await progress_of(request)
    solved = progress.get(shown.name, LessonProgress()).solved
    puzzles = lesson_puzzles(game, shown.puzzle_ids)
    first_unsolved = next((at for at, name in enumerate(shown.puzzle_ids) if name not in solved), None)
    at = number_in(request.query_params.get("puzzle", "")) - 1
    if not 0 <= at < len(puzzles):
        at = first_unsolved or 0
    answer = number_in(request.query_params.get("answer", "")) - 1
    puzzle = puzzles[at]
    is_answered = 0 <= answer < len(puzzle.answers)
    names = list(offered_lessons())
    following = names[names.index(shown.name) + 1 :]
    return await page(
        request,
        "study/lesson.html",
        status,
        lesson=shown,
        title=text(shown.title, language, game),
        paragraphs=[text(paragraph, language, game) for paragraph in shown.text],
        learned=text(shown.learned, language, game),
        following=titled(following[0], language) if following else None,
        is_complete=first_unsolved is None,
        number=at + 1,
        marks=[name in solved for name in shown.puzzle_ids],
        sheet=PuzzleSheet(puzzle, language),
        answer=answer if is_answered else None,
        picture=picture(puzzle, language, is_answered),
        error=error,
    )


def titled(name: str, language: str) -> dict[str, str]:
    game, lesson = offered_lessons()[name]
    return {"name": name, "title": text(lesson.title, language, game)}


async def answer(request: Request) -> Response:
    """Store a solved puzzle of a lesson, and show its solution."""
    site = site_of(request)
    game, shown = requested_lesson(request)
    try:
        form = await form_of(request)
        at, chosen = number(form, "puzzle") - 1, number(form, "answer") - 1
        if not 0 <= at < len(shown.puzzle_ids):
            raise BadInput("This lesson has puzzles 1 to {most}.", most=len(shown.puzzle_ids))
        puzzle = lesson_puzzles(game, shown.puzzle_ids)[at]
        if not 0 <= chosen < len(puzzle.answers):
            raise BadInput("There are answers 1 to {most}.", most=len(puzzle.answers))
        visitor = await visitor_from_form(request, site, form)
    except BadInput as error:
        return await lesson(request, error_text(request, error), UNPROCESSABLE)

    def change(facts: list[Fact | None]) -> list[Fact | None]:
        solved = (read_fact(facts[0], LessonProgress) or LessonProgress()).solved
        return [None if puzzle.id in solved else new_fact(LessonProgress((*solved, puzzle.id)))]

    if chosen == puzzle.best:
        await site.facts.change([(visitor.id, f"{PROGRESS}{shown.name}")], change)
    response = redirect(f"/lessons/{shown.name}?puzzle={at + 1}&answer={chosen + 1}")
    site.identity.write_cookie(response, visitor)
    return response
