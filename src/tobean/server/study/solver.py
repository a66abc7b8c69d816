"""The visitor as a solver of puzzles: what is stored about their attempts, and storing another one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TypeVar

from tobean.server.people.visitor import Visitor
from tobean.server.site import Site
from tobean.server.store.facts import SERVER, Fact, new_fact, read_fact
from tobean.study.puzzles.progress import (
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
from tobean.study.puzzles.puzzle import Puzzle
from tobean.study.puzzles.ratings import seed_rating

Stored = TypeVar("Stored")


@dataclass(frozen=True)
class Solver:
    """Attempts of a visitor at the puzzles of a game, by id, and the visitor's standing."""

    attempts: dict[str, Attempt]
    standing: Standing
    ratings: dict[str, PuzzleRating]
    """Ratings that puzzles of the game have got on this server."""


async def stored(site: Site, owner: str, key: str, kind: type[Stored]) -> Stored | None:
    """Return one fact, None if it is missing; people without an id have none."""
    if not owner:
        return None
    return read_fact((await site.facts.matching(owner, key)).get(key), kind)


async def stored_values(site: Site, owner: str, prefix: str, kind: type[Stored]) -> dict[str, Stored]:
    """Return the values of the facts whose keys begin with a prefix, by the rest of the key."""
    facts = await site.facts.matching(owner, prefix)
    return {key.removeprefix(prefix): fact.read(kind) for key, fact in facts.items()}


async def solver_of(site: Site, visitor: Visitor, game: str) -> Solver:
    return Solver(
        await stored_values(site, visitor.id, f"{ATTEMPTS}{game}/", Attempt) if visitor.id else {},
        await stored(site, visitor.id, STANDING, Standing) or Standing(),
        await stored_values(site, SERVER, f"{RATINGS}{game}/", PuzzleRating),
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
