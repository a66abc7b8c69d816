"""Pages of puzzles: the list of a game, and a puzzle before and after the answer.

A page depends on its address only, so that it needs no storage and can be shared as a link.
"""

from functools import lru_cache
from typing import Final
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.puzzles.collection import collection
from tobean.puzzles.puzzle import Puzzle
from tobean.puzzles.sheet import PuzzleSheet
from tobean.server.pages.rendering import language_of, page
from tobean.svg import table as table_picture
from tobean.view.observation import observe

NOT_FOUND: Final = 404
WIDTH: Final = 960
MAX_DIGITS: Final = 5
CACHED_PICTURES: Final = 64


async def puzzles(request: Request) -> Response:
    """Show the puzzles of a game, easy ones first."""
    games = [rules for rules in GAMES.values() if collection(rules.name)]
    name = request.path_params.get("game", games[0].name if games else "")
    rules = next((rules for rules in games if rules.name == name), None)
    if rules is None:
        raise HTTPException(NOT_FOUND)
    language = language_of(request)
    found = [PuzzleSheet(puzzle, language).theme() for puzzle in collection(name)]
    return await page(request, "study/puzzles.html", rules=rules, game_list=games, found=found)


async def puzzle(request: Request) -> Response:
    """Show a puzzle; with `answer=`, the number of an answer, show what it is worth and which one is best."""
    game, number = request.path_params["game"], number_in(request.path_params["number"])
    found = collection(game) if game in GAMES else ()
    if not 1 <= number <= len(found):
        raise HTTPException(NOT_FOUND)
    asked, language = found[number - 1], language_of(request)
    sheet = PuzzleSheet(asked, language)
    answer = number_in(request.query_params.get("answer", "")) - 1
    answered = 0 <= answer < len(asked.answers)
    return await page(
        request,
        "study/puzzle.html",
        rules=GAMES[game],
        number=number,
        count=len(found),
        sheet=sheet,
        answer=answer if answered else None,
        picture=picture(asked, language, answered),
        position=asked.position,
    )


def number_in(text: str) -> int:
    """Return the number in an address, 0 if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < MAX_DIGITS else 0


@lru_cache(CACHED_PICTURES)
def picture(asked: Puzzle, language: str, answered: bool) -> str:
    """Return the table as its seat sees it, after the best answer if `answered`, as the address of an image."""
    table = asked.table()
    if answered:
        table.apply(asked.actions()[asked.best])
    drawn = table_picture(observe(table, asked.seat), size=WIDTH, language=language)
    return f"data:image/svg+xml,{quote(drawn)}"
