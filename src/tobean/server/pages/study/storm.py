"""Pages of a storm, which is a series of puzzles against the clock: start, current puzzle and result."""

import random
import time
from math import ceil
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from tobean.games import GAMES
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput
from tobean.server.pages.forms import field, form_of, number, visitor_from_form
from tobean.server.pages.rendering import NOT_FOUND, UNPROCESSABLE, error_text, language_of, page, redirect
from tobean.server.pages.study.puzzles import games_with_puzzles, picture
from tobean.server.site import site_of
from tobean.server.store.facts import Fact, new_fact, read_fact
from tobean.server.study.solver import stored
from tobean.study.puzzles.collection import collection
from tobean.study.puzzles.sheet import PuzzleSheet, theme_question
from tobean.study.puzzles.storm import (
    MIXED,
    PENALTY,
    SECONDS,
    StormBest,
    StormRun,
    after_answer,
    best_key,
    new_run,
    run_key,
    storm_name,
    storm_puzzle,
)

SEED_BITS: Final = 64


def game_of(request: Request) -> str:
    game: str = request.path_params.get("game", MIXED)
    if game != MIXED and not (game in GAMES and collection(game)):
        raise HTTPException(NOT_FOUND)
    return game


def address_of(game: str) -> str:
    return "/puzzles/storm" if game == MIXED else f"/puzzles/storm/{game}"


async def storm(request: Request, error: str = "", status: int = 200) -> Response:
    """Show the puzzle of the running storm, else the start and the last result."""
    site, game = site_of(request), game_of(request)
    visitor = await site.visitor(request)
    run = await stored(site, visitor.id, run_key(game), StormRun)
    now = time.time()
    puzzle = run.current(now) if run is not None else None
    common = {"address": address_of(game), "game": game, "run": run, "error": error, "penalty": PENALTY}
    if run is None or puzzle is None:
        best = await stored(site, visitor.id, best_key(game), StormBest)
        return await page(
            request,
            "study/storm.html",
            status,
            **common,
            best=best,
            games_to_choose=games_with_puzzles(),
            minutes=SECONDS // 60,
            is_late="late" in request.query_params,
            answered=answered_puzzles(run, language_of(request)) if run is not None else [],
        )
    language = language_of(request)
    return await page(
        request,
        "study/storm_puzzle.html",
        status,
        **common,
        name=storm_name(puzzle),
        title=GAMES[puzzle.game].title,
        sheet=PuzzleSheet(puzzle, language),
        picture=picture(puzzle, language, False),
        seconds_left=ceil(run.seconds_left(now)),
        last=run.answers[-1] if run.answers else None,
    )


def answered_puzzles(run: StormRun, language: str) -> list[dict[str, Any]]:
    """Return the puzzles of a run that were answered, with links to their solutions."""
    found = []
    for given in run.answers:
        puzzle = storm_puzzle(given.puzzle)
        if puzzle is not None:
            question = theme_question(puzzle.game, puzzle.theme, language)
            address = f"/puzzles/{given.puzzle}?answer={given.answer + 1}"
            entry = {"question": question, "address": address, "solved": given.solved, "game": GAMES[puzzle.game].title}
            found.append(entry)
    return found


async def start(request: Request) -> Response:
    """Start a storm; one that is running ends."""
    site, game = site_of(request), game_of(request)
    try:
        visitor = await visitor_from_form(request, site, await form_of(request))
    except BadInput as error:
        return await storm(request, error_text(request, error), UNPROCESSABLE)
    run = new_run(game, time.time(), chance_from(random.getrandbits(SEED_BITS)))
    await site.facts.change([(visitor.id, run_key(game))], lambda facts: [new_fact(run)])
    response = redirect(address_of(game))
    site.identity.write_cookie(response, visitor)
    return response


async def answer(request: Request) -> Response:
    """Count an answer to the current puzzle. One to another puzzle was sent twice, or from an old tab."""
    site, game = site_of(request), game_of(request)
    visitor = await site.visitor(request)
    form = await form_of(request)
    name, chosen, now = field(form, "puzzle"), number(form, "answer") - 1, time.time()
    is_late = False

    def change(facts: list[Fact | None]) -> list[Fact | None]:
        nonlocal is_late
        run, best = read_fact(facts[0], StormRun), read_fact(facts[1], StormBest)
        if run is None:
            return [None, None]
        after = after_answer(run, name, chosen, now)
        if after is None:
            is_late = run.current(now) is None
            return [None, None]
        is_record = after.score > (best.score if best is not None else 0)
        return [new_fact(after), new_fact(StormBest(after.score, now), after.score) if is_record else None]

    if visitor.id:
        await site.facts.change([(visitor.id, run_key(game)), (visitor.id, best_key(game))], change)
    return redirect(f"{address_of(game)}{'?late=yes' if is_late else ''}")
