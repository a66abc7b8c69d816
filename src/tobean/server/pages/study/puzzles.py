"""Pages of puzzles: the list of a game, a puzzle, and its solution.

Answering stores the first attempt and leads to the page of the solution. That page depends on its address only, so that
it can be shared; opening it stores nothing.
"""

from base64 import b64encode
from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.kernel.errors import BadInput
from tobean.kernel.observation.observation import observe
from tobean.kernel.rules import Rules
from tobean.pictures import table as table_picture
from tobean.server.pages.forms import field, form_of, number, number_in, visitor_from_form
from tobean.server.pages.rendering import NOT_FOUND, UNPROCESSABLE, error_text, language_of, page, redirect
from tobean.server.site import site_of
from tobean.server.study.solver import Solver, solver_of, store_attempt
from tobean.study.puzzles.collection import collection, puzzles_by_id
from tobean.study.puzzles.progress import next_puzzle, rating_of
from tobean.study.puzzles.puzzle import Puzzle
from tobean.study.puzzles.sheet import PuzzleSheet, theme_question

WIDTH: Final = 960
CACHED_PICTURES: Final = 64
NEXT: Final = "next"
"""Stands for the id of the puzzle that suits the visitor."""


def games_with_puzzles() -> list[Rules]:
    return [rules for rules in GAMES.values() if collection(rules.name)]


async def visiting_solver(request: Request, game: str) -> Solver:
    site = site_of(request)
    return await solver_of(site, await site.visitor(request), game)


async def puzzles(request: Request) -> Response:
    """Show the puzzles of a game, easy ones first; with `theme=`, those of a theme."""
    games = games_with_puzzles()
    name = request.path_params.get("game", games[0].name if games else "")
    rules = next((rules for rules in games if rules.name == name), None)
    if rules is None:
        raise HTTPException(NOT_FOUND)
    language, found = language_of(request), collection(name)
    themes = Counter(puzzle.theme for puzzle in found)
    theme = request.query_params.get("theme", "")
    if theme and theme not in themes:
        raise HTTPException(NOT_FOUND)
    solver = await visiting_solver(request, name)
    questions = {each: theme_question(name, each, language) for each in themes}
    entries = [
        {
            "number": at,
            "id": puzzle.id,
            "question": questions[puzzle.theme],
            "rating": rating_of(puzzle, solver.ratings).points,
            "attempt": solver.attempts.get(puzzle.id),
        }
        for at, puzzle in enumerate(found, start=1)
        if theme in ("", puzzle.theme)
    ]
    return await page(
        request,
        "study/puzzles.html",
        rules=rules,
        game_list=games,
        entries=entries,
        themes=[(each, questions[each], count) for each, count in themes.most_common()],
        chosen_theme=theme,
        all_answered=all(entry["attempt"] for entry in entries),
        standing=solver.standing,
        count=len(found),
    )


async def puzzle(request: Request) -> Response:
    """Show a puzzle; with `answer=`, the number of an answer, show what it is worth and which one is best."""
    if request.path_params["key"] == NEXT:
        return await suitable_puzzle(request)
    requested = requested_puzzle(request)
    answer = number_in(request.query_params.get("answer", "")) - 1
    return await puzzle_page(request, requested, answer if 0 <= answer < len(requested.answers) else None)


async def answer(request: Request) -> Response:
    """Store an answer if it is the visitor's first one to this puzzle, and show the solution."""
    requested = requested_puzzle(request)
    try:
        form = await form_of(request)
        chosen = number(form, "answer")
        if not 1 <= chosen <= len(requested.answers):
            raise BadInput("There are answers 1 to {most}.", most=len(requested.answers))
        visitor = await visitor_from_form(request, site_of(request), form)
    except BadInput as error:
        return await puzzle_page(request, requested, None, error_text(request, error), UNPROCESSABLE)
    await store_attempt(site_of(request), visitor, requested, chosen - 1)
    theme = field(form, "theme")
    response = redirect(address_of(requested, {"answer": str(chosen), **({"theme": theme} if theme else {})}))
    site_of(request).identity.write_cookie(response, visitor)
    return response


async def puzzle_page(
    request: Request, requested: Puzzle, answer: int | None, error: str = "", status: int = 200
) -> Response:
    found = collection(requested.game)
    solver = await visiting_solver(request, requested.game)
    language = language_of(request)
    theme = request.query_params.get("theme", "")
    return await page(
        request,
        "study/puzzle.html",
        status,
        rules=GAMES[requested.game],
        number=found.index(requested) + 1,
        count=len(found),
        sheet=PuzzleSheet(requested, language),
        rating=rating_of(requested, solver.ratings),
        standing=solver.standing,
        attempt=solver.attempts.get(requested.id),
        answer=answer,
        picture=picture(requested, language, answer is not None),
        position=requested.position,
        chosen_theme=theme if any(theme == puzzle.theme for puzzle in found) else "",
        error=error,
    )


async def suitable_puzzle(request: Request) -> Response:
    """Redirect to the unsolved puzzle that is nearest to the visitor's rating, or to the list if there is none."""
    game = request.path_params["game"]
    theme = request.query_params.get("theme", "")
    found = [puzzle for puzzle in known_collection(game) if theme in ("", puzzle.theme)]
    solver = await visiting_solver(request, game)
    chosen = next_puzzle(found, solver.attempts, solver.standing.rating, solver.ratings)
    query = {"theme": theme} if theme else {}
    return redirect(address_of(chosen, query) if chosen else with_query(f"/puzzles/{game}", query))


def known_collection(game: str) -> tuple[Puzzle, ...]:
    found = collection(game) if game in GAMES else ()
    if not found:
        raise HTTPException(NOT_FOUND)
    return found


def requested_puzzle(request: Request) -> Puzzle:
    """Return the puzzle of an address, by its id or by its number in the list."""
    game, key = request.path_params["game"], request.path_params["key"]
    found = known_collection(game)
    number = number_in(key)
    requested = found[number - 1] if 1 <= number <= len(found) else puzzles_by_id(game).get(key)
    if requested is None:
        raise HTTPException(NOT_FOUND)
    return requested


def address_of(puzzle: Puzzle, query: dict[str, str]) -> str:
    return with_query(f"/puzzles/{puzzle.game}/{puzzle.id}", query)


def with_query(path: str, query: dict[str, str]) -> str:
    return f"{path}?{urlencode(query)}" if query else path


class Picture(NamedTuple):
    """Two drawings of a table as addresses of images: one for phones, and one for wider screens."""

    narrow: str
    wide: str


@lru_cache(CACHED_PICTURES)
def picture(puzzle: Puzzle, language: str, is_answered: bool) -> Picture:
    """Draw the table as its seat sees it, after the best answer if `is_answered`."""
    table = puzzle.table()
    if is_answered:
        table.apply(puzzle.actions()[puzzle.best])
    view = observe(table, puzzle.seat)
    drawings = [table_picture(view, size=WIDTH, language=language, narrow=narrow) for narrow in (True, False)]
    return Picture(*[f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}" for drawing in drawings])
