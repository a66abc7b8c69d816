"""The visitor as a solver of puzzles: what is stored about their attempts, and storing another one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TypeVar

import msgspec
from starlette.requests import Request

from tobean.puzzles.progress import (
    ATTEMPTS,
    RATINGS,
    STANDING,
    Attempt,
    PuzzleRating,
    Standing,
    after_attempt,
    attempt_key,
    rating_key,
)
from tobean.puzzles.puzzle import Puzzle
from tobean.puzzles.ratings import seed_rating
from tobean.server.people.visitor import Visitor
from tobean.server.site import Site, site_of
from tobean.server.store.facts import SERVER, Fact

Stored = TypeVar("Stored")


@dataclass(frozen=True)
class Solver:
    """Attempts of a visitor at the puzzles of a game, by id, and the visitor's standing."""

    attempts: dict[str, Attempt]
    standing: Standing
    ratings: dict[str, PuzzleRating]
    """Ratings that puzzles of the game have got on this server."""


def read_fact(fact: Fact | None, kind: type[Stored]) -> Stored | None:
    return None if fact is None else msgspec.json.decode(fact.value, type=kind)


def new_fact(value: object, score: float | None = None) -> Fact:
    return Fact(msgspec.json.encode(value).decode(), score)


async def stored(site: Site, owner: str, key: str, kind: type[Stored]) -> Stored | None:
    """Return one fact, None if it is missing; people without an id have none."""
    if not owner:
        return None
    return read_fact((await site.facts.matching(owner, key)).get(key), kind)


async def solver_of(request: Request, game: str) -> Solver:
    site = site_of(request)
    visitor = await site.visitor(request)
    prefix, ratings = f"{ATTEMPTS}{game}/", f"{RATINGS}{game}/"
    attempts = await site.facts.matching(visitor.id, prefix) if visitor.id else {}
    return Solver(
        {key.removeprefix(prefix): msgspec.json.decode(fact.value, type=Attempt) for key, fact in attempts.items()},
        await stored(site, visitor.id, STANDING, Standing) or Standing(),
        {
            key.removeprefix(ratings): msgspec.json.decode(fact.value, type=PuzzleRating)
            for key, fact in (await site.facts.matching(SERVER, ratings)).items()
        },
    )


async def store_attempt(site: Site, visitor: Visitor, puzzle: Puzzle, answer: int) -> None:
    """Store the first attempt of a person at a puzzle; a later one, also at the same time, changes nothing."""
    now = time.time()
    seed = seed_rating(puzzle)

    def change(facts: list[Fact | None]) -> list[Fact | None]:
        first, standing, rating = facts
        if first is not None:
            return [None, None, None]
        changed = after_attempt(
            puzzle,
            answer,
            now,
            read_fact(standing, Standing) or Standing(),
            read_fact(rating, PuzzleRating) or PuzzleRating(seed),
        )
        return [new_fact(value) for value in changed]

    await site.facts.change(
        [(visitor.id, attempt_key(puzzle)), (visitor.id, STANDING), (SERVER, rating_key(puzzle))], change
    )
